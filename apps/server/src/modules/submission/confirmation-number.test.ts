import { expect, test } from 'vitest';
import { newConfirmationNumber } from './confirmation-number.ts';

test('a confirmation number names the season and holds nothing that is easily misread', () => {
  const numbers = Array.from({ length: 2_000 }, () => newConfirmationNumber(new Date('2026-11-21T12:00:00Z')));
  for (const number of numbers)
    expect(number).toMatch(/^FY27-[234679ACDEFGHJKMNPQRTVWXYZ]{4}-[234679ACDEFGHJKMNPQRTVWXYZ]{4}$/);
  expect(new Set(numbers).size).toBe(2_000);
  expect(newConfirmationNumber(new Date('2026-07-31T12:00:00Z'))).toMatch(/^FY26-/);
});
