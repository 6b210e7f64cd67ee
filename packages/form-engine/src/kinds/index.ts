import type { Answers, Moment } from '../answers.ts';
import type { KindTraits } from '../kind-traits.ts';
import type { Option } from '../options.ts';
import type { Width } from '../question.ts';
import { type CheckQuestion, checkTraits } from './check.ts';
import {
  type ChoiceTraits,
  type ConditionalSelectQuestion,
  conditionalSelectTraits,
  type RadioQuestion,
  radioTraits,
  type SelectQuestion,
  selectTraits,
} from './choice.ts';
import { type FileQuestion, fileTraits } from './file.ts';
import { type NumberQuestion, numberTraits } from './number.ts';
import {
  type DateQuestion,
  dateTraits,
  type LookupQuestion,
  lookupTraits,
  type PasswordQuestion,
  type PhoneQuestion,
  passwordTraits,
  phoneTraits,
  type TextareaQuestion,
  type TextQuestion,
  textareaTraits,
  textTraits,
} from './text.ts';

export * from './check.ts';
export * from './choice.ts';
export * from './file.ts';
export * from './number.ts';
export * from './text.ts';

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
export type ChoiceQuestion = QuestionOf<KindsWith<{ readonly options: unknown }>>;
export type DocumentQuestion = QuestionOf<KindsWith<{ readonly isDocument: true }>>;

export function traitsOf(question: Question): KindTraits<Question, Question> {
  return KINDS[question.kind];
}

export function isChoice(question: Question): question is ChoiceQuestion {
  return 'options' in traitsOf(question);
}

export function isDocument(question: Question): question is DocumentQuestion {
  return traitsOf(question).isDocument;
}

export function isKind(kind: string): kind is QuestionKind {
  return Object.hasOwn(KINDS, kind);
}

/** The most characters a text answer of this question may have. */
export function maxLengthOf(question: Question): number {
  return traitsOf(question).maxLength(question);
}

/** How much of a line a question takes: its own width, else that of its kind. */
export function widthOf(question: Question): Width {
  return question.width ?? traitsOf(question).width;
}

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
