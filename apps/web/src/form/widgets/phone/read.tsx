import type { QuestionOf } from '@firstyear/application-form';
import { useAnswer } from '../../../answers/hooks.ts';
import { ReadAnswer } from '../../read-answer.tsx';
import { CheckRead } from '../check/read.tsx';

export function PhoneRead({ question }: { readonly question: QuestionOf<'phone'> }) {
  return (
    <>
      <ReadAnswer label={question.label}>{String(useAnswer(question.key))}</ReadAnswer>
      {question.optIn && <CheckRead question={question.optIn} />}
    </>
  );
}
