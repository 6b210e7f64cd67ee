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

/** Carries the union of the keys that something stores in its type; there is no such property at run time. */
export interface HasKeys<K extends string> {
  readonly keyType?: K;
}

/** How much of a line something takes when it stands alone: a column of the page, or all of it. */
export type Width = 'column' | 'full';

/** What questions of every kind have. Stored: all the keys that the question stores, when there are more than its own. */
export interface QuestionBase<K extends string = string, Stored extends string = K> extends HasKeys<Stored> {
  readonly key: K;
  /** Id of its words where it shares them. Else it is its key, which in a block has the block's name in place of the prefix: address/city. */
  readonly wordsId?: string;
  readonly label: string;
  /** A helpful sentence under the label: how to answer, or why it is asked. */
  readonly hint?: string;
  /** Set when an answer is always needed. The label is the message. */
  readonly required?: true;
  /** What it is called on paper, where the label on the screen says what to do, such as "Search for Your School" (D22). */
  readonly paperLabel?: string;
  /** What its messages say instead of a label that means little by itself, such as the year of a pair. */
  readonly errorLabel?: string;
  readonly rules?: readonly Rule[];
  readonly autocomplete?: Autocomplete;
  /** Encrypted in the database, for answers that harm someone when they leak. */
  readonly sealed?: true;
  /** When it is not the width of its kind. */
  readonly width?: Width;
}

/** A question as its builder takes it. */
export type Given<Q> = Omit<Q, 'kind' | 'keyType'>;

/** What a question is called on paper. */
export function paperLabelOf(question: QuestionBase): string {
  return question.paperLabel ?? question.label;
}

/** What the messages of a question call it. */
export function errorLabelOf(question: QuestionBase): string {
  return question.errorLabel ?? question.label;
}
