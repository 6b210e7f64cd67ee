import type { Answers, Moment } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import type { AnswerVersion } from '../../../db/columns.ts';
import { isNewer, mergeSave, questionsOf, type Stored, sameAnswers, versionsOfCleared } from './merge-save.ts';

const form = englishForm(definition);
const NOW = Date.parse('2026-11-21T12:00:00Z');
const moment: Moment = { now: NOW, today: '2026-11-21' };
const EMPTY: Stored = { answers: {}, versions: {} };
const version = (client: string, sequence: number, edited_at: number): AnswerVersion => ({
  client,
  sequence,
  edited_at,
});
/** Like the service, which reads only the versions that it needs. */
function save(stored: Stored, answers: Answers, by: AnswerVersion, now = NOW): Stored {
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(Object.entries(stored.versions).filter(([key]) => keys.includes(key)));
  const read = { ...stored, versions: pick(questionsOf(form, answers)) };
  const merged = mergeSave(form, read, { answers, version: by }, { ...moment, now });
  const cleared = versionsOfCleared(merged.cleared, pick(merged.cleared), by, now);
  return { answers: merged.answers, versions: { ...stored.versions, ...merged.written, ...cleared } };
}

test('a save of the same tab that was overtaken never overwrites the later one', () => {
  const later = save(EMPTY, { city: 'Second' }, version('tab-1', 2, NOW));
  const overtaken = save(later, { city: 'First', first_name: 'Ada' }, version('tab-1', 1, NOW + 5));
  expect(overtaken.answers).toMatchObject({ city: 'Second', first_name: 'Ada' });
});

test('a save that is sent again changes nothing', () => {
  const once = save(EMPTY, { city: 'Sampleton' }, version('tab-1', 3, NOW));
  expect(save(once, { city: 'Sampleton' }, version('tab-1', 3, NOW))).toEqual(once);
});

test('of two tabs the answer that was typed last stays, whichever arrives last', () => {
  const newer = save(EMPTY, { city: 'Newer' }, version('tab-1', 1, NOW - 1_000));
  expect(save(newer, { city: 'Older' }, version('tab-2', 9, NOW - 5_000)).answers.city).toBe('Newer');
  expect(save(newer, { city: 'Newest' }, version('tab-2', 1, NOW)).answers.city).toBe('Newest');
});

test('an unchanged save is recorded, so that an older one never wins over it', () => {
  const first = save(EMPTY, { city: 'Sampleton' }, version('tab-1', 1, NOW - 9_000));
  const again = save(first, { city: 'Sampleton' }, version('tab-2', 1, NOW - 1_000));
  expect(again).toEqual({ answers: first.answers, versions: { city: version('tab-2', 1, NOW - 1_000) } });
  expect(save(again, { city: 'Older' }, version('tab-3', 1, NOW - 5_000))).toEqual(again);
});

test("the label of a refused choice isn't saved", () => {
  const stored = save(EMPTY, { gender: 'female', gender_desc: 'Female' }, version('tab-1', 1, NOW));
  const after = save(stored, { gender: 'male', gender_desc: 'Male' }, version('tab-2', 1, NOW - 1));
  expect(after.answers).toMatchObject({ gender: 'female', gender_desc: 'Female' });
});

test('answers that a save hid stay cleared when an older save of them arrives late', () => {
  const scored = save(EMPTY, { sat_taken: 'yes', sat_score_math: '570' }, version('tab-1', 1, NOW - 9_000));
  const hidden = save(scored, { sat_taken: 'no' }, version('tab-1', 2, NOW - 1_000));
  expect(hidden.answers.sat_score_math).toBe('');
  const shown = save(hidden, { sat_taken: 'yes' }, version('tab-1', 3, NOW));
  expect(save(shown, { sat_score_math: '580' }, version('tab-2', 1, NOW - 5_000)).answers.sat_score_math).toBe('');
});

test('after the clock is set back, new answers are still accepted', () => {
  const stored = save(EMPTY, { city: 'Before' }, version('tab-1', 1, NOW));
  const anHourEarlier = NOW - 3_600_000;
  const after = save(stored, { city: 'After' }, version('tab-2', 1, anHourEarlier), anHourEarlier);
  expect(after.answers.city).toBe('After');
});

test.each([
  ['nothing is stored', version('a', 1, NOW), undefined, true],
  ['the same tab sends it later, though typed earlier', version('a', 2, NOW - 5), version('a', 1, NOW), true],
  ['the same tab sends it again', version('a', 2, NOW - 5), version('a', 2, NOW), true],
  ['the same tab has sent a later one', version('a', 1, NOW), version('a', 2, NOW - 5), false],
  ['another tab typed the stored one earlier', version('b', 1, NOW), version('a', 9, NOW - 1), true],
  ['another tab typed the stored one at the same time', version('b', 1, NOW), version('a', 9, NOW), true],
  ['another tab typed the stored one later', version('b', 9, NOW - 1), version('a', 1, NOW), false],
  ['no tab is named, and it is typed later', version('', 1, NOW), version('', 9, NOW - 1), true],
  ['no tab is named, and it is typed earlier', version('', 9, NOW - 1), version('', 1, NOW), false],
  ['the stored one is a minute in the future', version('b', 1, NOW), version('a', 1, NOW + 60_000), false],
  ['the stored one is more than a minute in the future', version('b', 1, NOW), version('a', 1, NOW + 60_001), true],
])('only a newer answer overwrites the stored one: %s (%#)', (_, incoming, stored, expected) => {
  expect(isNewer(incoming, stored, NOW)).toBe(expected);
});

test("a label without its choice changes nothing and isn't recorded", () => {
  const stored = save(EMPTY, { gender: 'female', gender_desc: 'Female' }, version('tab-1', 1, NOW - 5));
  expect(Object.keys(stored.versions)).toEqual(['gender']);
  expect(save(stored, { gender_desc: 'Male' }, version('tab-2', 1, NOW))).toEqual(stored);
});

test('only the answers that a save writes or hides count as written by it', () => {
  const first = version('tab-1', 1, NOW - 9_000);
  const scored = save(EMPTY, { sat_taken: 'yes', sat_score_math: '570', sat_test_month: '5', city: 'Here' }, first);
  const newest = version('tab-2', 1, NOW);
  const corrected = save(scored, { sat_score_math: '580' }, newest);
  const hiding = version('tab-1', 2, NOW - 1_000);
  const hidden = save(corrected, { sat_taken: 'no' }, hiding);
  expect(hidden.answers).toMatchObject({ sat_score_math: '', sat_test_month: '', city: 'Here' });
  expect(hidden.versions).toEqual({
    sat_taken: hiding,
    sat_test_month: hiding,
    city: first,
    // Typed after the answer that hides it: a save from in between still has to lose.
    sat_score_math: newest,
  });
});

test('answers are equal if each key is equal, and a missing key equals an empty one', () => {
  expect(sameAnswers({ city: 'a' }, { city: 'a', state: '' })).toBe(true);
  expect(sameAnswers({ city: 'a', state: '' }, { city: 'a' })).toBe(true);
  expect(sameAnswers({ city: 'a' }, { city: 'a', state: 'KY' })).toBe(false);
  expect(sameAnswers({ city: 'a', state: 'KY' }, { city: 'a' })).toBe(false);
  expect(sameAnswers({ optin_sms_ind: false }, { optin_sms_ind: true })).toBe(false);
});
