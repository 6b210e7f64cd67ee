import { afterEach, describe, expect, test, vi } from 'vitest';
import { addDays, answerOf, isAnswered, isBlank, momentOf, textOf } from './answers.ts';

describe('one answer of a map', () => {
  test('is empty when it is missing, also under a name that every object has', () => {
    expect([answerOf({}, 'a'), answerOf({}, 'constructor'), answerOf({ a: false }, 'a')]).toEqual(['', '', false]);
  });

  test('reads as text only when it is text', () => {
    expect([textOf({ a: 'x' }, 'a'), textOf({ a: true }, 'a'), textOf({}, 'a')]).toEqual(['x', '', '']);
  });

  test.each([
    ['x', true, false],
    [' ', true, true],
    ['', false, true],
    [true, true, false],
    [false, false, true],
  ])('%j is answered: %s, and blank: %s', (value, answered, blank) => {
    expect([isAnswered(value), isBlank(value)]).toEqual([answered, blank]);
  });
});

test('a moment is an instant with the local calendar day, in ten characters', () => {
  const january = new Date(2026, 0, 5, 23, 59);
  expect(momentOf(january)).toEqual({ now: january.getTime(), today: '2026-01-05' });
  expect(momentOf(new Date(2026, 10, 21)).today).toBe('2026-11-21');
  const early = new Date(2000, 8, 9);
  early.setFullYear(987);
  expect(momentOf(early).today).toBe('0987-09-09');
});

describe('where the applicant is', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    // Early evening in Kentucky, when it is tomorrow in UTC already.
    ['America/Kentucky/Louisville', '2026-11-21T23:30:00Z', '2026-11-21'],
    ['America/Kentucky/Louisville', '2026-11-22T00:30:00Z', '2026-11-21'],
    ['America/Kentucky/Louisville', '2026-11-22T05:00:00Z', '2026-11-22'],
    ['America/Los_Angeles', '2027-01-01T07:59:00Z', '2026-12-31'],
    ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
    ['Asia/Kathmandu', '2026-11-21T18:14:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'],
  ])('[AMB-145] in %s it is at %s the day %s', (zone, instant, today) => {
    vi.stubEnv('TZ', zone);
    expect(momentOf(new Date(instant))).toEqual({ now: Date.parse(instant), today });
  });
});

test.each([
  ['2026-11-20', 1, '2026-11-21'],
  ['2026-11-20', -1, '2026-11-19'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-03-01', -1, '2027-02-28'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
