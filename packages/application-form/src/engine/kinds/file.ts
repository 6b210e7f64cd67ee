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

/** How a document reads on paper: that there is one, not which. */
export const DOCUMENT_ATTACHED = 'A document is attached.';

export const fileTraits = {
  ...PLAIN_TRAITS,
  width: 'full',
  setBy: 'server',
  isDocument: true,
  toText: (question, answers) => (answerOf(answers, question.key) === ANSWERED ? DOCUMENT_ATTACHED : ''),
} as const satisfies KindTraits<FileQuestion>;
