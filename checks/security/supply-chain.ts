import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

const entrySchema = z.object({
  link: z.boolean().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  optional: z.boolean().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });
const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  allowScripts: z.record(z.string(), z.boolean()).optional(),
});

type Entry = z.infer<typeof entrySchema>;

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** The packages of the lockfile by name, without those of this repository. */
function lockedPackages(): readonly (readonly [name: string, entry: Entry])[] {
  const marker = 'node_modules/';
  return Object.entries(lockSchema.parse(readJson('package-lock.json')).packages)
    .filter(([key, entry]) => key.includes(marker) && !entry.link)
    .map(([key, entry]) => [key.slice(key.lastIndexOf(marker) + marker.length), entry]);
}

/** The problem of an entry of the lockfile, if it has one. */
function entryProblem(name: string, { integrity, resolved, optional, dev }: Entry): string | undefined {
  if (resolved !== undefined && !resolved.startsWith('https://')) return `${name} is fetched from ${resolved}`;
  // Developers' tools for other platforms, which no installation of the product gets.
  if (integrity === undefined) return optional && dev ? undefined : `${name} has no integrity`;
  return /\bsha512-/.test(integrity) ? undefined : `${name} has a weak integrity`;
}

function workspaceManifests(): readonly string[] {
  return Object.keys(lockSchema.parse(readJson('package-lock.json')).packages)
    .filter((key) => !key.includes('node_modules/'))
    .map((key) => path.join(key, 'package.json'));
}

/** Dependencies whose version is a range, which may resolve differently another day. */
function findRanges(): readonly string[] {
  return workspaceManifests().flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = manifestSchema.parse(readJson(file));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file} asks for ${name} ${version}`);
  });
}

/** The problems of the lockfile and of the versions in package.json. */
export function findLockfileProblems(): readonly string[] {
  const problems = lockedPackages().flatMap(([name, entry]) => entryProblem(name, entry) ?? []);
  return [...problems, ...findRanges()];
}

/** Locked packages without a hash. */
export function listWithoutIntegrity(): readonly string[] {
  return lockedPackages().flatMap(([name, { integrity }]) => (integrity === undefined ? [name] : []));
}

interface InstallScript {
  readonly name: string;
  /** Whether package.json has a row for it in allowScripts. */
  readonly isListed: boolean;
  readonly mayRun: boolean;
}

/** Packages with an install script, and what package.json says about each. */
export function listInstallScripts(): readonly InstallScript[] {
  const { allowScripts = {} } = manifestSchema.parse(readJson('package.json'));
  return lockedPackages()
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([name]) => ({ name, isListed: Object.hasOwn(allowScripts, name), mayRun: allowScripts[name] === true }));
}
