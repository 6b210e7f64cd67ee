import { expect, test } from 'vitest';
import { isComment, linesOf, readSource, sourceFiles } from './source-files.ts';

const AN_ID = '[A-Z]+-[0-9]{2,3}';
const LISTS = new RegExp(`\\[(${AN_ID}(?:(?:\\.\\.|,\\s*|\\s+)${AN_ID})*)\\]`, 'g');

/** The ids that docs/requirements.md explains, in its order: requirements, then decisions. */
function listedIds(document: string): string[] {
  return [...document.matchAll(/^- \*\*([A-Z]+-[0-9]{2,3}|D[0-9]{1,2})\*\* \S/gm)].map(([, id = '']) => id);
}

/** The ids in square brackets of a line; for a range `[VAL-07..VAL-12]` all ids from the first to the last, if both are listed. */
function titleIds(line: string, listed: readonly string[]): string[] {
  return [...line.matchAll(LISTS)].flatMap(([, list = '']) =>
    list.split(/,\s*|\s+/).flatMap((part) => {
      const [from = '', to = from] = part.split('..');
      const [first, last] = [listed.indexOf(from), listed.indexOf(to)];
      return first < 0 || last < first ? [from, to] : listed.slice(first, last + 1);
    }),
  );
}

/**
 * Returns a function that finds the ids in a line. Outside of brackets only the prefixes of listed ids count, so that SHA-256
 * is none; in brackets any prefix counts, so that a misspelled one is found.
 */
function citationsOf(listed: readonly string[]): (line: string) => string[] {
  const prefixes = [...new Set(listed.flatMap((id) => (id.includes('-') ? [id.split('-')[0]] : [])))].join('|');
  const mention = new RegExp(`\\b(?:(?:${prefixes})-[0-9]{2,3}|D[0-9]{1,2})\\b`, 'g');
  return (line) => [...new Set([...(line.match(mention) ?? []), ...titleIds(line, listed)])];
}
const DOCUMENT = 'docs/requirements.md';
const listed = listedIds(readSource(DOCUMENT));
const known = new Set(listed);
/** All but this file, which has ids that do not exist. */
const files = sourceFiles.filter((file) => file !== DOCUMENT && file !== 'tools/test/requirements.test.ts');
const tests = files.filter((file) => /[.](test|e2e|spec)[.]tsx?$/.test(file));

/** Citations of texts that are not in the repository. */
const OUTSIDE = /\b(readings?|specification|quality|architecture)[ ,]+(AMB-[0-9]+|[A-D]?[0-9]+|decision)|\breadings,$/i;
/** In code a decision of requirements.md is cited as D7; only pages of docs/decisions cite each other by number. */
const NUMBERED = /\bdecision [0-9]+\b/i;
const isDocument = (at: string) => /[.]md:/.test(at);

const MAX_IDS = 3;

/** Lines of tests without their comments: there a bracketed id is part of a title. */
const titles = linesOf(tests).filter(({ text }) => !isComment(text));

test('the list of requirements has every id once: 400 requirements, 29 first decisions, 182 decisions', () => {
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
  expect(listed.filter((id) => id.startsWith('AMB-'))).toHaveLength(182);
  expect(listed.filter((id) => /^D[0-9]+$/.test(id))).toEqual(
    Array.from({ length: 29 }, (_, index) => `D${index + 1}`),
  );
  expect(listed).toHaveLength(400 + 29 + 182);
});

test('the list of requirements explains every id that is cited', () => {
  const citedIds = citationsOf(listed);
  const unknown = linesOf(files).flatMap(({ at, text }) =>
    citedIds(text)
      .filter((id) => !known.has(id))
      .map((id) => `${at} ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('every requirement is named by the title of a test of npm test', () => {
  const byDay = titles.filter(({ at }) => !/^e2e[/]night[/]|[.]night[.]/.test(at));
  const tested = new Set(byDay.flatMap(({ text }) => titleIds(text, listed)));
  const requirements = listed.filter((id) => id.includes('-') && !id.startsWith('AMB-'));
  expect(requirements.filter((id) => !tested.has(id))).toEqual([]);
});

test('nothing is cited that a reader of the repository cannot open', () => {
  const cited = linesOf(files).filter(({ at, text }) => OUTSIDE.test(text) || (!isDocument(at) && NUMBERED.test(text)));
  expect(cited).toEqual([]);
});

test('a title names at most three ids, so that a failing test says which requirement is broken', () => {
  const crowded = titles.filter(({ text }) => titleIds(text, listed).length > MAX_IDS);
  expect(crowded).toEqual([]);
});
