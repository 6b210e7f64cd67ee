import { ANSWERED, type Answers, answerOf, type FormState, isAnswered, isBlank, type Moment } from './answers.ts';
import type { Field, Form } from './index-form.ts';
import { isChoice, type Question } from './question.ts';
import { optionsOf, relevantAnswers, visibleFields } from './visibility.ts';

/** Question key to its messages, without repeats; only keys that have any; in page order (specification 5). */
export type ErrorMap = Readonly<Record<string, readonly string[]>>;

/**
 * A stored choice that is no longer on its list: the applicant has to choose again. ANSWERED is on no list and means
 * that a document answers the question (readings AMB-132).
 */
function isStaleChoice(question: Question, answers: Answers, moment: Moment): boolean {
  if (!isChoice(question)) return false;
  const value = answerOf(answers, question.key);
  if (!isAnswered(value) || value === ANSWERED) return false;
  const options = optionsOf(question, answers, moment);
  return options !== 'text' && !options.some((option) => option.value === value);
}

/** The messages of one question for these answers, whether it is visible or not. */
export function questionErrors(question: Question, answers: Answers, moment: Moment): readonly string[] {
  const value = answerOf(answers, question.key);
  const messages = new Set<string>();
  if ((question.required && isBlank(value)) || isStaleChoice(question, answers, moment)) {
    messages.add(question.errorLabel ?? question.label);
  }
  for (const rule of question.rules ?? []) {
    const message = rule.check(value, { ...moment, answers, label: question.label });
    if (message !== undefined) messages.add(message);
  }
  return [...messages];
}

function errorsOf(fields: readonly Field[], answers: Answers, moment: Moment): ErrorMap {
  const errors: Record<string, readonly string[]> = {};
  for (const { question } of fields) {
    const messages = questionErrors(question, answers, moment);
    if (messages.length > 0) errors[question.key] = messages;
  }
  return errors;
}

/** Every error of the visible questions of all pages, or of one page. The same on both sides. */
export function validate(index: Form, state: FormState, moment: Moment, page?: string): ErrorMap {
  const answers = relevantAnswers(index, state.answers);
  const fields = visibleFields(index, { ...state, answers }, moment);
  return errorsOf(page ? fields.filter((field) => field.page === page) : fields, answers, moment);
}
