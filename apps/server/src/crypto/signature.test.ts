import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { acceptedSignatures, isSignature, sign } from './signature.ts';

const [old, next] = [randomBytes(32), randomBytes(32)];
const before = { current: old, previous: undefined };
const during = { current: next, previous: old };
const after = { current: next, previous: undefined };

test('a signature is valid for its purpose and its text alone', () => {
  const signature = sign(before, 'links', 'a');
  expect(isSignature(before, 'links', 'a', signature)).toBe(true);
  expect(isSignature(before, 'links', 'b', signature)).toBe(false);
  expect(isSignature(before, 'codes', 'a', signature)).toBe(false);
  expect(isSignature(before, 'links', 'a', signature.subarray(1))).toBe(false);
  expect(isSignature(before, 'links', 'a', Buffer.alloc(0))).toBe(false);
});

test('a signature stays valid during a key rotation, and not afterwards', () => {
  const signature = sign(before, 'links', 'a');
  expect([during, after].map((secret) => isSignature(secret, 'links', 'a', signature))).toEqual([true, false]);
  const made = sign(during, 'links', 'a');
  expect([before, during, after].map((secret) => isSignature(secret, 'links', 'a', made))).toEqual([false, true, true]);
  expect(acceptedSignatures(during, 'links', 'a')).toEqual([made, signature]);
});
