import { DEFAULT_MAX_LENGTH, type KindTraits, PLAIN_TRAITS } from '../kind-traits.ts';
import type { Given, QuestionBase } from '../question.ts';

export const LOOKUP_CATEGORIES = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof LOOKUP_CATEGORIES)[number];
/** The parts of a found record. */
export type LookupField = 'address_line_1' | 'address_line_2' | 'city' | 'state' | 'zip' | 'country' | 'name' | 'ceeb';

/** A line of text with suggestions; choosing one fills other keys of its block. */
export interface LookupQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'lookup';
  readonly category: LookupCategory;
  /** Characters; 45 when not given. */
  readonly maxLength?: number;
  /** Which part of the found record goes to which key. */
  readonly fills: Readonly<Partial<Record<LookupField, string>>>;
}

export const lookup = <const K extends string>(question: Given<LookupQuestion<K>>): LookupQuestion<K> => ({
  kind: 'lookup',
  ...question,
});

export const lookupTraits = {
  ...PLAIN_TRAITS,
  maxLength: (question) => question.maxLength ?? DEFAULT_MAX_LENGTH,
  fills: (question) => Object.values(question.fills),
} as const satisfies KindTraits<LookupQuestion>;
