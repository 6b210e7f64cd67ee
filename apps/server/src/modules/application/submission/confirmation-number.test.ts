import { expect, test } from 'vitest';
import { newConfirmationNumber } from './service.ts';

const EASTERN = 'America/New_York';
const NOON = new Date('2026-11-21T12:00:00Z');

test('a confirmation number names the season and has no characters that are easily misread', () => {
  const numbers = Array.from({ length: 2_000 }, () => newConfirmationNumber('2027', EASTERN, NOON));
  for (const number of numbers)
    expect(number).toMatch(/^FY27-[234679ACDEFGHJKMNPQRTVWXYZ]{4}-[234679ACDEFGHJKMNPQRTVWXYZ]{4}$/);
  expect(new Set(numbers).size).toBe(2_000);
});

test.each([
  ['2027', '2026-07-31T23:59:59Z', EASTERN, 'FY27-'],
  ['2027', '2027-10-15T12:00:00Z', EASTERN, 'FY27-'],
  ['2100', '2099-12-01T12:00:00Z', EASTERN, 'FY00-'],
  ['2105-06', '2104-10-01T12:00:00Z', EASTERN, 'FY05-'],
  ['second', '2027-01-01T04:59:59Z', EASTERN, 'FY26-'],
  ['second', '2027-01-01T04:59:59Z', 'Europe/Berlin', 'FY27-'],
])('a number of the season %s assigned on %s in %s begins with %s', (season, instant, zone, start) => {
  expect(newConfirmationNumber(season, zone, new Date(instant)).slice(0, 5)).toBe(start);
});
