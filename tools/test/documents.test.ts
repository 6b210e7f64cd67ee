import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const documents = sourceFiles(root).filter((file) => file.endsWith('.md'));
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

test('every file that a document links to is there', () => {
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

test('every heading that a document links to is there', () => {
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

test('decisions are numbered without gaps, say their number in the heading, and are all in the index', () => {
  const folder = 'docs/decisions';
  const pages = documents.filter((file) => path.dirname(file) === folder && path.basename(file) !== 'README.md');
  const names = pages.map((file) => path.basename(file));
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  expect(pages.filter((file) => !read(file).startsWith(`# ${Number(path.basename(file).slice(0, 4))}. `))).toEqual([]);
  const index = [...read(`${folder}/README.md`).matchAll(/^\| \[(\d{4})\]\((\1-[a-z0-9-]+[.]md)\) \| \S/gm)];
  expect(index.map(([, , name]) => name)).toEqual(names);
});

test('whoever cites a decision page cites one that exists', () => {
  const cited = sourceFiles(root).flatMap((file) =>
    [...read(file).matchAll(/docs\/decisions\/(\d{4}[a-z0-9-]*)/g)].map(([, page = '']) => ({ file, page })),
  );
  const pages = fs.readdirSync(path.join(root, 'docs/decisions'));
  expect(
    cited.filter(
      ({ page }) => !pages.some((name) => name === `${page}.md` || (page.length === 4 && name.startsWith(page))),
    ),
  ).toEqual([]);
});
