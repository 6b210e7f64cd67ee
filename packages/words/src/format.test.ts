import { expect, test } from 'vitest';
import { formatDate, formatDay, formatMoment } from './format.ts';
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

test('another language has its own names and order', () => {
  const spanish = { locale: 'es-US' };
  expect(formatDay(spanish, '2027-05-01')).toBe('1 de mayo de 2027');
  expect(formatMoment(spanish, 'America/New_York', EVENING)).toContain('21 de noviembre de 2026');
});
