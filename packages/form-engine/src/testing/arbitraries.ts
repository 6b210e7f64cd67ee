import * as fc from 'fast-check';
import {
  type Answers,
  type AnswerValue,
  addDays,
  choiceTraitsOf,
  type Form,
  fixedOptions,
  isBlank,
  isChoice,
  type Moment,
  maxLengthOf,
  mergeAnswers,
  optionsOf,
  type Question,
  questionErrors,
  traitsOf,
} from '../index.ts';
import { parseText, tidyLine } from '../kind-traits.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const phoneNumber = fc
  .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 200, max: 999 }), digits(4))
  .map(([area, exchange, line]) => `(${area}) ${exchange}-${line}`);
const emailAddress = fc.stringMatching(/^[a-z0-9_.+-]{1,20}@[a-z0-9-]{1,12}(\.[a-z0-9-]{1,8}){1,2}$/);

/** Text of any script as the form keeps it (composed and tidy), never empty nor only spaces. */
const anyText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 30) })
    .map((text) => tidyLine(parseText(text) ?? ''))
    .filter((text) => text.length <= maxLength && !isBlank(text));

function numbersThatFit(form: Form, question: Question, moment: Moment): readonly string[] {
  return Array.from({ length: 1001 }, (_, number) => String(number)).filter(
    (number) => questionErrors(form, question, { [question.key]: number }, moment).length === 0,
  );
}

/** Answers that a question of any kind takes, never empty; choices depend on the answers given so far. */
function validAnswer(form: Form, question: Question, answers: Answers, moment: Moment): fc.Arbitrary<AnswerValue> {
  if (isChoice(question)) {
    const options = optionsOf(question, answers, moment);
    return options === 'text' ? anyText(40) : fc.constantFrom(...options.map((option) => option.value));
  }
  switch (question.kind) {
    case 'check':
      return fc.boolean();
    case 'phone':
      return phoneNumber;
    case 'date':
      return fc.integer({ min: 14 * 366, max: 99 * 365 }).map((days) => addDays(moment.today, -days));
    case 'number':
      return fc.constantFrom(...numbersThatFit(form, question, moment));
    case 'file':
      return fc.constant('');
    case 'text':
      if (question.inputMode === 'email') return emailAddress;
      if (question.key.endsWith('zip')) return digits(5);
      if (question.rules?.length) return fc.constantFrom(...numbersThatFit(form, question, moment));
      return anyText(maxLengthOf(question));
    case 'textarea':
    case 'password':
    case 'lookup':
      return anyText(maxLengthOf(question));
  }
}

/** Questions that other answers can make necessary. */
const NEEDED = new Set(['phone_home', 'phone_mobile', 'state', 'zip', 'grad_month', 'grad_year']);

function answerOrNothing(form: Form, question: Question, answers: Answers, moment: Moment): fc.Arbitrary<AnswerValue> {
  const answer = validAnswer(form, question, answers, moment);
  if (question.kind === 'check' && question.required) return fc.constant(true);
  if (question.required || NEEDED.has(question.key)) return answer;
  return fc.oneof(fc.constant(''), answer);
}

function answersTo(form: Form, questions: readonly Question[], given: Answers, moment: Moment): fc.Arbitrary<Answers> {
  return fc
    .tuple(...questions.map((question) => answerOrNothing(form, question, given, moment)))
    .map((values) => Object.fromEntries(questions.map((question, place) => [question.key, values[place] ?? ''])));
}

/** Whole applications that can be submitted at this moment, with their _desc keys, nothing hidden kept. */
export function validApplication(form: Form, moment: Moment): fc.Arbitrary<Answers> {
  const questions = form.fields
    .map((field) => field.question)
    .filter((question) => traitsOf(question).setBy === 'applicant');
  const follows = (question: Question) => traitsOf(question).follows(question) !== undefined;
  const late = questions.filter(follows);
  const early = questions.filter((question) => !follows(question));
  return answersTo(form, early, {}, moment).chain((given) =>
    answersTo(form, late, given, moment).map((more) => mergeAnswers(form, {}, { ...given, ...more }, moment)),
  );
}

/** An answer of the right type to a question, sensible or not. */
export function anyAnswer(question: Question): fc.Arbitrary<AnswerValue> {
  if (question.kind === 'check') return fc.oneof(fc.boolean(), fc.constant(''));
  const lists = isChoice(question) ? choiceTraitsOf(question).lists(question) : [];
  const listed = lists.flatMap((list) => fixedOptions(list) ?? []).map((option) => option.value);
  return fc.oneof(fc.constant(''), fc.constantFrom('x', '0', '12345', ...listed));
}

/** Answers of the right type to any of the questions, sensible or not. */
export function anyAnswers(form: Form): fc.Arbitrary<Answers> {
  const questions = form.fields.map((field) => field.question);
  return fc.tuple(...questions.map((question) => fc.option(anyAnswer(question), { nil: undefined }))).map((values) => {
    const answers: Record<string, AnswerValue> = {};
    for (const [position, question] of questions.entries()) {
      const value = values[position];
      if (value !== undefined) answers[question.key] = value;
    }
    return answers;
  });
}
