import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const AREAS = 'packages/words/src';
/** The office reads the language of its university. */
const isForOffice = (file: string) => file.startsWith('office-');
const namesIn = (folder: string) => fs.readdirSync(path.join(root, folder)).toSorted();

/** A text with its plural forms. */
type Forms = readonly string[];
type Catalog = ReadonlyMap<string, Forms>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** All texts in an object of texts, by id. */
function textsIn(value: unknown, id: string): [id: string, forms: Forms][] {
  if (typeof value === 'string') return [[id, [value]]];
  if (!isRecord(value)) throw new Error(`${id} is no text.`);
  if (typeof value.other === 'string') return [[id, Object.values(value).map(String)]];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${id}.${name}`));
}

async function moduleAt(file: string): Promise<Readonly<Record<string, unknown>>> {
  const loaded: unknown = await import(pathToFileURL(path.join(root, file)).href);
  return isRecord(loaded) ? loaded : {};
}

async function areaTexts(language: 'en' | 'es', file: string) {
  const [exported] = Object.values(await moduleAt(`${AREAS}/${language}/${file}`));
  const texts = isRecord(exported) && language === 'en' ? exported.texts : exported;
  return textsIn(texts, file.replace('.ts', ''));
}

const jsonTexts = (file: string) =>
  textsIn(JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')), '').map(
    ([id, forms]) => [`${file.split('/')[1]}:${id.slice(1)}`, forms] as const,
  );

const areas = namesIn(`${AREAS}/en`).filter((file) => !isForOffice(file));

async function catalog(language: 'en' | 'es'): Promise<Catalog> {
  const inAreas = await Promise.all(areas.map((file) => areaTexts(language, file)));
  const pages = namesIn('forms/freshman/words/en').map((page) => `forms/freshman/words/${language}/${page}`);
  const own = [`${language}.json`, `site.${language}.json`].map((file) => `partners/larkmoor/words/${file}`);
  const inForms = [...pages, ...own].map(jsonTexts);
  return new Map([...inAreas, ...inForms].flat());
}

const english = await catalog('en');
const spanish = await catalog('es');
const textsOf = (texts: Catalog) => [...texts].flatMap(([id, forms]) => forms.map((text) => [id, text] as const));
const valuesIn = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name));
const textOf = (texts: Catalog, id: string) => texts.get(id)?.at(-1) ?? id;
const breaches = (isBreach: (text: string, id: string) => boolean) =>
  textsOf(spanish)
    .filter(([id, text]) => isBreach(text, id))
    .map((breach) => breach.join(': '));

test('every area that applicants read is in Spanish, and every text of it', () => {
  expect(namesIn(`${AREAS}/es`).filter((file) => file.endsWith('.ts'))).toEqual(areas);
  expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test('each area finds its Spanish texts by its name, which is that of its file', async () => {
  const { SPANISH } = await moduleAt(`${AREAS}/spanish.ts`);
  const { texts } = isRecord(SPANISH) ? SPANISH : {};
  for (const file of areas) {
    const [area] = Object.values(await moduleAt(`${AREAS}/en/${file}`));
    const { es } = await moduleAt(`${AREAS}/es/${file}`);
    const name = isRecord(area) ? area.name : undefined;
    expect([file, isRecord(texts) && texts[String(name)]]).toEqual([`${name}.ts`, es]);
  }
});

// The file has the hash of each English text that a Spanish one was made from. When you have brought the Spanish of
// the texts that are listed up to date, `npx vitest run tools/test/translations.test.ts -u` writes it.
test('no English text has changed since its Spanish was written', async () => {
  const hashOf = (forms: Forms) => createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 8);
  const hashes = Object.fromEntries([...english].map(([id, forms]) => [id, hashOf(forms)]));
  const file = `${JSON.stringify(hashes, undefined, 2)}\n`;
  await expect(file).toMatchFileSnapshot(path.join(root, AREAS, 'es/source-hashes.json'));
});

test('a Spanish text holds the values of the English one, and every plural form those that are not its count', () => {
  const values = (forms: Forms) => [...new Set(forms.flatMap((text) => [...valuesIn(text)]))].toSorted();
  for (const [id, forms] of spanish) {
    const all = values(forms);
    expect([id, ...all]).toEqual([id, ...values(english.get(id) ?? [])]);
    for (const text of forms) expect([id, ...valuesIn(text), 'count']).toEqual(expect.arrayContaining(all));
  }
});

/** English terms that stand beside ours, because schools print them. */
const TERMS = /\((high school|transcript|felony|dual enrollment)\)/g;
const wordsIn = (text: string) =>
  text
    .replace(/\{\w+\}/g, ' ')
    .replace(TERMS, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** Words of names and marks, and cognates, that stand alone in both languages. */
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

/** The reader is tú: no form that says usted. */
const USTED = new Set(
  'usted ustedes elija escriba escríbanos espere haga inicie inténtelo llame pida revise suba'.split(' '),
);

test('no text says usted to its reader, or calls what is theirs su', () => {
  const theirs =
    /(?<!\p{L})sus? (cuenta|contraseña|correo|solicitud|respuestas?|sesión|archivos?|dirección|navegador)/iu;
  expect(breaches((text) => wordsIn(text).some((word) => USTED.has(word)) || theirs.test(text))).toEqual([]);
});

/** Which texts quote a button or an answer, and whose words it has. */
const QUOTED = [
  ['api-errors.not_confirmed', 'auth.resend'],
  ['mails.changeUndone.expires', 'login.forgot'],
  ['terms.counts', 'shell.submit'],
  ['review.whenSent', 'shell.submit'],
  ['freshman:conviction.hint', 'freshman:yes_no/yes'],
] as const;

test.each([
  ['English', english],
  ['Spanish', spanish],
])('a quoted button is called as on the button, in %s', (_language, texts) => {
  for (const [quoting, quoted] of QUOTED) {
    expect(textOf(texts, quoting)).toContain(textOf(texts, quoted));
  }
});
