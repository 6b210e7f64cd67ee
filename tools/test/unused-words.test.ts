import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const AREAS = 'packages/words/src/en';
const CODE = ['apps', 'packages', 'forms', 'partners'];

/** Named by their reason: `weak_password_${reason}`. */
const NAMED_BY_REASON = /^weak_password_/;

const isCode = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|packages\/words\/src\/e[ns]\//.test(file);
const files = execFileSync('git', ['ls-files', ...CODE], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(isCode);
const wordsInCode = new Set(
  files
    .filter((file) => fs.existsSync(path.join(root, file)))
    .flatMap((file) => fs.readFileSync(path.join(root, file), 'utf8').match(/\w+/g) ?? []),
);

/** The ids of texts, and of groups of texts, on the first level of an area. */
const idsIn = (file: string) =>
  Array.from(fs.readFileSync(path.join(root, AREAS, file), 'utf8').matchAll(/^ {2}'?(\w+)'?:/gm), ([, id = '']) => id);

// An id that other code happens to have too is not found: this test says for certain what is unused, not what is used.
test('no text of the catalog is left that no code names', () => {
  const unused = fs.readdirSync(path.join(root, AREAS)).flatMap((file) =>
    idsIn(file)
      .filter((id) => !wordsInCode.has(id) && !NAMED_BY_REASON.test(id))
      .map((id) => `${file}: ${id}`),
  );
  expect(unused).toEqual([]);
});
