import { expect, test } from 'vitest';
import { sourceFiles as files, isComment, linesOf, readSource, type SourceLine, shown } from './source-files.ts';

const code = files.filter((file) => /[.](tsx?|mjs)$/.test(file));
const tests = code.filter((file) => /[.](test|e2e|spec)[.]tsx?$/.test(file));

const MAX_LINES = 400;

/** Split, so that this file does not break its own rules. */
const PATTERNS = {
  typeSuppression: new RegExp(`@ts-(${'ignore'}|${'expect-error'}|${'nocheck'})`),
  lintSuppression: new RegExp(`(biome|eslint)-${'(ignore|disable)'}`),
  skip: new RegExp(`\\b(test|it|describe)[.](${'skip'}|${'fixme'}|${'todo'})\\b|\\bx(it|describe)\\(`),
  uncheckedCast: /[\w)\]}'"]\s+as\s+(?!const\b)(unknown\s+as\b|[A-Z]\w*(<|\[|;|\)|,|$))/,
  machinePath: new RegExp(`(^|[\\s'"\`(=])/(${['work', 'root', 'home/[a-z]', 'Users/[A-Za-z]'].join('|')})/`),
  realTime: /\bsetTimeout\(\s*(resolve|r|done)\b/,
};

/** Comments may contain any words, but a suppression is a comment too. */
const isProse = ({ at, text }: SourceLine) =>
  /[.](tsx?|mjs):/.test(at) && isComment(text) && !/@ts-|biome-|eslint-/.test(text);

const breaches = (paths: readonly string[], pattern: RegExp) =>
  linesOf(paths)
    .filter((line) => pattern.test(line.text) && !isProse(line))
    .map(shown);

test('no type error and no lint finding is silenced', () => {
  const found = breaches(code, PATTERNS.typeSuppression);
  // In a test of types, an expected error is the assertion: without the error, it doesn't compile.
  const statement = new RegExp(`[.]types[.]test[.]ts:\\d+ // @ts-${'expect-error'} \\w`);
  expect(found.filter((line) => !statement.test(line))).toEqual([]);
  expect(breaches([...code, ...files.filter((file) => /[.](css|json)$/.test(file))], PATTERNS.lintSuppression)).toEqual(
    [],
  );
});

test('no value is cast to a type without a check', () => {
  const typed = code.filter((file) => !file.endsWith('.mjs'));
  expect(breaches(typed, PATTERNS.uncheckedCast)).toEqual([]);
});

test('no test is left out', () => {
  expect(breaches(tests, PATTERNS.skip)).toEqual([]);
});

test('no test sleeps', () => {
  expect(breaches(tests, PATTERNS.realTime)).toEqual([]);
});

test('no path of one machine is written down', () => {
  expect(breaches(files, PATTERNS.machinePath)).toEqual([]);
});

test('the operating guide has every variable that the configuration reads', () => {
  const config = readSource('apps/server/src/config/config.ts');
  const names = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): \[/gm)].map(([, name]) => name);
  const guide = readSource('docs/operating.md');
  expect(names).toContain('DATA_DIR');
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('each advisory lock of the database has a number of its own', () => {
  const locks = linesOf(code).flatMap(({ text }) => /\bLOCK = ([\d_]+);/.exec(text)?.[1] ?? []);
  expect(locks.length).toBeGreaterThan(2);
  expect([...new Set(locks)]).toEqual(locks);
});

test('each file is short enough to be read in one go', () => {
  // The first migration has all tables, and the types of tables are made from it.
  const long = files
    .filter((file) => /[.](tsx?|mjs|css)$/.test(file) && file !== 'apps/server/src/db/types.ts')
    .map((file) => ({ file, lines: readSource(file).split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

test('no program of the product is started with all variables of the shell', () => {
  const programs = code.filter((file) => /^(checks\/(support|load)|e2e)\//.test(file) && !tests.includes(file));
  expect(breaches([...programs, ...tests.filter((file) => file.startsWith('e2e/'))], /[.]{3}process[.]env\b/)).toEqual(
    [],
  );
});
