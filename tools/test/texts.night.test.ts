import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isComment, linesOf, readSource, root, shown, sourceFiles } from './source-files.ts';

const code = sourceFiles.filter(
  (file) =>
    /^(apps|packages|forms|partners)\/.+\.tsx?$/.test(file) &&
    !/\.(test|testing)\.tsx?$|\/testing\/|^packages\/words\//.test(file),
);

/** Text between tags, text of an attribute that is shown or announced, and a quoted sentence. */
const SENTENCES = [
  /(?<![=-])>\s*[A-Z][^<>{}=;]*\p{L}{2}[^<>{}=;]*</u,
  /\b(alt|aria-label|aria-description|label|placeholder|title)="[^"]*\p{L}{2}/u,
  /(?<!Error\(|new \w+\()['"`][A-Z][^'"`]*\s[^'"`]*\p{L}[.?!…]['"`]/u,
];
const isSentence = (line: string) => !isComment(line) && SENTENCES.some((pattern) => pattern.test(line));

/** What only applicants and staff see; other files speak to operators and developers too, and forms and partners bring their English themselves. */
const INTERFACE = /^(apps\/(web|office|helper)\/src|apps\/server\/src\/modules|packages\/(ui|form-reading)\/src)\//;

/** For the log and operators. */
const ACCEPTED = ['A sealed answer is damaged and shows as empty.', 'This database belongs to another secret key'];

test('every sentence that applicants and the office read is in the catalogs', () => {
  const lines = linesOf(code.filter((file) => INTERFACE.test(file))).filter(
    ({ text }) => isSentence(text) && !ACCEPTED.some((accepted) => text.includes(accepted)),
  );
  expect(lines.map(shown)).toEqual([]);
});

type Texts = Readonly<Record<string, unknown>>;
const isGroup = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !('other' in value && typeof value.other === 'string');

/** Ids that are built from a kind: `mail:${kind}`. */
const NAMED_BY_KIND = /^(weak_password_|mail:|status:)/;

/** The names of an area's texts and groups, on every level. */
const namesIn = (texts: Texts): readonly string[] =>
  Object.entries(texts).flatMap(([name, inner]) => [name, ...(isGroup(inner) ? namesIn(inner) : [])]);

test('the code reads every text of the catalog', async () => {
  const read = new Set(code.flatMap((file) => readSource(file).match(/[\w@/-]+/g) ?? []));
  const folder = path.join(root, 'packages/words/src/en');
  const unread: string[] = [];
  for (const file of fs.readdirSync(folder)) {
    const [area]: { readonly texts: Texts }[] = Object.values(await import(path.join(folder, file)));
    const names = namesIn(area?.texts ?? {}).filter((name) => !read.has(name) && !NAMED_BY_KIND.test(name));
    unread.push(...names.map((name) => `${path.basename(file, '.ts')}/${name}`));
  }
  expect(unread).toEqual([]);
});
