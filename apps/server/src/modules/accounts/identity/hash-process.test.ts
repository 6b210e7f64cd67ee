import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { argon2id } from './argon2id.ts';
import { type HashProcess, hashProcess } from './hash-process.ts';

let hashes: HashProcess;
afterEach(() => hashes.stop());

/** The hashing process, as the system reports it. */
const pidOf = (own: HashProcess): number => {
  const pid = own.pid();
  if (pid === undefined) throw new Error('There is none.');
  return pid;
};

test('a process of lower priority makes the same hashes as threads in this process, and ends when it is stopped', async () => {
  hashes = hashProcess();
  const stored = await hashes.hash('Violet-Lantern-42');
  expect(await argon2id.verify(stored, 'Violet-Lantern-42')).toBe(true);
  expect(await hashes.verify(await argon2id.hash('Violet-Lantern-42'), 'Violet-Lantern-42')).toBe(true);
  expect(await hashes.verify(stored, 'violet-lantern-42')).toBe(false);
  const pid = pidOf(hashes);
  expect(os.getPriority(pid)).toBe(Math.min(19, os.getPriority() + 10));
  // A terminal or a supervisor may signal all processes at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  await hashes.hash('Violet-Lantern-42');
  expect(pidOf(hashes)).toBe(pid);
  await hashes.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a malformed hash fails only its own comparison', async () => {
  hashes = hashProcess();
  const [broken, whole] = await Promise.allSettled([hashes.verify('no hash', 'x'), hashes.hash('Violet-Lantern-42')]);
  expect([broken.status, whole.status]).toEqual(['rejected', 'fulfilled']);
});

test('when the process dies, its pending hashes are refused for now, and a new process makes the next ones', async () => {
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

/** Hashes while no file can be opened, so that no process can start, and afterwards. */
const WITHOUT_FILES = `
  import fs from 'node:fs';
  import { hashProcess } from '${new URL('hash-process.ts', import.meta.url)}';
  const files = [];
  try {
    for (;;) files.push(fs.openSync('/dev/null'));
  } catch {}
  const own = hashProcess();
  const hash = () => own.hash('Violet-Lantern-42').catch(({ status }) => status);
  const refused = await hash();
  for (const file of files) fs.closeSync(file);
  const stored = await hash();
  await own.stop();
  console.log(refused, String(stored).slice(0, 9));`;

test("when the process can't be started, a hash is refused for now, and the next hash tries to start it again", async () => {
  hashes = hashProcess();
  const script = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, WITHOUT_FILES]);
  expect(stdout).toBe('503 $argon2id\n');
});
