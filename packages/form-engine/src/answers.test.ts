import { describe, expect, test } from 'vitest';
import { addDays, answerOf, isAnswered, isBlank, momentOf, textOf } from './answers.ts';

describe('reading one answer', () => {
  test('is empty when it is missing, also under a name that every object has', () => {
    expect([answerOf({}, 'a'), answerOf({}, 'constructor'), answerOf({ a: false }, 'a')]).toEqual(['', '', false]);
  });

  test('is text only when it is text', () => {
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
