import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers } from '@firstyear/freshman/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { utcMoment } from '../../../process/utc-moment.ts';
import { missingIn, possibleMoments } from './submission-checks.ts';

const daysAt = (instant: string) =>
  possibleMoments(new Date(instant))
    .map(({ today }) => today)
    .sort();

test.each([
  ['2026-11-21T09:59:59Z', ['2026-11-20', '2026-11-21']],
  ['2026-11-21T10:00:00Z', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ['2026-11-21T11:59:59Z', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ['2026-11-21T12:00:00Z', ['2026-11-21', '2026-11-22']],
])('at %s the days somewhere on earth are %j', (instant, days) => {
  expect(daysAt(instant)).toEqual(days);
});

test('all of these days have the same instant', () => {
  const now = new Date('2026-11-21T11:00:00Z');
  expect(possibleMoments(now).map((moment) => moment.now)).toEqual([now.getTime(), now.getTime(), now.getTime()]);
});

test("[AMB-145] an application is complete if it has no error on one of these days, and isn't with an error on each", () => {
  const form = englishForm(definition);
  const now = new Date('2026-11-21T11:00:00Z');
  const isCompleteWith = (overrides: Record<string, string>) =>
    missingIn(form, { answers: minimalAnswers(form, overrides, utcMoment(now)), tabs: {}, addAnother: {} }, now)
      .length === 0;
  expect(isCompleteWith({ birth_date: '2013-11-22' })).toBe(true);
  expect(isCompleteWith({ birth_date: '2013-11-23' })).toBe(false);
  expect(isCompleteWith({ first_name: '' })).toBe(false);
});
