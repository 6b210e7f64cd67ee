import {
  type Answers,
  type AnswerValue,
  answerOf,
  dayBeside,
  descKey,
  isAnswered,
  type Moment,
  textOf,
} from './answers.ts';
import type { Form } from './index-form.ts';
import { type ChoiceQuestion, isChoice, type QuestionOf } from './question.ts';
import { questionErrors } from './validate.ts';
import { clearHidden, labelOf, optionsOf } from './visibility.ts';

/** The conditional selects whose choices follow this answer. */
function dependentSelects(index: Form, key: string): readonly QuestionOf<'conditional-select'>[] {
  return index.fields.flatMap(({ question }) =>
    question.kind === 'conditional-select' && question.options.controlledBy === key ? [question] : [],
  );
}

/** Whether a value may be stored: a date only when its rules hold (VAL-66); of any other question, any value. */
export function isStorable(index: Form, answers: Answers, key: string, value: AnswerValue, moment: Moment): boolean {
  const question = index.byKey.get(key)?.question;
  if (question?.kind !== 'date' || value === '') return true;
  return questionErrors(question, { ...answers, [key]: value }, moment).length === 0;
}

/**
 * Everything that changes when one question gets a value: the key, its _desc, conditional selects that
 * follow it (COND-07), and whatever a condition now hides. The only way an applicant's answers are written.
 */
export function changeAnswer(index: Form, answers: Answers, key: string, value: AnswerValue, moment: Moment): Answers {
  const stored = isStorable(index, answers, key, value, moment) ? value : '';
  const changes: Record<string, AnswerValue> = { [key]: stored };
  const question = index.byKey.get(key)?.question;
  if (question && isChoice(question) && typeof stored === 'string') {
    changes[descKey(key)] = stored === '' ? '' : labelOf(question, stored, answers, moment);
  }
  const before = answerOf(answers, key);
  if (before !== stored) {
    for (const dependent of dependentSelects(index, key)) {
      // A state chosen before its country was: the first answer confirms it, only a changed one clears it.
      if (!isAnswered(before) && isOnItsList(dependent, { ...answers, ...changes }, moment)) continue;
      changes[dependent.key] = '';
      changes[descKey(dependent.key)] = '';
    }
  }
  return { ...changes, ...clearHidden(index, { ...answers, ...changes }) };
}

/**
 * The same on the machine of someone else, who may live a day ahead or behind: a limit of age that the applicant's
 * own calendar has let pass is not judged again by another one (readings AMB-145).
 */
function isStorableSomewhere(index: Form, answers: Answers, key: string, moment: Moment): boolean {
  const value = answerOf(answers, key);
  return [0, 1, -1].some((days) =>
    isStorable(index, answers, key, value, { ...moment, today: dayBeside(moment.today, days) }),
  );
}

function isOnItsList(question: ChoiceQuestion, answers: Answers, moment: Moment): boolean {
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
 * Stored answers with incoming ones laid over them. Keys that are not incoming stay as they are (readings,
 * decision 3), except what follows from the incoming ones: chosen labels are taken from the form, a conditional
 * select that its list no longer holds is cleared, and so is whatever a condition now hides. A date that breaks its
 * rules is stored as ''.
 */
export function mergeAnswers(index: Form, stored: Answers, incoming: Answers, moment: Moment): Answers {
  const merged: Record<string, AnswerValue> = { ...stored, ...incoming };
  const choices = new Set<ChoiceQuestion>();
  for (const key of Object.keys(incoming)) {
    const question = index.byKey.get(key)?.question ?? index.byKey.get(key.replace(/_desc$/, ''))?.question;
    if (!question) continue;
    if (isChoice(question)) choices.add(question);
    const value = merged[question.key] ?? '';
    if (!isStorableSomewhere(index, merged, question.key, moment)) merged[question.key] = '';
    if (answerOf(stored, question.key) === value) continue;
    for (const dependent of dependentSelects(index, question.key)) {
      if (Object.hasOwn(incoming, dependent.key) || !isAnswered(answerOf(merged, dependent.key))) continue;
      if (isOnItsList(dependent, merged, moment)) continue;
      merged[dependent.key] = '';
      choices.add(dependent);
    }
  }
  for (const question of choices) {
    merged[descKey(question.key)] = storedLabel(question, merged, moment);
  }
  return { ...merged, ...clearHidden(index, merged) };
}
