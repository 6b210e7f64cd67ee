import type { Rule } from './rules.ts';

/** Tokens of HTML's autocomplete attribute for the parts of an address. */
type AddressToken = 'address-line1' | 'address-line2' | 'address-level2' | 'address-level1' | 'postal-code' | 'country';

/** Tokens of HTML's autocomplete attribute that the form uses (WCAG 1.3.5). */
export type Autocomplete =
  | AddressToken
  | `section-permanent ${AddressToken}`
  | 'given-name'
  | 'additional-name'
  | 'family-name'
  | 'honorific-suffix'
  | 'nickname'
  | 'email'
  | 'tel'
  | 'home tel'
  | 'mobile tel'
  | 'bday'
  | 'sex';

/** Carries the union of stored keys in a type; there is no such property at run time. */
export interface HasKeys<K extends string> {
  readonly keyType?: K;
}

/** The width of a question by itself: a column of the page, or all of it. */
export type Width = 'column' | 'full';

/** The properties of every kind of question. Stored: the keys that it stores, where it has more than its own. */
export interface QuestionBase<K extends string = string, Stored extends string = K> extends HasKeys<Stored> {
  readonly key: K;
  /** Id of its words where it shares them. By default its key, in a block with the block's name for the prefix: address/city. */
  readonly wordsId?: string;
  readonly label: string;
  /** A sentence under the label: how to answer, or why it is asked. */
  readonly hint?: string;
  /** Set when an answer is always needed. The label is the message. */
  readonly required?: true;
  /** Its label on paper, where the one on the screen is an instruction, such as "Search for Your School" (D22). */
  readonly paperLabel?: string;
  /** Its name in messages, where the label means little by itself, such as that of a year. */
  readonly errorLabel?: string;
  readonly rules?: readonly Rule[];
  readonly autocomplete?: Autocomplete;
  /** Encrypted in the database: for answers whose leak would harm someone. */
  readonly sealed?: true;
  /** Overrides the width of its kind. */
  readonly width?: Width;
}

/** A question as its builder takes it. */
export type Given<Q> = Omit<Q, 'kind' | 'keyType'>;

export function paperLabelOf(question: QuestionBase): string {
  return question.paperLabel ?? question.label;
}

/** The name of a question in its messages. */
export function errorLabelOf(question: QuestionBase): string {
  return question.errorLabel ?? question.label;
}
