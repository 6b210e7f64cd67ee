import { GROUNDS } from '@firstyear/partner-config';
import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

/** Names, key prefixes and colors of each university in the repository. */
const NAMES = {
  larkmoor: /larkmoor|#1f4d3a|#b4552d/i,
  alderfinch: /alder ?& ?finch|alderfinch|\baf_|#5b2a6e|#9a5b00/i,
} as const;

/** Files that may name the default university. */
const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  larkmoor: [
    'apps/server/src/modules/application/releases/next-release.testing.ts',
    'apps/server/src/testing/app.ts',
    'apps/server/src/testing/transfer-form.ts',
    'packages/processes/src/partner-folder.ts',
  ],
  alderfinch: [],
};

const IS_SOURCE = /\.(ts|tsx|mjs|css|html|json|svg)$/;
const IS_TEST = /\.test\.tsx?$/;

const filesIn = (folder: string): readonly string[] =>
  sourceFiles.filter((file) => file.startsWith(`${folder}/`) && IS_SOURCE.test(file) && !IS_TEST.test(file));

const naming = (files: readonly string[], name: RegExp) => files.filter((file) => name.test(readSource(file)));

test.each(Object.entries(NAMES))('code, walks and test helpers name nothing of %s', (slug, name) => {
  const files = ['apps', 'packages', 'forms', 'e2e', 'checks', 'tools'].flatMap(filesIn);
  expect(files.length).toBeGreaterThan(500);
  expect(naming(files, name).toSorted()).toEqual(MAY_NAME[slug]);
});

test.each(Object.keys(NAMES))('the folder of %s names nothing of another university', (slug) => {
  const files = filesIn(`partners/${slug}`);
  expect(files.length).toBeGreaterThan(3);
  for (const [other, name] of Object.entries(NAMES)) if (other !== slug) expect(naming(files, name)).toEqual([]);
});

test("the grounds on which a partner's colors are measured are those of the web application", () => {
  const tokens = readSource('packages/ui/src/tokens.css');
  const grounds = ['surface', 'sunken'].map((name) => new RegExp(`--${name}: (#\\w+);`).exec(tokens)?.[1]);
  expect(grounds).toEqual([...GROUNDS]);
});
