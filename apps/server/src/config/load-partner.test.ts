import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { madePartner } from '../operator/made-partner.testing.ts';
import { loadPartner } from './load-partner.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const { made, edit } = madePartner();

test('Spanish with a missing text is refused with the name of the text, also in production', async () => {
  fs.copyFileSync(path.join(root, 'partners/larkmoor/es.ts'), path.join(made.folder, 'es.ts'));
  fs.mkdirSync(path.join(made.folder, 'words'));
  for (const file of ['es.json', 'site.es.json']) {
    fs.copyFileSync(path.join(root, 'partners/larkmoor/words', file), path.join(made.folder, 'words', file));
  }
  edit('words/site.es.json', '"privacy/1"', '"privacy/9"');
  const load = () => loadPartner({ partner: made.folder, environment: 'production' });
  await expect(load()).rejects.toThrow(
    /es\.ts has 2 problem\(s\):\n- es-US has no words for 'privacy\/1'\.\n- .*'privacy\/9'/,
  );
});

const refusal = () =>
  loadPartner({ partner: made.folder, environment: 'development' }).then(
    () => 'nothing',
    (error: Error) => error.message,
  );

test('problems of the site are headed by its files', async () => {
  edit('site.ts', "primary: '#1f4d3a'", "primary: 'green'");
  expect(await refusal()).toMatch(/artschool\/site\.ts or partner\.ts has 1 problem\(s\):\n- theme\.primary/);
});

test.each([
  ['a file', "'./site.ts'", "'./sight.ts'"],
  ['a package', "'@firstyear/freshman'", "'@firstyear/freshmen'"],
])('a misspelled import of %s names the file and the line', async (_, from, to) => {
  edit('form.ts', from, to);
  const lines = fs.readFileSync(path.join(made.folder, 'form.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(to)) + 1;
  expect(await refusal()).toContain(`artschool/form.ts, line ${line}, cannot be loaded: Cannot find `);
});

test.each([
  ['a label that is no text', '{ key: "nose", kind: "text", label: 7 }', "'nose' has no label."],
  ['a part without a kind', 'undefined', 'form.ts cannot be loaded: '],
  [
    'a group in the place of a component',
    '{ kind: "repeater", id: "noses", components: [{ kind: "group", items: [] }] }',
    'form.ts cannot be loaded: ',
  ],
])('%s is refused in a sentence', async (_, item, sentence) => {
  edit(
    'form.ts',
    '= freshmanForm(freshman);',
    `= { ...freshmanForm(freshman), pages: freshmanForm(freshman).pages.map((page) => ({ ...page, items: [...page.items, ${item}] })) };`,
  );
  expect(await refusal()).toContain(sentence);
});
