import { expect, test } from 'vitest';
import { formatDate, formatDay, formatMoment, instantIn } from './format.ts';
import { ENGLISH } from './language.ts';

const EVENING = new Date('2026-11-22T03:30:00Z');

test("the day is the university's, even where the next one has begun", () => {
  expect(formatDate(ENGLISH, 'America/New_York', EVENING)).toBe('November 21, 2026');
  expect(formatDate(ENGLISH, 'Asia/Tokyo', EVENING)).toBe('November 22, 2026');
});

test("the time is the university's, with its zone", () => {
  expect(formatMoment(ENGLISH, 'America/New_York', EVENING)).toBe('November 21, 2026 at 10:30 PM Eastern Time');
  expect(formatMoment(ENGLISH, 'America/Denver', EVENING)).toBe('November 21, 2026 at 8:30 PM Mountain Time');
});

test('a calendar day is the same in every time zone', () => {
  expect(formatDay(ENGLISH, '2027-05-01')).toBe('May 1, 2027');
});

test.each([
  ['2027-03-01T23:59', '2027-03-02T04:59:00.000Z'],
  ['2027-03-14T01:30', '2027-03-14T06:30:00.000Z'],
  ['2027-03-14T03:30', '2027-03-14T07:30:00.000Z'],
  ['2027-07-01T12:00', '2027-07-01T16:00:00.000Z'],
])('%s typed for New York is the instant at which its clocks show that', (local, instant) => {
  expect(instantIn('America/New_York', local).toISOString()).toBe(instant);
});

test.each(['', '20270-03-01T23:59'])(
  'the moment “%s”, which is not typed yet, is no instant and has no words',
  (local) => {
    const instant = instantIn('America/New_York', local);
    expect(instant.getTime()).toBeNaN();
    expect(formatMoment(ENGLISH, 'America/New_York', instant)).toBe('');
  },
);

test.each(['0002', '0020', '0202'])('%s, a year that is being typed, has its moments', (year) => {
  const instant = instantIn('America/New_York', `${year}-03-01T23:59`);
  expect(formatMoment(ENGLISH, 'America/New_York', instant)).toContain(`March 1, ${Number(year)} at 11:59 PM`);
});

test('another language has its own names and order', () => {
  const spanish = { locale: 'es-US' };
  expect(formatDay(spanish, '2027-05-01')).toBe('1 de mayo de 2027');
  expect(formatMoment(spanish, 'America/New_York', EVENING)).toContain('21 de noviembre de 2026');
});
