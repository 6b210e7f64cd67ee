import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What each shipped university is called, in names and in keys, and its colors. */
const NAMES = {
  larkmoor: /larkmoor|#1f4d3a|#b4552d/i,
  alderfinch: /alder ?& ?finch|alderfinch|\baf_|#5b2a6e|#9a5b00/i,
} as const;

/** Names a default, or a partner's file: the one university that the product starts with unless told otherwise. */
const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  larkmoor: [
    'apps/server/src/modules/application/releases/next-release.testing.ts',
    'apps/server/src/testing/app.ts',
    'apps/server/src/testing/transfer-form.ts',
    'packages/processes/src/partner-folder.ts',
    'packages/words/src/es/source-hashes.json',
  ],
  alderfinch: [],
};

const IS_SOURCE = /\.(ts|tsx|mjs|css|html|json|svg)$/;
const IS_TEST = /\.test\.tsx?$/;

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_SOURCE.test(entry.name) && !IS_TEST.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));

const naming = (files: readonly string[], name: RegExp) =>
  files.filter((file) => name.test(fs.readFileSync(path.join(root, file), 'utf8')));

test.each(Object.entries(NAMES))('nothing of %s stands in code, in walks or in test helpers', (slug, name) => {
  const files = ['apps', 'packages', 'forms', 'e2e', 'checks', 'tools'].flatMap(filesIn);
  expect(files.length).toBeGreaterThan(500);
  expect(naming(files, name).toSorted()).toEqual(MAY_NAME[slug]);
});

test.each(Object.keys(NAMES))('nothing of another university stands in the folder of %s', (slug) => {
  const files = filesIn(`partners/${slug}`);
  expect(files.length).toBeGreaterThan(3);
  for (const [other, name] of Object.entries(NAMES)) if (other !== slug) expect(naming(files, name)).toEqual([]);
});
