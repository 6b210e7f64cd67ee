import os from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { argon2id } from './argon2id.ts';
import { type HashProcess, hashProcess } from './hash-process.ts';

let hashes: HashProcess;
afterEach(() => hashes.stop());

/** The process that hashes, as the system sees it. */
const pidOf = (own: HashProcess): number => {
  const pid = own.pid();
  if (pid === undefined) throw new Error('There is none.');
  return pid;
};

test('a process of lower priority makes the same hashes as the threads of this one, and ends when it is stopped', async () => {
  hashes = hashProcess();
  const stored = await hashes.hash('Violet-Lantern-42');
  expect(await argon2id.verify(stored, 'Violet-Lantern-42')).toBe(true);
  expect(await hashes.verify(await argon2id.hash('Violet-Lantern-42'), 'Violet-Lantern-42')).toBe(true);
  expect(await hashes.verify(stored, 'violet-lantern-42')).toBe(false);
  const pid = pidOf(hashes);
  expect(os.getPriority(pid)).toBe(Math.min(19, os.getPriority() + 10));
  // A terminal or a supervisor may tell all processes to end at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  await hashes.hash('Violet-Lantern-42');
  expect(pidOf(hashes)).toBe(pid);
  await hashes.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a hash that cannot be compared is an error of that one alone', async () => {
  hashes = hashProcess();
  const [broken, whole] = await Promise.allSettled([hashes.verify('no hash', 'x'), hashes.hash('Violet-Lantern-42')]);
  expect([broken.status, whole.status]).toEqual(['rejected', 'fulfilled']);
});

test('when the process dies, what it worked on is refused for now, and another one hashes what comes next', async () => {
  hashes = hashProcess();
  await hashes.hash('Violet-Lantern-42');
  const first = pidOf(hashes);
  process.kill(first, 'SIGSTOP');
  const refused = hashes.hash('Violet-Lantern-42');
  process.kill(first, 'SIGKILL');
  await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  await eventually(async () => expect(await hashes.hash('Violet-Lantern-42')).toContain('$argon2id$'));
  expect(pidOf(hashes)).not.toBe(first);
});
