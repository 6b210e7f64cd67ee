import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { citationsOf, listedIds, titleIds } from './requirement-ids.ts';
import { sourceFiles } from './source-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const DOCUMENT = 'docs/requirements.md';
const listed = listedIds(fs.readFileSync(path.join(root, DOCUMENT), 'utf8'));
const known = new Set(listed);
/** This file speaks of ids that do not exist. */
const files = sourceFiles(root).filter((file) => file !== DOCUMENT && file !== 'tools/test/requirements.test.ts');
const tests = files.filter((file) => /[.](test|e2e|spec)[.]tsx?$/.test(file));

/** Citations of texts that are not in the repository. */
const OUTSIDE = /\b(readings?|specification|quality|architecture)[ ,]+(AMB-[0-9]+|[A-D]?[0-9]+|decision)|\breadings,$/i;
/** In code a decision of requirements.md is cited as D7; only pages of docs/decisions cite each other by number. */
const NUMBERED = /\bdecision [0-9]+\b/i;
const isDocument = (at: string) => /[.]md:/.test(at);

const MAX_IDS = 3;

type Line = { readonly at: string; readonly text: string };

function lines(paths: readonly string[]): Line[] {
  return paths.flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ at: `${file}:${index + 1}`, text })),
  );
}

/** What is left of a test without its comments: there a bracketed id is part of a title. */
const titles = lines(tests).filter(({ text }) => !/^\s*(\/\/|\*|\/\*)/.test(text));

test('the list of requirements has every id once: 400 requirements, 29 first decisions, 182 decisions', () => {
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
  expect(listed.filter((id) => id.startsWith('AMB-'))).toHaveLength(182);
  expect(listed.filter((id) => /^D[0-9]+$/.test(id))).toEqual(
    Array.from({ length: 29 }, (_, index) => `D${index + 1}`),
  );
  expect(listed).toHaveLength(400 + 29 + 182);
});

test('whatever id is cited, the list of requirements explains it', () => {
  const citedIds = citationsOf(listed);
  const unknown = lines(files).flatMap(({ at, text }) =>
    citedIds(text)
      .filter((id) => !known.has(id))
      .map((id) => `${at} ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('every requirement is named by the title of a test', () => {
  const named = new Set(titles.flatMap(({ text }) => titleIds(text, listed)));
  const requirements = listed.filter((id) => id.includes('-') && !id.startsWith('AMB-'));
  expect(requirements.filter((id) => !named.has(id))).toEqual([]);
});

test('nothing is cited that a reader of the repository cannot open', () => {
  const cited = lines(files).filter(({ at, text }) => OUTSIDE.test(text) || (!isDocument(at) && NUMBERED.test(text)));
  expect(cited).toEqual([]);
  const bad = ['(readings AMB-135)', '// readings, decision 3', 'Specification 5', 'quality B27', '(readings,'];
  expect(bad.filter((text) => !OUTSIDE.test(text))).toEqual([]);
  expect(['(AMB-135, D3)', 'the quality of 5 photos'].filter((text) => OUTSIDE.test(text))).toEqual([]);
});

test('a title names at most three ids, so that a failing test says which requirement is broken', () => {
  const crowded = titles.filter(({ text }) => titleIds(text, listed).length > MAX_IDS);
  expect(crowded).toEqual([]);
});

test('ids are found alone, in lists and in ranges, and what only looks like one is not', () => {
  const some = listedIds(`
- **VAL-07** A rule.
- **VAL-08** A rule.
- **VAL-09** A rule.
- **AMB-001** A decision.
- **D7** A decision.
- **VAL-10**
`);
  expect(some).toEqual(['VAL-07', 'VAL-08', 'VAL-09', 'AMB-001', 'D7']);
  expect(titleIds("test('[VAL-07..VAL-09] a range', …", some)).toEqual(['VAL-07', 'VAL-08', 'VAL-09']);
  expect(titleIds("test('[VAL-07, AMB-001] a list', …", some)).toEqual(['VAL-07', 'AMB-001']);
  expect(titleIds("test('VAL-07 without brackets', …", some)).toEqual([]);
  const line = '// as AMB-001, D7 and [VLA-07] say; SHA-256, #D9D9D9';
  expect(citationsOf(some)(line)).toEqual(['AMB-001', 'D7', 'VLA-07']);
});
