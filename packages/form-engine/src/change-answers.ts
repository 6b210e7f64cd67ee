import {
  type Answers,
  type AnswerValue,
  addDays,
  answerOf,
  descKey,
  isAnswered,
  type Moment,
  textOf,
} from './answers.ts';
import type { Form } from './index-form.ts';
import {
  type ChoiceQuestion,
  isChoice,
  labelOf,
  optionsOf,
  type Question,
  storedKeysOf,
  traitsOf,
} from './kinds/index.ts';
import { questionErrors } from './validate.ts';
import { clearHidden } from './visibility.ts';

const followersOf = (form: Form, key: string): readonly Question[] => form.followers.get(key) ?? [];

/** Whether a value may be stored: a date only when it keeps its rules [VAL-66]; most other kinds take any value. */
export function isStorable(form: Form, answers: Answers, key: string, value: AnswerValue, moment: Moment): boolean {
  const question = form.byKey.get(key)?.question;
  if (!question || !traitsOf(question).storesOnlyValid || value === '') return true;
  return questionErrors(form, question, { ...answers, [key]: value }, moment).length === 0;
}

/**
 * All changes that follow when a question gets a value: the key, its _desc, the selects that depend on it [COND-07], and
 * the answers that a condition now hides. The only way that the browser writes answers.
 */
export function changeAnswer(form: Form, answers: Answers, key: string, value: AnswerValue, moment: Moment): Answers {
  const stored = isStorable(form, answers, key, value, moment) ? value : '';
  const changes: Record<string, AnswerValue> = { [key]: stored };
  const question = form.byKey.get(key)?.question;
  if (question && isChoice(question) && typeof stored === 'string') {
    changes[descKey(key)] = stored === '' ? '' : labelOf(question, stored, answers, moment);
  }
  const before = answerOf(answers, key);
  if (before !== stored) {
    for (const follower of followersOf(form, key)) {
      // A state may be chosen before its country. The first choice of a country keeps a state that it has.
      if (!isAnswered(before) && isOffered(follower, { ...answers, ...changes }, moment)) continue;
      for (const stored of storedKeysOf(follower)) changes[stored] = '';
    }
  }
  return { ...changes, ...clearHidden(form, { ...answers, ...changes }) };
}

/**
 * Whether the value is storable in the applicant's time zone, where it may be a day earlier or later: the server doesn't
 * refuse a date of birth that the applicant's own calendar accepted.
 */
function isStorableSomewhere(form: Form, answers: Answers, key: string, moment: Moment): boolean {
  const value = answerOf(answers, key);
  return [0, 1, -1].some((days) =>
    isStorable(form, answers, key, value, { ...moment, today: addDays(moment.today, days) }),
  );
}

function isOffered(question: Question, answers: Answers, moment: Moment): boolean {
  if (!isChoice(question)) return false;
  const options = optionsOf(question, answers, moment);
  return options !== 'text' && options.some((option) => option.value === textOf(answers, question.key));
}

/** The label of a stored choice. A value that is no longer on its list keeps its incoming label. */
function storedLabel(question: ChoiceQuestion, answers: Answers, moment: Moment): string {
  const value = textOf(answers, question.key);
  if (value === '') return '';
  const isStale = optionsOf(question, answers, moment) !== 'text' && !isOffered(question, answers, moment);
  return (isStale && textOf(answers, descKey(question.key))) || labelOf(question, value, answers, moment);
}

/**
 * Merges incoming answers into stored ones. Other keys stay, so that two devices don't undo each other's work, except for
 * consequences of the incoming ones: labels of choices come from the form; a conditional select whose list lacks its value
 * is cleared, as are answers that a condition now hides. A date that breaks its rules becomes ''.
 */
export function mergeAnswers(form: Form, stored: Answers, incoming: Answers, moment: Moment): Answers {
  const merged: Record<string, AnswerValue> = { ...stored, ...incoming };
  const choices = new Set<ChoiceQuestion>();
  for (const key of Object.keys(incoming)) {
    const question = form.byStoredKey.get(key)?.question;
    if (!question) continue;
    if (isChoice(question)) choices.add(question);
    const value = merged[question.key] ?? '';
    if (!isStorableSomewhere(form, merged, question.key, moment)) merged[question.key] = '';
    if (answerOf(stored, question.key) === value) continue;
    for (const follower of followersOf(form, question.key)) {
      if (Object.hasOwn(incoming, follower.key) || !isAnswered(answerOf(merged, follower.key))) continue;
      if (isOffered(follower, merged, moment)) continue;
      for (const stored of storedKeysOf(follower)) merged[stored] = '';
    }
  }
  for (const question of choices) {
    merged[descKey(question.key)] = storedLabel(question, merged, moment);
  }
  return Object.assign(merged, clearHidden(form, merged));
}
