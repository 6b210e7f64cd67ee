import { type KindTraits, PLAIN_TRAITS, parseLines } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

/** Several lines of text with a live counter, committed on blur. */
export interface TextareaQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'textarea';
  /** Characters; 1500 when not given. */
  readonly limit?: number;
  /** Lines shown; 6 when not given. */
  readonly rows?: number;
}

export const textarea = <const K extends string>(question: Given<TextareaQuestion<K>>): TextareaQuestion<K> => ({
  kind: 'textarea',
  ...question,
});

const DEFAULT_LIMIT = 1500;
export const DEFAULT_TEXTAREA_ROWS = 6;

export const textareaTraits = {
  ...PLAIN_TRAITS,
  width: 'full',
  parse: parseLines,
  maxLength: (question) => question.limit ?? DEFAULT_LIMIT,
} as const satisfies KindTraits<TextareaQuestion>;
