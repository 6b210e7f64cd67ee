import { paperLabelOf, type QuestionOf } from '@firstyear/form-engine';
import { useAnswerText } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';
import { CheckRead } from '../check/read.tsx';

/** The number, and whether text messages to it are wanted where the form asks. */
export function PhoneRead({ question }: { readonly question: QuestionOf<'phone'> }) {
  return (
    <>
      <ReadAnswer label={paperLabelOf(question)}>{useAnswerText(question)}</ReadAnswer>
      {question.optIn && <CheckRead question={question.optIn} />}
    </>
  );
}
