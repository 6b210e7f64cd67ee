import fs from 'node:fs';
import path from 'node:path';
import { type Migration, renamed } from '@firstyear/form-engine/releases';

const OWN_PACKAGES = '@firstyear';
/** The files and folders of this repository that the product needs. */
const PARTS = [
  'apps',
  'e2e',
  'forms',
  'packages',
  'partners',
  'tools',
  'package.json',
  'playwright.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results']);

/** Links the installed packages into a folder with another version of this repository. */
export function linkPackages(root: string, folder: string): void {
  const installed = fs.realpathSync(path.join(root, 'node_modules'));
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, OWN_PACKAGES), { recursive: true });
  for (const name of fs.readdirSync(installed)) {
    if (name !== OWN_PACKAGES) fs.symlinkSync(path.join(installed, name), path.join(modules, name));
  }
  // Links to our own packages must lead to those in the folder, not to those of this version.
  for (const name of fs.readdirSync(path.join(installed, OWN_PACKAGES))) {
    const workspace = path.relative(path.dirname(installed), fs.realpathSync(path.join(installed, OWN_PACKAGES, name)));
    fs.symlinkSync(path.join(folder, workspace), path.join(modules, OWN_PACKAGES, name));
  }
}

type Edit = (text: string) => string;

/** Two releases that come after this one: the preferred name is renamed twice, and a motto is added. */
export const NEXT_MIGRATIONS: readonly Migration[] = [
  { id: 'next-1', changes: [renamed('preferred_name', 'called_name')] },
  { id: 'next-2', changes: [renamed('called_name', 'short_name')] },
];
const replace = (text: string, found: RegExp, by: string): string => {
  if (text.search(found) < 0) throw new Error(`Nothing to replace: ${found}`);
  return text.replace(found, by);
};
const renameWords = (text: string, motto: string): string =>
  replace(replace(text, /"preferred_name\./g, '"short_name.'), /\{/, `{ "motto.label": "${motto}",`);
export const NEXT_EDITS: Readonly<Record<string, Edit>> = {
  'forms/freshman/src/about/personal.ts': (text) =>
    replace(
      text,
      /text\(\{\s+key: 'preferred_name'/,
      "text({ key: 'motto', label: 'Motto', required: true }), text({ key: 'short_name'",
    ),
  'forms/freshman/src/application.ts': (text) => replace(text, /: 'preferred_name'/, ": 'short_name'"),
  'forms/freshman/src/migrations.ts': (text) => replace(text, /= \[\]/, `= ${JSON.stringify(NEXT_MIGRATIONS)}`),
  'forms/freshman/words/en/about.json': (text) => renameWords(text, 'Motto'),
  'forms/freshman/words/es/about.json': (text) => renameWords(text, 'Lema'),
};

/** Copies the product into a folder, with these edits. */
export function copyProduct(root: string, folder: string, edits: Readonly<Record<string, Edit>>): void {
  for (const part of PARTS) {
    const filter = (source: string) => !LEFT_OUT.has(path.basename(source));
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true, filter });
  }
  linkPackages(root, folder);
  for (const [name, edit] of Object.entries(edits)) {
    const file = path.join(folder, name);
    const before = fs.readFileSync(file, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`The edit of ${name} changes nothing.`);
    fs.writeFileSync(file, after);
  }
}

/** Copies the product into a folder, with the form of NEXT_MIGRATIONS. */
export const makeNextRelease = (root: string, folder: string): void => copyProduct(root, folder, NEXT_EDITS);
