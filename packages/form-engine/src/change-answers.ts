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

/** Whether a value may be stored: a date only when its rules hold [VAL-66]; of most other kinds, any value. */
export function isStorable(form: Form, answers: Answers, key: string, value: AnswerValue, moment: Moment): boolean {
  const question = form.byKey.get(key)?.question;
  if (!question || !traitsOf(question).storesOnlyValid || value === '') return true;
  return questionErrors(form, question, { ...answers, [key]: value }, moment).length === 0;
}

/**
 * Everything that changes when one question gets a value: the key, its _desc, what follows it [COND-07], and whatever
 * a condition now hides. The only way an applicant's answers are written.
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
      // A state chosen before its country was: the first answer confirms it, only a changed one clears it.
      if (!isAnswered(before) && isOnItsList(follower, { ...answers, ...changes }, moment)) continue;
      for (const stored of storedKeysOf(follower)) changes[stored] = '';
    }
  }
  return { ...changes, ...clearHidden(form, { ...answers, ...changes }) };
}

/**
 * The same on the machine of someone else, who may live a day ahead or behind: a limit of age that the applicant's
 * own calendar has let pass is not judged again by another one.
 */
function isStorableSomewhere(form: Form, answers: Answers, key: string, moment: Moment): boolean {
  const value = answerOf(answers, key);
  return [0, 1, -1].some((days) =>
    isStorable(form, answers, key, value, { ...moment, today: addDays(moment.today, days) }),
  );
}

function isOnItsList(question: Question, answers: Answers, moment: Moment): boolean {
  if (!isChoice(question)) return false;
  const options = optionsOf(question, answers, moment);
  return options !== 'text' && options.some((option) => option.value === textOf(answers, question.key));
}

/** The label of a stored choice. A value that is on no list any more keeps the label that came with it. */
function storedLabel(question: ChoiceQuestion, answers: Answers, moment: Moment): string {
  const value = textOf(answers, question.key);
  if (value === '') return '';
  const isStale = optionsOf(question, answers, moment) !== 'text' && !isOnItsList(question, answers, moment);
  return (isStale && textOf(answers, descKey(question.key))) || labelOf(question, value, answers, moment);
}

/**
 * Stored answers with incoming ones laid over them. Keys that are not incoming stay as they are,
 * so that two devices do not undo each other's work, except what follows from the incoming ones: chosen labels are taken from the form, a conditional
 * select that its list no longer holds is cleared, and so is whatever a condition now hides. A date that breaks its
 * rules is stored as ''.
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
      if (isOnItsList(follower, merged, moment)) continue;
      for (const stored of storedKeysOf(follower)) merged[stored] = '';
    }
  }
  for (const question of choices) {
    merged[descKey(question.key)] = storedLabel(question, merged, moment);
  }
  return Object.assign(merged, clearHidden(form, merged));
}
