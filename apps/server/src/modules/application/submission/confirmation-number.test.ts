import { expect, test } from 'vitest';
import { newConfirmationNumber } from './service.ts';

test('a confirmation number names the season and has no characters that are easily misread', () => {
  const numbers = Array.from({ length: 2_000 }, () => newConfirmationNumber(new Date('2026-11-21T12:00:00Z')));
  for (const number of numbers)
    expect(number).toMatch(/^FY27-[234679ACDEFGHJKMNPQRTVWXYZ]{4}-[234679ACDEFGHJKMNPQRTVWXYZ]{4}$/);
  expect(new Set(numbers).size).toBe(2_000);
});

test.each([
  ['2026-07-31T23:59:59Z', 'FY26-'],
  ['2026-08-01T00:00:00Z', 'FY27-'],
  ['2027-01-31T12:00:00Z', 'FY27-'],
  ['2099-12-01T12:00:00Z', 'FY00-'],
  ['2104-10-01T12:00:00Z', 'FY05-'],
])('a number assigned on %s begins with %s', (instant, start) => {
  expect(newConfirmationNumber(new Date(instant)).slice(0, 5)).toBe(start);
});
