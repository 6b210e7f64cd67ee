import fs from 'node:fs';
import path from 'node:path';
import type { Area, Texts } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import { expect, test } from 'vitest';
import { AREA_FILES, readCatalog, valuesIn } from './catalog.ts';
import { root } from './source-files.ts';

const AREAS = 'packages/words/src';

/** A text with its plural forms, by id. */
type Catalog = ReadonlyMap<string, readonly string[]>;

const { entries, leftOver } = await readCatalog();
const english: Catalog = new Map(entries.map((entry) => [entry.id, entry.english]));
const spanish: Catalog = new Map(
  entries.flatMap((entry) => (entry.spanish ? [[entry.id, entry.spanish] as const] : [])),
);
const textsOf = (texts: Catalog) => [...texts].flatMap(([id, forms]) => forms.map((text) => [id, text] as const));
const textOf = (texts: Catalog, id: string) => texts.get(id)?.at(-1) ?? id;
const breaches = (isBreach: (text: string, id: string) => boolean) =>
  textsOf(spanish)
    .filter(([id, text]) => isBreach(text, id))
    .map((breach) => breach.join(': '));

test('every area that applicants read is in Spanish, and every text of it', () => {
  expect(fs.readdirSync(path.join(root, AREAS, 'es')).filter((file) => file.endsWith('.ts'))).toEqual(AREA_FILES);
  expect([...leftOver, ...entries.filter((entry) => !entry.spanish).map(({ id }) => id)]).toEqual([]);
});

test('each area finds its Spanish texts by its name, which is that of its file', async () => {
  for (const file of AREA_FILES) {
    const [area]: Area[] = Object.values(await import(path.join(root, AREAS, 'en', file)));
    const { es }: { readonly es: Texts } = await import(path.join(root, AREAS, 'es', file));
    const name = String(area?.name);
    expect([file, SPANISH.texts[name]]).toEqual([`${name}.ts`, es]);
  }
});

// The file has the hash of each English text at the time of its translation. After you have updated the Spanish of the
// listed texts, `npx vitest run tools/test/translations.test.ts -u` writes it.
test('no English text has changed since its Spanish was written', async () => {
  const hashes = Object.fromEntries(entries.map(({ id, hash }) => [id, hash]));
  const file = `${JSON.stringify(hashes, undefined, 2)}\n`;
  await expect(file).toMatchFileSnapshot(path.join(root, AREAS, 'es/source-hashes.json'));
});

test('a Spanish text has the values of the English one, and every plural form has all but the count', () => {
  const values = (forms: readonly string[]) => [...valuesIn(forms)].toSorted();
  for (const [id, forms] of spanish) {
    const all = values(forms);
    expect([id, ...all]).toEqual([id, ...values(english.get(id) ?? [])]);
    for (const text of forms) expect([id, ...valuesIn([text]), 'count']).toEqual(expect.arrayContaining(all));
  }
});

/** English terms in parentheses after Spanish ones, because schools use them. */
const TERMS = /\((high school|transcript|felony|dual enrollment|Evidence-Based Reading and Writing)\)/g;
const wordsIn = (text: string) =>
  text
    .replace(/\{\w+\}/g, ' ')
    .replace(TERMS, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** Names, marks and cognates that are the same in both languages. */
const SAME = new Set('act club cookies error gpa ii iii iv jr mx no rev sat sr toefl v'.split(' '));

test('no Spanish text is its English one, but for names and marks', () => {
  const isSame = (text: string, id: string) => text === textOf(english, id) && !id.includes('places/');
  expect(breaches((text, id) => isSame(text, id) && !wordsIn(text).every((word) => SAME.has(word)))).toEqual([]);
});

/** None of these is Spanish. */
const ENGLISH_WORDS = new Set(
  `an and answer answers apply application are as at be been by can cannot change choose click code college date did do does
  email enter file for from have january here how if in is it its link log name not number of on or our page password please question
  save saved school sign submit term that the there these they this to upload us was we were what when which who will with
  would year yes you your`.split(/\s+/),
);

test('no English word is left in a Spanish text', () => {
  const isEnglish = (text: string) => wordsIn(text).some((word) => ENGLISH_WORDS.has(word));
  expect(breaches(isEnglish)).toEqual([]);
  const missed = textsOf(english).filter(([, text]) => wordsIn(text).length > 5 && !isEnglish(text));
  expect(missed).toEqual([]);
});

test('questions and exclamations open as Spanish ones do, and quotation marks are curly', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  const isOpen = (text: string) => count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!');
  expect(breaches(isOpen)).toEqual([]);
  expect(
    breaches((text) => /["«»']| {2}| [,;:?!]| \.(?!\w)/.test(text) || count(text, '“') !== count(text, '”')),
  ).toEqual([]);
});

test('what has no connection, or needs JavaScript, is the site: a solicitud is a paper', () => {
  expect(
    breaches((text) => /conexión con la solicitud|solicitud (?:necesita JavaScript|no responde)/.test(text)),
  ).toEqual([]);
});

test('a term, which has a capital as a choice, begins its sentence', () => {
  expect(breaches((text) => /(?<!^|\. )\{term\}/.test(text))).toEqual([]);
});

/** The reader is tú: no form that says usted. */
const USTED = new Set(
  'usted ustedes elija escriba escríbanos espere haga inicie inténtelo llame pida revise suba'.split(' '),
);

/** Adults at a school read these. */
const TO_SCHOOLS = /^(help-page|mails[.]helperAsked|api-errors[.]wrong_help_link)\b/;

test('no text says usted to its reader, or calls what is theirs su, but to schools', () => {
  const theirs =
    /(?<!\p{L})sus? (cuenta|contraseña|correo|solicitud|respuestas?|sesión|archivos?|dirección|navegador)/iu;
  const found = breaches((text) => wordsIn(text).some((word) => USTED.has(word)) || theirs.test(text));
  expect(found.filter((breach) => !TO_SCHOOLS.test(breach))).toEqual([]);
});

/** Forms that say tú, and what is theirs. */
const TU = new Set(
  `tú tu tus te ti puedes elige escribe espera guarda imprime revisa sube vuelve comprueba elegiste enviaste guardaste mandaste tomaste
  ábrela ábrelo acórtalo elígelo escríbenos expórtalo guárdala guárdalo hazlo imprímelo inténtalo súbela súbelo tómale`.split(
    /\s+/,
  ),
);

test('what is said otherwise to adults at a school says usted', async () => {
  for (const file of AREA_FILES) {
    const { usted = {} }: { readonly usted?: Texts } = await import(path.join(root, AREAS, 'es', file));
    expect([file, wordsIn(JSON.stringify(usted)).filter((word) => TU.has(word))]).toEqual([file, []]);
  }
});

/** Texts that quote a button or an answer, with the quoted text. */
const QUOTED = [
  ['api-errors.not_confirmed', 'auth.resend'],
  ['mails.changeUndone.expires', 'auth.login.forgot'],
  ['terms.counts', 'shell.submit'],
  ['review.whenSent', 'shell.submit'],
  ['freshman:conviction.hint', 'freshman:yes_no/yes'],
] as const;

test.each([
  ['English', english],
  ['Spanish', spanish],
])('a quoted button has the text of the button, in %s', (_language, texts) => {
  for (const [quoting, quoted] of QUOTED) {
    expect(textOf(texts, quoting)).toContain(textOf(texts, quoted));
  }
});
