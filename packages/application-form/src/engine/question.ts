import type { Answers, AnswerValue, Moment } from './answers.ts';
import type { OptionList, OptionsByAnswer } from './options.ts';

/** What a rule may look at besides its own value. */
export interface RuleContext extends Moment {
  readonly answers: Answers;
  readonly label: string;
}

/** One small pure check of a field: the message when it is broken, nothing when it holds. */
export interface Rule {
  /** Other answer keys that the check reads; the definition check proves that they exist. */
  readonly reads?: readonly string[];
  readonly check: (value: AnswerValue, context: RuleContext) => string | undefined;
}

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

interface QuestionBase<K extends string> {
  readonly key: K;
  readonly label: string;
  /** A helpful sentence under the label: how to answer, or why it is asked. */
  readonly hint?: string;
  /** Set when an answer is always needed. The label is the message (specification 5). */
  readonly required?: true;
  /** What its messages say instead of a label that means little by itself, such as the year of a pair. */
  readonly errorLabel?: string;
  readonly rules?: readonly Rule[];
  readonly autocomplete?: Autocomplete;
  /** Encrypted in the database and masked in lists (quality B27). */
  readonly sealed?: true;
}

/** Input categories of specification 3. */
export type InputCategory = 'password' | 'ssn';

/** A line of text. */
export interface TextQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'text';
  /** Characters; 45 when not given. */
  readonly maxLength?: number;
  readonly category?: InputCategory;
  /** Shown but not typed: filled by the search of its block (readings AMB-173). */
  readonly readOnly?: true;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
}
/** Several lines of text with a live counter, committed on blur. */
export interface TextareaQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'textarea';
  /** Characters; 1500 when not given. */
  readonly limit?: number;
  /** Lines shown; 6 when not given. */
  readonly rows?: number;
}
/** A calendar day, stored as YYYY-MM-DD and only when its rules hold. */
export interface DateQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'date';
}
export interface PasswordQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'password';
  readonly maxLength?: number;
}
/** A North American phone number, shaped as (123) 456-7890 while typing. */
export interface PhoneQuestion<K extends string = string, O extends string = never> extends QuestionBase<K> {
  readonly kind: 'phone';
  /** The check box that asks for text messages to this number. */
  readonly optIn?: CheckQuestion<O>;
  /** Carries both keys in the type; there is no such property at run time. */
  readonly keyType?: K | O;
}
export interface SelectQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'select';
  readonly options: OptionList;
}
/** A select whose choices follow another answer; it is cleared when that answer changes. */
export interface ConditionalSelectQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'conditional-select';
  readonly options: OptionsByAnswer;
}
export interface RadioQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'radio';
  readonly options: OptionList;
}
/** A single check box: true, false, or '' while untouched. */
export interface CheckQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'check';
}

export const LOOKUP_CATEGORIES = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof LOOKUP_CATEGORIES)[number];
/** The parts of a found record (specification 3). */
export type LookupField = 'address_line_1' | 'address_line_2' | 'city' | 'state' | 'zip' | 'country' | 'name' | 'ceeb';

/** A line of text with suggestions; choosing one fills other keys of its block. */
export interface LookupQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'lookup';
  readonly category: LookupCategory;
  readonly maxLength?: number;
  /** Which part of the found record goes to which key. */
  readonly fills: Readonly<Partial<Record<LookupField, string>>>;
}
/** An uploaded document: ANSWERED once converted, otherwise ''. */
export interface FileQuestion<K extends string = string> extends QuestionBase<K> {
  readonly kind: 'file';
}

/** The closed union of question kinds. Every question stores exactly one key (and a choice its _desc). */
export type Question<K extends string = string> =
  | TextQuestion<K>
  | TextareaQuestion<K>
  | DateQuestion<K>
  | PasswordQuestion<K>
  | PhoneQuestion<K, K>
  | SelectQuestion<K>
  | ConditionalSelectQuestion<K>
  | RadioQuestion<K>
  | CheckQuestion<K>
  | LookupQuestion<K>
  | FileQuestion<K>;

export type QuestionKind = Question['kind'];
export type QuestionOf<Kind extends QuestionKind> = Extract<Question, { kind: Kind }>;

/** Input types of specification 3. */
export const INPUT_TYPES = ['text', 'textarea', 'date', 'password'] as const satisfies readonly QuestionKind[];
export const INPUT_CATEGORIES = ['password', 'ssn'] as const satisfies readonly InputCategory[];

export const CHOICE_KINDS = ['select', 'conditional-select', 'radio'] as const satisfies readonly QuestionKind[];
export type ChoiceQuestion = QuestionOf<(typeof CHOICE_KINDS)[number]>;

export function isChoice(question: Question): question is ChoiceQuestion {
  return question.kind === 'select' || question.kind === 'conditional-select' || question.kind === 'radio';
}

export const DEFAULT_MAX_LENGTH = 45;
/** Room for what is not typed freely: choices, dates, telephone numbers. */
const OTHER_MAX_LENGTH = 100;
export const DEFAULT_TEXTAREA_LIMIT = 1500;
export const DEFAULT_TEXTAREA_ROWS = 6;

/** The most characters a text answer of this question may have. */
export function maxLengthOf(question: Question): number {
  switch (question.kind) {
    case 'textarea':
      return question.limit ?? DEFAULT_TEXTAREA_LIMIT;
    case 'text':
    case 'password':
    case 'lookup':
      return question.maxLength ?? DEFAULT_MAX_LENGTH;
    default:
      return OTHER_MAX_LENGTH;
  }
}
