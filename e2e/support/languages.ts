import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FormDefinition, fixedOptions, formWords } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { type PartnerConfig, partnerWords } from '@firstyear/partner-config';
import { importPartnerFile } from '@firstyear/processes/partner-folder';
import { type Area, ENGLISH, type Language, type Texts } from '@firstyear/words';
import { SPANISH } from '@firstyear/words/spanish';
import type { Page } from '@playwright/test';
import { definition, folder, partner } from './product.ts';

/** Every text that applicants read, in English and in Spanish, by id; plural forms and lines have their own ids. */
const english = new Map<string, string>();
const spanish = new Map<string, string>();

function collect(into: Map<string, string>, texts: Texts, prefix: string): void {
  for (const [id, text] of Object.entries(texts)) {
    if (typeof text === 'string')
      for (const [at, line] of text.split('\n').entries()) into.set(`${prefix}${id}.${at}`, line);
    else collect(into, { ...text }, `${prefix}${id}.`);
  }
}

/** Words of a university's form and site. Names of countries, languages and months have their codes as ids. */
function collectPartner(into: Map<string, string>, written: FormDefinition, university: PartnerConfig): void {
  collect(into, formWords(written), 'form.');
  collect(into, partnerWords(university), 'site.');
  for (const { question } of englishForm(written).fields) {
    if (question.kind !== 'select') continue;
    for (const { value, label } of fixedOptions(question.options) ?? []) into.set(`${question.key}/${value}`, label);
  }
}

for (const [name, texts] of Object.entries(SPANISH.texts)) {
  const areas: Readonly<Record<string, Area>> = await import(`@firstyear/words/${name}`);
  for (const area of Object.values(areas)) collect(english, area.texts, `${name}.`);
  collect(spanish, texts, `${name}.`);
}
collectPartner(english, definition, partner);
if (existsSync(path.join(folder, 'es.ts'))) {
  const translated: { readonly definition: FormDefinition; readonly partner: PartnerConfig } = await importPartnerFile(
    folder,
    'es.ts',
  );
  collectPartner(spanish, translated.definition, translated.partner);
}

/** All texts in either language. */
export const englishTexts: ReadonlySet<string> = new Set(english.values());
export const spanishTexts: ReadonlySet<string> = new Set(spanish.values());

/** The placeholders of an escaped text. */
const VALUES = /\\\{(\w+)\\\}/g;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** English texts by the placeholder that they fill. */
type Values = Readonly<Record<string, string>>;

/** The source of a pattern for an English text and all its Spanish translations. */
function eitherOf(text: string, values: Values = {}): string {
  const ids = [...english].filter(([, other]) => other === text).map(([id]) => id);
  if (ids.length === 0) throw new Error(`No text is '${text}'.`);
  const all = new Set([text, ...ids.map((id) => spanish.get(id) ?? text)]);
  const source = (name: string) => (values[name] === undefined ? '.+' : eitherOf(values[name]));
  return `(?:${[...all].map((item) => escaped(item).replace(VALUES, (_, name: string) => source(name))).join('|')})`;
}

/** A pattern for an English text of the catalog or its Spanish, anywhere in a line. */
export const saidIn = (text: string): RegExp => new RegExp(eitherOf(text));

/** A pattern for a whole name in either language: one text, or several in a row. */
export const said = (...texts: readonly string[]): RegExp =>
  new RegExp(`^${texts.map((text) => eitherOf(text)).join(' ')}$`);

/** The same for a text with placeholders. */
export const saidWith = (text: string, values: Values): RegExp => new RegExp(`^${eitherOf(text, values)}$`);

const wordsIn = (text: string) => text.replace(/\{\w+\}/g, ' ').match(/\p{L}{2,}/gu) ?? [];

/** The name of a choice: its id ends in its value. */
const isChoice = (id: string) => /\/[\w-]+(\.0)?$/.test(id);

const onlyEnglish = new Map(
  [...english]
    .filter(([id, text]) => spanish.get(id) !== text && !spanishTexts.has(text))
    .map(([id, text]) => [text, id]),
);
/** Choices and single words must fill a line, since Spanish sentences and names contain some of them. */
const patterns = [...onlyEnglish]
  .filter(([text]) => wordsIn(text).length > 0)
  .map(([text, id]) => {
    const source = escaped(text).replace(VALUES, '.+?');
    const isWhole = wordsIn(text).length === 1 || isChoice(id);
    return {
      text,
      longest: text.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length)[0] ?? '',
      pattern: new RegExp(isWhole ? `^${source}$` : `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'u'),
    };
  });
/** Dates and times as Intl formats them in English. */
const INTL =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d|\d [AP]M\b|Eastern Time/;

function englishIn(line: string): string | undefined {
  // The other language is called by its own name.
  if (line === 'English') return undefined;
  const found = patterns.find(({ longest, pattern }) => line.includes(longest) && pattern.test(line));
  return found?.text ?? INTL.exec(line)?.[0];
}

/** Lines of a Spanish screen that contain English, each with the English text. */
export const findEnglish = (lines: Iterable<string>): readonly string[] =>
  [...new Set(Array.from(lines, (line) => line.replace(/\s+/g, ' ').trim()))].flatMap((line) => {
    const found = englishIn(line);
    return found === undefined ? [] : [`${line} (${found})`];
  });

/** The language that a page is in. */
export async function languageOf(page: Page): Promise<Language> {
  return (await page.locator('html').getAttribute('lang')) === 'es' ? SPANISH : ENGLISH;
}

/** An English text of the catalog in the language of a page. */
export async function wordOn(page: Page, text: string): Promise<string> {
  const [id = ''] = [...english].find(([, other]) => other === text) ?? [];
  return (await languageOf(page)) === SPANISH ? (spanish.get(id) ?? text) : text;
}

/** English texts on a Spanish page, visible or spoken by a screen reader. */
export async function findEnglishOn(page: Page): Promise<readonly string[]> {
  const seen = (await page.locator('body').allInnerTexts()).join('\n');
  const spoken = (await page.locator('body').ariaSnapshot()).match(/"(?:[^"\\]|\\.)*"|(?<=: ).+$/gm) ?? [];
  return findEnglish([await page.title(), ...seen.split('\n'), ...spoken.map((item) => item.replace(/^"|"$/g, ''))]);
}
