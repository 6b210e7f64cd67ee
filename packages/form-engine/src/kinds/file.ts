import { ANSWERED, answerOf } from '../answers.ts';
import { type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

/** An uploaded document: ANSWERED once converted, otherwise ''. */
export interface FileQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'file';
}

export const file = <const K extends string>(question: Given<FileQuestion<K>>): FileQuestion<K> => ({
  kind: 'file',
  ...question,
});

export const fileTraits = {
  ...PLAIN_TRAITS,
  width: 'full',
  setBy: 'server',
  isDocument: true,
  // Says only that there is a document, without its file name, which the applicant chose.
  toText: (question, answers, _moment, words) =>
    answerOf(answers, question.key) === ANSWERED ? words.documentAttached : '',
} as const satisfies KindTraits<FileQuestion>;
