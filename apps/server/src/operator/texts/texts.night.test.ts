import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { loadPartner } from '../../config/load-partner.ts';
import { csvLine } from '../../modules/office/export/csv.ts';
import { UsageError } from '../operator-error.ts';
import { makePartner } from '../partner.ts';
import type { Place } from './catalog.ts';
import { checkTexts, exportTexts, importTexts } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const TEXTS = ['packages/words/src', 'forms/freshman/words', 'partners/larkmoor/words'];

/** Copies the texts of the project into a temporary folder. */
function copyTexts(language = 'es'): Place {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-texts-'));
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  for (const folder of TEXTS) fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  fs.writeFileSync(path.join(copy, 'package.json'), '{"type":"module"}');
  return { root: copy, language, partner: 'larkmoor' };
}

const readText = (place: Place, file: string) => fs.readFileSync(path.join(place.root, file), 'utf8');
const edit = (place: Place, file: string, from: string, to: string) => {
  const text = readText(place, file);
  expect(text).toContain(from);
  fs.writeFileSync(path.join(place.root, file), text.replace(from, to));
};

type Row = { id: string; english: string; translation: string; seen: string; state: string };

async function exportRows(place: Place): Promise<Row[]> {
  const file = path.join(place.root, `${Math.random()}.csv`);
  await exportTexts(place, file);
  return parse(fs.readFileSync(file), { bom: true, columns: true });
}

/** Imports lines and returns the report, which lists the lines that don't fit. */
async function importRows(place: Place, rows: readonly Row[]): Promise<string> {
  const file = path.join(place.root, `${Math.random()}.csv`);
  const cells = rows.map(({ id, english, translation, seen, state }) => [id, english, translation, seen, state]);
  const lines = [['id', 'english', 'translation', 'seen', 'state'], ...cells];
  fs.writeFileSync(file, lines.map((line) => csvLine(line)).join(''));
  return importTexts(place, file).catch((error: Error) => error.message);
}

const rowOf = (rows: readonly Row[], id: string): Row => {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new Error(`There is no line ${id}.`);
  return row;
};

test('Spanish is complete', async () => {
  await expect(checkTexts({ root, language: 'es', partner: 'larkmoor' })).resolves.toMatch(
    /^es is whole: \d{4} of \d{4} texts\.$/,
  );
});

test('a file that is not there, has no line or lacks a column is refused in words', async () => {
  const place = copyTexts();
  const file = path.join(place.root, 'texts.csv');
  const importing = () => importTexts(place, file);
  await expect(importing()).rejects.toThrow(new UsageError(`${file} can't be read: it is not there.`));
  for (const text of ['', 'a,b\n', 'id,english\nabout.title,About\n']) {
    fs.writeFileSync(file, text);
    await expect(importing()).rejects.toThrow('needs the columns id, english, translation, seen, state');
  }
});

test('importing an unchanged export changes nothing', async () => {
  const place = copyTexts();
  expect(await importRows(place, await exportRows(place))).toBe('Took 0 texts. es is whole.');
  for (const folder of TEXTS) {
    for (const file of fs.readdirSync(path.join(place.root, folder), { recursive: true, encoding: 'utf8' })) {
      const name = path.join(folder, file);
      if (fs.statSync(path.join(root, name)).isFile())
        expect(readText(place, name)).toBe(readText({ ...place, root }, name));
    }
  }
});

test('a translation is written to the file of its area, page or university, in our formatting', async () => {
  const place = copyTexts();
  const rows = await exportRows(place);
  expect(rowOf(rows, 'login.title')).toEqual({
    ...{ id: 'login.title', english: 'Log In', translation: 'Iniciar sesión' },
    ...{ seen: 'The Log In card', state: 'done' },
  });
  const changed = [
    ['login.title', "Entra a l'app"],
    ['form-page.left#one', 'Falta una'],
    ['freshman:about.title', 'Sobre ti'],
    ['larkmoor:application_title', 'Solicitud'],
  ].map(([id = '', translation = '']) => ({ ...rowOf(rows, id), translation }));
  expect(await importRows(place, changed)).toBe('Took 4 texts. es is whole.');
  expect(readText(place, 'packages/words/src/es/login.ts')).toBe(
    readText({ ...place, root }, 'packages/words/src/es/login.ts').replace("'Iniciar sesión'", `"Entra a l'app"`),
  );
  expect(readText(place, 'packages/words/src/es/form-page.ts')).toContain("left: { one: 'Falta una', other:");
  expect(readText(place, 'forms/freshman/words/es/about.json')).toContain('"about.title": "Sobre ti",');
  expect(readText(place, 'partners/larkmoor/words/site.es.json')).toContain('"application_title": "Solicitud",');
});

test('lines that do not fit are listed by number, and the others are imported', async () => {
  const place = copyTexts();
  const rows = await exportRows(place);
  const saved = rowOf(rows, 'saving.saved');
  const report = await importRows(place, [
    { ...saved, id: 'saving.gone' },
    { ...saved, translation: 'Se guardó' },
    { ...saved, translation: 'Se guardó a las {hora}' },
    { ...saved, english: 'Saved' },
    { ...rowOf(rows, 'form-page.left#one'), id: 'form-page.left#two' },
    { ...rowOf(rows, 'saving.failed'), translation: 'Sin guardar' },
  ]);
  expect(report.split('\n')).toEqual([
    'Took 1 text. es is whole.',
    '5 lines do not fit:',
    'Line 2, saving.gone: there is no such text.',
    'Line 3, saving.saved: lacks {time}.',
    'Line 4, saving.saved: lacks {time}.',
    'Line 5, saving.saved: its English has changed since the file was written.',
    'Line 6, form-page.left#two: it has no form "two".',
  ]);
});

test('a text whose English has changed is reported until a translator confirms it', async () => {
  const place = copyTexts();
  edit(place, 'packages/words/src/en/login.ts', 'Forgot password', 'Forgot your password');
  const stale = 'login.forgot: its English has changed since';
  await expect(checkTexts(place)).rejects.toThrow(stale);
  const row = rowOf(await exportRows(place), 'login.forgot');
  expect(row).toMatchObject({ english: 'Forgot your password', state: 'changed' });
  expect(await importRows(place, [row])).toContain('bring it up to date, or empty its state if it still holds');
  await expect(checkTexts(place)).rejects.toThrow(stale);
  expect(await importRows(place, [{ ...row, state: '' }])).toBe('Took 1 text. es is whole.');
  await expect(checkTexts(place)).resolves.toContain('whole');
});

test('a new language is a draft, which no build has, until its last text is translated', async () => {
  const place = copyTexts('eo');
  const rows = await exportRows(place);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['missing']));
  const translated = rows.map((row) => ({ ...row, translation: row.english }));
  const [half, rest] = [translated.slice(0, 500), translated.slice(500)];
  expect(await importRows(place, half)).toContain('eo is a draft, which is not offered.');
  await expect(checkTexts(place)).rejects.toThrow('eo is a draft, which is not offered: ');
  expect(fs.existsSync(path.join(place.root, 'packages/words/src/eo'))).toBe(false);
  expect((await exportRows(place)).filter(({ state }) => state === 'done')).toHaveLength(500);
  expect(await importRows(place, rest)).toMatch(/^Took \d+ texts\. eo is whole\.$/);
  expect(readText(place, 'packages/words/src/eo/login.ts')).toBe(`import type { Translation } from '../area.ts';
import type { login } from '../en/login.ts';

export const eo = {
  title: 'Log In',
  errorLabel: 'Login Card Error',
  forgot: 'Forgot password',
  question: "Don't have an account?",
  link: 'Sign Up',
} satisfies Translation<typeof login.texts>;
`);
  await expect(checkTexts(place)).resolves.toMatch(/^eo is whole/);
});

test('a university outside the product gets its own texts only, and its translation stays in its folder', async () => {
  const outside = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-own-texts-')), 'artschool');
  onTestFinished(() => fs.rmSync(path.dirname(outside), { recursive: true }));
  makePartner(outside);
  const form = path.join(outside, 'form.ts');
  const text = fs
    .readFileSync(form, 'utf8')
    .replace('Where do you plan to live?', 'Where will you live?')
    .replace(
      'import { site }',
      "import { changeForm, leaveOut } from '@firstyear/form-engine/change-form';\nimport { site }",
    )
    .replace(
      '= freshmanForm(freshman);',
      "= changeForm(freshmanForm(freshman), 'art', [leaveOut('religious_affiliation_other_specify')]);",
    );
  fs.writeFileSync(form, text);
  const place = { root, language: 'es', partner: outside };
  const file = path.join(path.dirname(outside), 'texts.csv');
  await exportTexts(place, file);
  const rows: Row[] = parse(fs.readFileSync(file), { bom: true, columns: true });
  expect(rowOf(rows, 'artschool:housing_plans.label')).toMatchObject({
    english: 'Where will you live?',
    state: 'missing',
  });
  // The product's texts are already in Spanish.
  expect(new Set(rows.map(({ id }) => id.split(':')[0]))).toEqual(new Set(['artschool']));
  expect(rows.map(({ id }) => id)).not.toContain('artschool:gender.hint');
  const write = (some: readonly Row[]) => {
    const lines = some.map((row) => csvLine([row.id, row.english, `${row.english} (es)`, row.seen, row.state]));
    fs.writeFileSync(file, [csvLine(['id', 'english', 'translation', 'seen', 'state']), ...lines].join(''));
  };
  write(rows.slice(0, 5));
  expect(await importTexts(place, file)).toBe('Took 5 texts. es is a draft, which is not offered.');
  write(rows);
  expect(await importTexts(place, file)).toMatch(/^Took \d+ texts\. es is whole\.$/);
  expect(fs.readdirSync(path.join(outside, 'words')).toSorted()).toEqual(['es.hashes.json', 'es.json', 'site.es.json']);
  const { forms } = await loadPartner({ partner: outside, environment: 'development' });
  expect(forms.first.spanish?.form.byKey.get('housing_plans')?.question.label).toBe('Where will you live? (es)');
});
