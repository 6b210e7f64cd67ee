import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root, sourceFiles } from './source-files.ts';
import { usedTexts } from './used-texts.ts';

const AREAS = 'packages/words/src/en';
const WORKSPACES = ['apps/server', 'apps/web', 'apps/office'];

/** Ids that are built from a reason: `weak_password_${reason}`. */
const NAMED_BY_REASON = /^weak_password_/;

type Texts = Readonly<Record<string, unknown>>;
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;
const isGroup = (value: unknown): value is Texts => isTexts(value) && typeof value.other !== 'string';

/** Ids of unread texts. A group without a member that is read by name is used as a whole. */
function unreadIn(group: Texts, id: string, isUsed: (id: string) => boolean): readonly string[] {
  const texts = Object.entries(group).map(([name, inner]) => ({ id: `${id}/${name}`, inner }));
  if (!texts.some((text) => isUsed(text.id))) return [];
  return texts.flatMap(({ id, inner }) => {
    if (!isUsed(id)) return [id];
    return isGroup(inner) ? unreadIn(inner, id, isUsed) : [];
  });
}

const code = sourceFiles.filter(
  (file) => /^(apps|packages)\/.+\.tsx?$/.test(file) && !/\.test\.tsx?$|^packages\/words\//.test(file),
);
/** Quoted strings in the product's code: imported areas, and ids of messages, whose texts are looked up later. */
const quoted = new Set(
  code.flatMap((file) => Array.from(readSource(file).matchAll(/'([\w@/-]+)'/g), ([, text]) => text)),
);
const MESSAGE_AREAS = [
  'api-errors',
  'file-rules',
  'identity-rules',
  'outcomes',
  'photo-pages',
  'review',
  'document-problems',
];

test('the code reads every text of the catalog', { timeout: 120_000 }, async () => {
  const read = usedTexts(root, WORKSPACES);
  const isUsed = (id: string) => {
    const [area = '', name = '', ...inner] = id.split('/');
    const isMessage =
      inner.length === 0 && MESSAGE_AREAS.includes(area) && (quoted.has(name) || NAMED_BY_REASON.test(name));
    return read.has(id) || isMessage;
  };
  const unused: string[] = [];
  for (const file of fs.readdirSync(path.join(root, AREAS))) {
    const [area]: { readonly texts: Texts }[] = Object.values(await import(path.join(root, AREAS, file)));
    const name = path.basename(file, '.ts');
    if (!quoted.has(`@firstyear/words/${name}`)) unused.push(name);
    unused.push(...unreadIn(area?.texts ?? {}, name, isUsed));
  }
  expect(unused).toEqual([]);
});

test('an unread text is found beside texts that are read, on every level', () => {
  const read = new Set(['list/title', 'list/empty', 'list/empty/text', 'list/state']);
  const texts = { title: 'A', help: 'B', empty: { title: 'C', text: { other: 'D' } }, state: { done: 'E', open: 'F' } };
  expect(unreadIn(texts, 'list', (id) => read.has(id))).toEqual(['list/help', 'list/empty/title']);
});
