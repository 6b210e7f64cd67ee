import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { TRIES_OF_CODE } from '../../../config/limits.ts';
import { CODE_LIFE_MS, hashCode, isHashOfCode, newCode } from './codes.ts';

const secret = { current: randomBytes(32), previous: undefined };
const ADA = 'ada@mail.example';

test('a code has six digits, even if it begins with zeros, and codes are evenly distributed', () => {
  const codes = Array.from({ length: 500 }, newCode);
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});

test('a code lasts ten minutes and five tries', () => {
  expect([CODE_LIFE_MS, TRIES_OF_CODE]).toEqual([600_000, 5]);
});

test('the hash of a code depends on the code, the address and the secret', () => {
  const hash = hashCode(secret, ADA, '123456');
  expect(isHashOfCode(secret, hash, ADA, '123456')).toBe(true);
  expect(isHashOfCode(secret, hash, ADA, '123457')).toBe(false);
  expect(isHashOfCode(secret, hash, 'bo@mail.example', '123456')).toBe(false);
  expect(isHashOfCode({ current: randomBytes(32), previous: undefined }, hash, ADA, '123456')).toBe(false);
  // The separator between address and code counts, so that no other pair has the same hash.
  expect(isHashOfCode(secret, hashCode(secret, 'a', '1123456'), 'a1', '123456')).toBe(false);
});
