import { type Answers, answerOf, type FormState, isBlank, type Moment } from './answers.ts';
import type { Field, Form } from './index-form.ts';
import { type Question, traitsOf } from './kinds/index.ts';
import { errorLabelOf } from './question.ts';
import { isKept } from './rules.ts';
import { relevantAnswers, visibleFields } from './visibility.ts';

/** Question key to its messages, without repeats; only keys that have any; in page order. */
export type ErrorMap = Readonly<Record<string, readonly string[]>>;

/** The messages of one question for these answers, whether it is visible or not. */
export function questionErrors(
  { words }: Pick<Form, 'words'>,
  question: Question,
  answers: Answers,
  moment: Moment,
): readonly string[] {
  const value = answerOf(answers, question.key);
  const messages = new Set<string>();
  if (question.required && isBlank(value)) messages.add(errorLabelOf(question));
  for (const message of traitsOf(question).errors(question, answers, moment, words)) messages.add(message);
  for (const rule of question.rules ?? []) {
    if (!isKept(rule, value, answers, moment)) messages.add(rule.message ?? errorLabelOf(question));
  }
  return [...messages];
}

function errorsOf(form: Form, fields: readonly Field[], answers: Answers, moment: Moment): ErrorMap {
  const errors: Record<string, readonly string[]> = {};
  for (const { question } of fields) {
    const messages = questionErrors(form, question, answers, moment);
    if (messages.length > 0) errors[question.key] = messages;
  }
  return errors;
}

/** The errors of the visible questions of all pages, or of one page; for browser and server. */
export function validate(form: Form, state: FormState, moment: Moment, page?: string): ErrorMap {
  const answers = relevantAnswers(form, state.answers);
  const fields = visibleFields(form, { ...state, answers }, moment);
  return errorsOf(form, page ? fields.filter((field) => field.page === page) : fields, answers, moment);
}

/** The keys of the visible questions that must not be left empty. */
export function neededKeys(form: Form, state: FormState, moment: Moment): ReadonlySet<string> {
  const answers = relevantAnswers(form, state.answers);
  const needed = visibleFields(form, { ...state, answers }, moment).filter(
    ({ question }) => questionErrors(form, question, { ...answers, [question.key]: '' }, moment).length > 0,
  );
  return new Set(needed.map(({ question }) => question.key));
}
