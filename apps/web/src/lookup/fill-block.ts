import type { LookupRecord } from '@firstyear/api-contract';
import { type AnswerValue, type LookupField, maxLengthOf, type QuestionOf } from '@firstyear/application-form';
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

function cutToFit(store: AnswerStore, key: string, value: string): string {
  const question = store.form.byKey.get(key)?.question;
  return question === undefined ? value : value.slice(0, maxLengthOf(question));
}

/** What stands in the block of a question, by key. */
export function blockOf(store: AnswerStore, question: QuestionOf<'lookup'>): ReadonlyMap<string, AnswerValue> {
  return new Map(Object.values(question.fills).map((key) => [key, store.inputValue(key)]));
}

/**
 * Puts a found record into the block of its question, but for what has been typed since it was chosen. What the record
 * does not have is emptied, except a flat's number.
 */
export function fillBlock(
  store: AnswerStore,
  question: QuestionOf<'lookup'>,
  record: LookupRecord,
  whenChosen: ReadonlyMap<string, AnswerValue>,
): void {
  const untouched = new Set(
    [...whenChosen].filter(([key, value]) => store.inputValue(key) === value).map(([key]) => key),
  );
  for (const field of ORDER) {
    const key = question.fills[field];
    const value = record[field];
    if (key === undefined || !untouched.has(key) || (field === 'address_line_2' && value === '')) continue;
    store.changeMany({ [key]: cutToFit(store, key, value) });
  }
}

/** Stores what is typed or chosen as the name or address line; a code that belonged to another name goes (AMB-173). */
export function keepLabel(store: AnswerStore, question: QuestionOf<'lookup'>, label: string): void {
  const { ceeb } = question.fills;
  const fits = cutToFit(store, question.key, label);
  const clearsCode = ceeb !== undefined && store.inputValue(question.key) !== fits && store.inputValue(ceeb) !== '';
  store.changeMany({ [question.key]: fits, ...(clearsCode && { [ceeb]: '' }) });
}
