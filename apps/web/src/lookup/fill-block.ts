import type { LookupRecord } from '@firstyear/api-contract/lookup';
import {
  type Answers,
  type AnswerValue,
  cleanAnswer,
  isAnswered,
  type LookupField,
  maxLengthOf,
  type QuestionOf,
} from '@firstyear/form-engine';
import type { AnswerStore } from '../answers/answer-store.ts';

/** Country before state: a new country clears the state of the old one. */
const ORDER: readonly LookupField[] = [
  'country',
  'state',
  'city',
  'zip',
  'address_line_1',
  'address_line_2',
  'name',
  'ceeb',
];

/** A part of a record as it is stored. */
function cutToFit(store: AnswerStore, key: string, value: string): string {
  const question = store.form.byKey.get(key)?.question;
  return question === undefined ? value : String(cleanAnswer(question, value)).slice(0, maxLengthOf(question));
}

export function blockOf(store: AnswerStore, question: QuestionOf<'lookup'>): ReadonlyMap<string, AnswerValue> {
  return new Map(Object.values(question.fills).map((key) => [key, store.inputValue(key)]));
}

/** A record's answers for the block of its question, by key. */
export function answersOf(store: AnswerStore, question: QuestionOf<'lookup'>, record: LookupRecord): Answers {
  const answers: Record<string, string> = {};
  for (const field of ORDER) {
    const key = question.fills[field];
    if (key !== undefined) answers[key] = cutToFit(store, key, record[field]);
  }
  return answers;
}

/** Whether the block names another place than the record, so that its answers belong to another school. */
function isElsewhere(store: AnswerStore, question: QuestionOf<'lookup'>, answers: Answers): boolean {
  return (['country', 'state', 'city'] as const).some((field) => {
    const key = question.fills[field];
    if (key === undefined) return false;
    const now = store.inputValue(key);
    return isAnswered(now) && now !== answers[key];
  });
}

/**
 * Puts a record into the block of its question, except into questions that have changed since it was chosen. Typed answers
 * that the record lacks stay; those of an earlier suggestion, or of a school in another place, are emptied.
 */
export function fillBlock(
  store: AnswerStore,
  question: QuestionOf<'lookup'>,
  record: LookupRecord,
  whenChosen: ReadonlyMap<string, AnswerValue>,
): void {
  const before = store.undo.filledWith(question.key);
  const answers = answersOf(store, question, record);
  const replacesSchool = question.category !== 'address' && isElsewhere(store, question, answers);
  const untouched = new Set(
    [...whenChosen].filter(([key, value]) => store.inputValue(key) === value).map(([key]) => key),
  );
  const filled: Record<string, AnswerValue> = {};
  for (const [key, value] of Object.entries(answers)) {
    if (!untouched.has(key)) continue;
    const wasFilled = isAnswered(before[key] ?? '') && store.inputValue(key) === before[key];
    const isTyped = key !== question.fills.ceeb && !wasFilled && !replacesSchool;
    if (isAnswered(value) || !isTyped) store.changeMany({ [key]: value });
    if (isAnswered(value)) filled[key] = value;
  }
  store.undo.noteFilledWith(question.key, filled);
}

/** Stores the name or address line of a suggestion, cut to its maximal length. */
export function storeLabel(store: AnswerStore, question: QuestionOf<'lookup'>, label: string): void {
  store.changeMany({ [question.key]: cutToFit(store, question.key, label) });
}

/**
 * Removes the answers that came with a suggestion once its name has changed; they can be brought back. Typed answers stay.
 * A code, which nobody types, is removed in any case (AMB-173).
 */
export function dropFilled(store: AnswerStore, question: QuestionOf<'lookup'>): void {
  const { key, category, fills } = question;
  if (category === 'address') return;
  const filled = store.undo.filledWith(key);
  const name = filled[key];
  if (name === store.inputValue(key)) return;
  const own = Object.keys(filled).filter((item) => item !== key && store.inputValue(item) === filled[item]);
  store.undo.noteFilledWith(key, {});
  const hasMore = own.some((item) => item !== fills.ceeb);
  if (fills.ceeb !== undefined && !(hasMore && own.includes(fills.ceeb))) store.changeMany({ [fills.ceeb]: '' });
  const block = Object.values(fills).filter((fill) => fill !== key);
  if (hasMore) store.undo.removeFilled(key, String(name), own, block);
}

/** Stores a typed name or address line: answers of another name's suggestion go, and return with their own name. */
export function typeLabel(store: AnswerStore, question: QuestionOf<'lookup'>, label: string): void {
  if (store.inputValue(question.key) === label) return;
  store.changeMany({ [question.key]: label });
  const removal = store.undo.removalAt((place) => place.kind === 'lookup' && place.key === question.key);
  if (removal?.causes[question.key] === label) store.undo.bringBack(removal.id);
  else dropFilled(store, question);
}
