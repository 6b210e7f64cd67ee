import fs from 'node:fs';
import path from 'node:path';
import { CARDS, HEALTH_PATH, SERVER_PREFIXES } from '@firstyear/api-contract/addresses';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const product = sourceFiles(root).filter(
  (file) =>
    /^(apps|packages|tools|checks)\/.*[.](tsx?|mjs)$/.test(file) &&
    !/[.](test|testing|contract|gallery|walk)[.]tsx?$|\/testing\//.test(file) &&
    // The one list, and the calls of the contract, which are addresses themselves.
    !file.startsWith('packages/api-contract/src/'),
);

const names = [...englishForm(definition).pages.map(({ id }) => id), ...CARDS, 'completion'];
const firstParts = [...SERVER_PREFIXES.filter((prefix) => prefix !== HEALTH_PATH), HEALTH_PATH].map((item) =>
  item.slice(1),
);
/** The beginning of a text, or the end of a part that is put in, and then the address. */
const written = new RegExp(`['"\`}]/(${names.join('|')})(?=['"\`?#])|['"\`}]/(${firstParts.join('|')})(?=['"\`/?#])`);
const parameter = /[?&](token|service_token|print|username)=/;

test('addresses of pages, cards, files and health stand in the contract alone', () => {
  expect(product.length).toBeGreaterThan(200);
  const found = product.flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        !/^\s*(\/\/|\*|\/\*)/.test(line) && (written.test(line) || parameter.test(line))
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(found).toEqual([]);
});

// Split, so that these are no templates themselves.
test.each([
  "'/about'",
  '"/login"',
  '`/education#$' + '{key}`',
  '`$' + '{origin}/reset?id=1`',
  "'/files/pdf/:id'",
  "'/uploads'",
])('the rule sees %s', (text) => expect(written.test(`go(${text})`)).toBe(true));

test.each(["'./about'", "'../login.tsx'", "'/assets/'", "'/apiary'"])('the rule lets %s pass', (text) =>
  expect(written.test(`go(${text})`)).toBe(false),
);
