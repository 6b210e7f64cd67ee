import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswer } from '../../../answers/hooks.ts';
import { ReadMark } from '../../read-answer.tsx';

/** [X] or [ ] with the words of the box. */
export function CheckRead({ question }: { readonly question: QuestionOf<'check'> }) {
  return <ReadMark isOn={useAnswer(question.key) === true} label={paperLabelOf(question)} />;
}
