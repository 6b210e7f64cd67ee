import type { Answers, Moment } from '../answers.ts';
import type { ChoiceTraits } from '../choice-traits.ts';
import type { KindTraits } from '../kind-traits.ts';
import type { Option } from '../options.ts';
import type { Width } from '../question.ts';
import { type CheckQuestion, checkTraits } from './check.ts';
import { type ConditionalSelectQuestion, conditionalSelectTraits } from './conditional-select.ts';
import { type DateQuestion, dateTraits } from './date.ts';
import { type FileQuestion, fileTraits } from './file.ts';
import { type LookupQuestion, lookupTraits } from './lookup.ts';
import { type NumberQuestion, numberTraits } from './number.ts';
import { type PasswordQuestion, passwordTraits } from './password.ts';
import { type PhoneQuestion, phoneTraits } from './phone.ts';
import { type RadioQuestion, radioTraits } from './radio.ts';
import { type SelectQuestion, selectTraits } from './select.ts';
import { type TextQuestion, textTraits } from './text.ts';
import { type TextareaQuestion, textareaTraits } from './textarea.ts';

export * from './check.ts';
export * from './conditional-select.ts';
export * from './date.ts';
export * from './file.ts';
export * from './lookup.ts';
export * from './number.ts';
export * from './password.ts';
export * from './phone.ts';
export * from './radio.ts';
export * from './select.ts';
export * from './text.ts';
export * from './textarea.ts';

/** The closed union of question kinds. */
export type Question<K extends string = string> =
  | TextQuestion<K>
  | TextareaQuestion<K>
  | DateQuestion<K>
  | NumberQuestion<K, K>
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

/** The one table of kinds. */
const KINDS = {
  text: textTraits,
  textarea: textareaTraits,
  date: dateTraits,
  number: numberTraits,
  password: passwordTraits,
  phone: phoneTraits,
  select: selectTraits,
  'conditional-select': conditionalSelectTraits,
  radio: radioTraits,
  check: checkTraits,
  lookup: lookupTraits,
  file: fileTraits,
} satisfies { readonly [K in QuestionKind]: KindTraits<QuestionOf<K>, Question> };

type KindsWith<Trait> = {
  readonly [K in QuestionKind]: (typeof KINDS)[K] extends Trait ? K : never;
}[QuestionKind];
/** The questions that are answered by choosing. */
export type ChoiceQuestion = QuestionOf<KindsWith<{ readonly options: unknown }>>;
/** The questions that an uploaded document answers. */
export type DocumentQuestion = QuestionOf<KindsWith<{ readonly isDocument: true }>>;

/** The traits of a question's kind. They are looked up by its own kind, so they take the question they came from. */
export function traitsOf(question: Question): KindTraits<Question, Question> {
  return KINDS[question.kind];
}

export function isChoice(question: Question): question is ChoiceQuestion {
  return 'options' in traitsOf(question);
}

export function isDocument(question: Question): question is DocumentQuestion {
  return traitsOf(question).isDocument;
}

/** Whether something of the form is a question, and not what holds questions together. */
export function isKind(kind: string): kind is QuestionKind {
  return Object.hasOwn(KINDS, kind);
}

/** The most characters a text answer of this question may have. */
export function maxLengthOf(question: Question): number {
  return traitsOf(question).maxLength(question);
}

/** How much of a line a question takes: what it says itself, else what its kind needs. */
export function widthOf(question: Question): Width {
  return question.width ?? traitsOf(question).width;
}

/** All the keys that a question stores. */
export function storedKeysOf(question: Question): readonly string[] {
  return [question.key, ...traitsOf(question).companions(question)];
}

export function choiceTraitsOf(question: ChoiceQuestion): ChoiceTraits<ChoiceQuestion> {
  return KINDS[question.kind];
}

/** The choices of a choice question for these answers; 'text' when the applicant writes the answer. */
export function optionsOf(question: ChoiceQuestion, answers: Answers, moment: Moment): readonly Option[] | 'text' {
  return choiceTraitsOf(question).options(question, answers, moment);
}

/** The label that belongs to a stored choice: the chosen option's, else the value itself. */
export function labelOf(question: ChoiceQuestion, value: string, answers: Answers, moment: Moment): string {
  const options = optionsOf(question, answers, moment);
  return options === 'text' ? value : (options.find((option) => option.value === value)?.label ?? value);
}
