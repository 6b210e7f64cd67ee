import fs from 'node:fs';
import path from 'node:path';
import { accessibility } from '@firstyear/words/accessibility';
import { expect, test } from 'vitest';
import { countWords, MAX_DOCUMENT_WORDS } from '../document-words.ts';
import { readSource as read, root, sourceFiles } from './source-files.ts';

const documents = sourceFiles.filter((file) => file.endsWith('.md'));

test('every file that a document links to exists', () => {
  expect(documents).toContain('README.md');
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/(?:\]\(|src=")([^)":#\s]+)(?:#[^)"]*)?[)"]/g)].map(([, target = '']) => ({
      file,
      target,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ file, target }) => !fs.existsSync(path.join(root, path.dirname(file), target)))).toEqual([]);
});

/** The anchors that a page's headings get, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );

test('every heading that a document links to exists', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)":#\s]*)#([^)\s]+)\)/g)].map(([, target = '', anchor = '']) => ({
      file,
      page: target === '' ? file : path.join(path.dirname(file), target),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ page, anchor }) => !anchorsOf(page).includes(anchor))).toEqual([]);
});

test('a guide names every command of package.json', () => {
  const { scripts }: { readonly scripts: object } = JSON.parse(read('package.json'));
  const guides = documents.map(read).join('\n');
  const isNamed = (command: string) => new RegExp(`(npm (run )?|\`)${command}(?![\\w:])`).test(guides);
  expect(Object.keys(scripts)).toContain('openapi');
  expect(Object.keys(scripts).filter((command) => !isNamed(command))).toEqual([]);
});

test('each decision has a number of its own, which its heading says', () => {
  const folder = 'docs/decisions';
  const pages = documents.filter((file) => path.dirname(file) === folder && path.basename(file) !== 'README.md');
  const numbers = pages.map((file) => Number(path.basename(file).slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(numbers.length).toBeGreaterThan(15);
  expect(pages.filter((file, index) => !read(file).startsWith(`# ${numbers[index]}. `))).toEqual([]);
});

test('docs/ stays short enough to be read', () => {
  expect(countWords('| A row | of *five* words | — |\n|---|---|\n- and two')).toBe(7);
  const words = documents.filter((file) => file.startsWith('docs/')).map((file) => countWords(read(file)));
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_DOCUMENT_WORDS);
});

test('applicants read the day of the accessibility report that it has itself', () => {
  const day = /Judged on (\w+ \d+, \d{4})/.exec(read('docs/accessibility.md'))?.[1] ?? 'no day';
  expect(accessibility.texts.checked).toContain(day);
});
