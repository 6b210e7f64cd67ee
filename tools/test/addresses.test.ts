import { CARDS, HEALTH_PATH, SERVER_PREFIXES } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { isComment, linesOf, shown, sourceFiles } from './source-files.ts';

const product = sourceFiles.filter(
  (file) =>
    /^(apps|packages|tools|checks)\/.*[.](tsx?|mjs)$/.test(file) &&
    !/[.](test|testing|contract|gallery)[.]tsx?$|\/testing\//.test(file) &&
    // The contract has the list of addresses, and calls with theirs.
    !file.startsWith('packages/api-contract/src/'),
);

const names = [
  ...englishForm(definition).pages.map(({ id }) => id),
  ...CARDS,
  'completion',
  'privacy',
  'accessibility',
];
const firstParts = [...new Set([...SERVER_PREFIXES, HEALTH_PATH])].map((item) => item.slice(1));
/** An address at the start of a text, or right after an inserted value. */
const written = new RegExp(`['"\`}]/(${names.join('|')})(?=['"\`?#])|['"\`}]/(${firstParts.join('|')})(?=['"\`/?#])`);
const parameter = /[?&](token|service_token|print|username)=/;

test('addresses of pages, cards, files and health are written in the contract alone', () => {
  expect(product.length).toBeGreaterThan(200);
  const isBreach = (line: string) => !isComment(line) && (written.test(line) || parameter.test(line));
  const found = linesOf(product).filter(({ text }) => isBreach(text));
  expect(found.map(shown)).toEqual([]);
});
