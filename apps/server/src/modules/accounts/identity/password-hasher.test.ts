import { expect, test } from 'vitest';
import { ApiError } from '../../../plugins/errors.ts';
import { passwordHasher } from './password-hasher.ts';

test('a password is stored as argon2id with 19 MiB, and only the same characters match', async () => {
  const hasher = passwordHasher();
  const stored = await hasher.hash('Violet-Lantern-42');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(stored, 'Violet-Lantern-42')).toBe(true);
  expect(await hasher.verify(stored, 'violet-Lantern-42')).toBe(false);
});

test('no password matches if none is stored', async () => {
  const hasher = passwordHasher();
  expect(await hasher.verify(null, '')).toBe(false);
  expect(await hasher.verify(undefined, 'Violet-Lantern-42')).toBe(false);
});

test('when too many wait for a hash, the rest get 503 with Retry-After', async () => {
  const hasher = passwordHasher({ concurrency: 1, waiting: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('Violet-Lantern-42')));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    expect(outcome.reason).toBeInstanceOf(ApiError);
    expect(outcome.reason).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  }
  await expect(hasher.hash('Violet-Lantern-42')).resolves.toContain('$argon2id$');
});

test('hashes are made one at a time by default', async () => {
  const hasher = passwordHasher({ waiting: 0 });
  const outcomes = await Promise.allSettled(Array.from({ length: 2 }, () => hasher.hash('Violet-Lantern-42')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
