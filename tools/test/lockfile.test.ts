import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSource } from './source-files.ts';

const lockfiles = ['package-lock.json', 'tools/mutation/package-lock.json'];

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/**
 * Programs for other platforms that couldn't be fetched when the lockfile was written. Their hashes are unknown, so npm installs
 * them unchecked. The list may only shrink: the test fails for an entry that has a hash.
 */
const WITHOUT_INTEGRITY: Readonly<Record<string, string>> = {
  '@biomejs/cli@2.6.8':
    'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  '@napi-rs/canvas@1.1.1':
    'android-arm64 darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-arm64-musl linux-riscv64-gnu linux-x64-musl win32-arm64-msvc win32-x64-msvc',
  '@swc/core@1.16.22':
    'darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
};

const exceptions = Object.entries(WITHOUT_INTEGRITY).flatMap(([program, platforms]) => {
  const [, name = '', version = ''] = /^(.+)@(.+)$/.exec(program) ?? [];
  return platforms.split(' ').map((platform) => `node_modules/${name}-${platform}@${version}`);
});

const readLockfile = (file: string) => lockSchema.parse(JSON.parse(readSource(file))).packages;

function installedPackages(lockfile: string) {
  return Object.entries(readLockfile(lockfile))
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, { version, integrity }]) => ({ name: `${place}@${version}`, integrity }));
}

test('each package of a lockfile has a hash that npm checks, except those that could not be fetched', () => {
  const all = lockfiles.flatMap(installedPackages);
  expect(all.length).toBeGreaterThan(400);
  const unchecked = all.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(unchecked.map(({ name }) => name).sort()).toEqual([...exceptions].sort());
});

test('the lockfile names the packages of every platform, so that npm ci works on each', () => {
  const packages = readLockfile('package-lock.json');
  const locked = new Set(Object.keys(packages).map((key) => key.slice(key.lastIndexOf('node_modules/') + 13)));
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(optional.length).toBeGreaterThan(20);
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});

test('the tools of the mutation tests have a lockfile of their own, and run the Vitest of the project', () => {
  const keysOf = (file: string) => Object.keys(readLockfile(file));
  expect(keysOf('package-lock.json').filter((key) => key.includes('@stryker-mutator'))).toEqual([]);
  const tools = keysOf('tools/mutation/package-lock.json');
  expect(tools).toContain('node_modules/@stryker-mutator/vitest-runner');
  expect(tools).not.toContain('node_modules/vitest');
});
