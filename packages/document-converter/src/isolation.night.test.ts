import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findIsolation, type IsolatedProgram, type Isolation, runIsolated } from './isolation.ts';

const searchPath = process.env.PATH ?? '';
const limits = { cpuSeconds: 10, fileBytes: 1_000_000 };
const { signal } = new AbortController();
let folder: string;
let secret: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-isolation-'));
  await chmod(folder, 0o777);
  secret = path.join(await mkdtemp(path.join(tmpdir(), 'firstyear-secret-')), 'secret');
  await writeFile(secret, 'nobody reads this', { mode: 0o644 });
  await chmod(path.dirname(secret), 0o755);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(path.dirname(secret), { recursive: true, force: true });
});

const shell = (script: string, more: Partial<IsolatedProgram> = {}): IsolatedProgram => ({
  program: '/bin/sh',
  args: ['-c', script],
  folder,
  limits,
  ...more,
});
const run = (isolation: Isolation, program: IsolatedProgram, wallMs = 10_000) =>
  runIsolated(isolation, program, { deadline: { cpuSeconds: limits.cpuSeconds, wallMs }, signal });

/** Isolation on a machine that has only these programs. */
const withOnly = (...names: readonly string[]) => withPrograms(Object.fromEntries(names.map((name) => [name, ''])));

/** The same, with a script that runs before each program. */
async function withPrograms(programs: Readonly<Record<string, string>>): Promise<Isolation> {
  const bin = await mkdtemp(path.join(tmpdir(), 'firstyear-bin-'));
  for (const [name, before] of Object.entries(programs)) {
    const real = findOnPath([name], searchPath);
    if (real === undefined) throw new Error(`These tests need ${name}.`);
    await writeFile(path.join(bin, name), `#!/bin/sh\n${before}\nexec ${real} "$@"\n`, { mode: 0o755 });
  }
  return findIsolation(bin);
}

describe('behind namespaces', () => {
  const isolation = findIsolation(searchPath);

  test('a program can write to its own folder only', async () => {
    expect(isolation.level).toBe('namespaces');
    expect(await run(isolation, shell(`echo x > ${folder}/made`))).toEqual({ how: 'exited', code: 0 });
    expect(await readdir(folder)).toContain('made');
    expect(await run(isolation, shell('echo x > /usr/made'))).not.toEqual({ how: 'exited', code: 0 });
  });

  test('it sees no file of the machine, no other process and no network', async () => {
    expect(await run(isolation, shell(`cat ${secret}`))).not.toEqual({ how: 'exited', code: 0 });
    expect(await run(isolation, shell('cat /etc/passwd'))).not.toEqual({ how: 'exited', code: 0 });
    expect(await run(isolation, shell(`test -d /proc/${process.pid}`))).toEqual({ how: 'exited', code: 1 });
    expect(await run(isolation, shell('test "$(grep -c : /proc/net/dev)" = 1'))).toEqual({ how: 'exited', code: 0 });
    expect(await run(isolation, shell('test -z "$DATABASE_URL$SECRET_KEY" && test "$(id -u)" = 65534'))).toEqual({
      how: 'exited',
      code: 0,
    });
  });

  test('the processes that it started are killed with it when it takes too long', async () => {
    const late = path.join(folder, 'late');
    expect(await run(isolation, shell(`(sleep 2; echo x > ${late}) & sleep 60`), 200)).toEqual({ how: 'timed-out' });
    expect(await run(isolation, shell('sleep 3'))).toEqual({ how: 'exited', code: 0 });
    expect(await readdir(folder)).not.toContain('late');
  });

  test('its deadline counts the processor time of its children too, and no time spent waiting', async () => {
    const within = (script: string) =>
      runIsolated(isolation, shell(script), { deadline: { cpuSeconds: 0.5, wallMs: 120_000 }, signal });
    expect(await within('sleep 2')).toEqual({ how: 'exited', code: 0 });
    expect(await within('(while :; do :; done) & wait')).toEqual({ how: 'too-slow' });
  });

  test('it can make neither namespaces nor system calls that only exploits need', async () => {
    expect(isolation.isHardened).toBe(true);
    const isRefused = (call: number) => `perl -e 'exit(syscall(${call}, 0, 0, 0, 0) == -1 && $! == 1 ? 0 : 1)'`;
    const [ptrace, keyctl] = process.arch === 'x64' ? [101, 250] : [117, 219];
    for (const script of ['! unshare -U true', isRefused(ptrace), isRefused(keyctl), isRefused(0x40000000)]) {
      expect(await run(isolation, shell(script)), script).toEqual({ how: 'exited', code: 0 });
    }
  });

  test('on a machine that cannot harden them, the walls still hold', async () => {
    const weaker = await withPrograms({ bwrap: 'case "$*" in *--seccomp*|*--disable-userns*) exit 1;; esac' });
    expect([weaker.level, weaker.isHardened]).toEqual(['namespaces', false]);
    expect(await run(weaker, shell(`cat ${secret}`))).not.toEqual({ how: 'exited', code: 0 });
    expect(await run(weaker, shell('true'))).toEqual({ how: 'exited', code: 0 });
  });

  test('being killed and exiting are different outcomes', async () => {
    expect(await run(isolation, shell('kill -9 $$'))).toEqual({ how: 'killed' });
    expect(await run(isolation, shell('kill -15 $$'))).toEqual({ how: 'exited', code: 143 });
  });

  test('it cannot write more than its limit', async () => {
    const ended = await run(isolation, shell(`head -c 5000000 /dev/zero > ${folder}/large`));
    expect(ended).not.toEqual({ how: 'exited', code: 0 });
  });
});

test('a background program has low priority, within its session and as a session', async () => {
  const ownNiceness = os.getPriority();
  const isBehind = [
    `test "$(nice)" = ${Math.min(ownNiceness + 10, 19)}`,
    '{ ! test -e /proc/self/autogroup || grep -q "nice 4$" /proc/self/autogroup; }',
  ].join(' && ');
  for (const isolation of [findIsolation(searchPath), await withOnly('prlimit', 'setpriv'), await withOnly()]) {
    expect(await run(isolation, shell(isBehind, { isBackground: true }))).toEqual({ how: 'exited', code: 0 });
    expect(await run(isolation, shell(isBehind))).toEqual({ how: 'exited', code: 1 });
  }
});

test('without bubblewrap, programs run with limits, and as an unprivileged user when we are root', async () => {
  const isolation = await withOnly('prlimit', 'setpriv');
  const isRoot = process.getuid?.() === 0;
  expect(isolation.level).toBe(isRoot ? 'user' : 'limits');
  if (isRoot) {
    expect(isolation.owner).toEqual({ uid: 65_534, gid: 65_534 });
    expect(await run(isolation, shell('test "$(/usr/bin/id -u)" = 65534'))).toEqual({ how: 'exited', code: 0 });
  }
  const ended = await run(isolation, shell(`/usr/bin/head -c 5000000 /dev/zero > ${folder}/too-large`));
  expect(ended).not.toEqual({ how: 'exited', code: 0 });
  expect(await run(isolation, shell('/bin/sleep 60'), 200)).toEqual({ how: 'timed-out' });
});

test('on a machine without any of these, programs still end at their deadline', async () => {
  const isolation = await withOnly();
  expect(isolation.level).toBe('limits');
  expect(await run(isolation, shell('/bin/sleep 60'), 200)).toEqual({ how: 'timed-out' });
});
