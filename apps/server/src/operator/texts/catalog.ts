import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formWords } from '@firstyear/form-engine';
import { partnerWords } from '@firstyear/partner-config';
import { importPartnerFile } from '@firstyear/processes/partner-folder';
import { loadPartner } from '../../config/load-partner.ts';
import { OperatorError } from '../operator-error.ts';

/** A text by plural form ('one', 'other'); under '' when it has no plural forms. */
export type Forms = Readonly<Record<string, string>>;

/** A text that applicants read: in English, and in another language where it is translated. */
export interface Entry {
  /** Such as 'login.title', 'freshman:about.title' or '<slug>:site.application_title'. */
  readonly id: string;
  readonly english: Forms;
  readonly translated: Forms | undefined;
  /** Where applicants see it, for translators. */
  readonly seen: string;
  /** Hash of its English. */
  readonly hash: string;
}

/** Texts as they are written: by id, or further texts under one name. */
export interface Tree {
  readonly [id: string]: string | Tree;
}

/** A file of English texts, and its translation. */
export interface Source {
  /** Begins the ids of its texts. */
  readonly prefix: string;
  readonly seen: string;
  readonly english: Tree;
  readonly translated: Tree | undefined;
  /** The name that an area exports; undefined for JSON. */
  readonly exported: string | undefined;
  /** The path of the translation, from the root of the project. */
  readonly file: string;
}

export interface Place {
  /** The project's folder. */
  readonly root: string;
  /** The code of the language, such as es. */
  readonly language: string;
  /** The university whose texts are included: a name in partners/, or the absolute path of a folder. */
  readonly partner: string;
}

const folderOf = ({ root, partner }: Place) => path.resolve(root, 'partners', partner);
/** Whether a university is its own repository: then its folder has its translations, hashes and draft, and no others. */
export const isOutside = ({ partner }: Pick<Place, 'partner'>): boolean => path.isAbsolute(partner);

const VALUE = /\{(\w+)\}/g;
const AREAS = 'packages/words/src';
const PAGES = 'forms/freshman/words';
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const isPlural = (tree: Tree) => typeof tree.other === 'string';

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await import(pathToFileURL(file).href)) };
}

async function areaSource({ root, language }: Place, name: string): Promise<Source> {
  const [[exported, area] = ['', undefined]] = Object.entries(await importFile(path.join(root, AREAS, 'en', name)));
  const english = isTree(area) ? area.texts : undefined;
  if (!isTree(english)) throw new OperatorError(`${AREAS}/en/${name} holds no texts.`);
  const file = `${AREAS}/${language}/${name}`;
  const isThere = fs.existsSync(path.join(root, file));
  const [translated] = isThere ? Object.values(await importFile(path.join(root, file))) : [];
  const text = fs.readFileSync(path.join(root, AREAS, 'en', name), 'utf8');
  const [, seen = name] = /\/\*\* (.*?)\.? \*\/\nexport/.exec(text) ?? [];
  const prefix = `${path.basename(name, '.ts')}.`;
  return { prefix, seen, english, translated: isTree(translated) ? translated : undefined, exported, file };
}

function readJson(file: string): Tree | undefined {
  const texts: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  return isTree(texts) ? texts : undefined;
}

/** A JSON file of texts as a source, if it exists. */
const jsonSource = (
  english: Tree | undefined,
  source: Pick<Source, 'prefix' | 'file' | 'seen'>,
  root: string,
): Source[] =>
  english === undefined
    ? []
    : [{ ...source, english, translated: readJson(path.resolve(root, source.file)), exported: undefined }];

/** A university's own English texts: from the files that tests keep if it is in partners/, else from its form and site. */
async function ownTexts(place: Place, pages: readonly Source[]): Promise<Record<'form' | 'site', Tree | undefined>> {
  const folder = folderOf(place);
  if (!isOutside(place)) {
    if (!fs.existsSync(folder)) throw new OperatorError(`There is no partners/${place.partner}.`);
    const words = path.join(folder, 'words');
    return { form: readJson(path.join(words, 'en.json')), site: readJson(path.join(words, 'site.en.json')) };
  }
  const { partner, form } = await loadPartner({ partner: folder, environment: 'production' });
  const { freshman }: { readonly freshman?: object } = await importPartnerFile(folder, 'form.ts');
  const values = new Map(Object.entries({ ...partner, ...freshman }));
  const fill = (text: string) => text.replace(VALUE, (braces, name: string) => String(values.get(name) ?? braces));
  const ofForm = new Set(
    pages.flatMap(({ english }) => Object.entries(english)).map(([id, text]) => `${id} ${fill(String(text))}`),
  );
  const own = Object.entries(formWords(form)).filter(([id, text]) => !ofForm.has(`${id} ${text}`));
  return { form: Object.fromEntries(own), site: partnerWords(partner) };
}

/** Every file of texts that applicants read: of the product, of the form, and of a university. */
export async function readSources(place: Place): Promise<readonly Source[]> {
  const { root, language } = place;
  const namesIn = (folder: string) => fs.readdirSync(path.join(root, folder)).toSorted();
  const pages = namesIn(`${PAGES}/en`).flatMap((name) => {
    const english = readJson(path.join(root, PAGES, 'en', name));
    const seen = `The form: ${path.basename(name, '.json')}`;
    return jsonSource(english, { prefix: 'freshman:', seen, file: `${PAGES}/${language}/${name}` }, root);
  });
  const { form, site } = await ownTexts(place, pages);
  const words = path.relative(root, path.join(folderOf(place), 'words'));
  const prefix = `${path.basename(place.partner)}:`;
  const ofForm = { prefix, seen: "The form: the university's own questions", file: `${words}/${language}.json` };
  const ofSite = { prefix, seen: "The university's name, terms and steps", file: `${words}/site.${language}.json` };
  const own = [...jsonSource(form, ofForm, root), ...jsonSource(site, ofSite, root)];
  if (isOutside(place)) return own;
  // The office's own texts aren't translated: it reads the language of its university.
  const areas = namesIn(`${AREAS}/en`).filter((name) => !name.startsWith('office-'));
  return [...(await Promise.all(areas.map((name) => areaSource(place, name)))), ...pages, ...own];
}

function textsIn(tree: Tree, prefix: string): readonly (readonly [id: string, forms: Forms])[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (typeof inner === 'string') return [[`${prefix}${name}`, { '': inner }] as const];
    if (!isPlural(inner)) return textsIn(inner, `${prefix}${name}.`);
    const forms = Object.entries(inner).map(([form, text]) => [form, String(text)] as const);
    return [[`${prefix}${name}`, Object.fromEntries(forms)] as const];
  });
}

/** Shows whether an English text has changed since it was translated. */
export const hashOf = (forms: Forms): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(forms)))
    .digest('hex')
    .slice(0, 8);

/** Every text in order, and the ids of translations whose English text is gone. */
export function entriesOf(sources: readonly Source[]): {
  readonly entries: readonly Entry[];
  readonly leftOver: readonly string[];
} {
  const leftOver: string[] = [];
  const entries = sources.flatMap(({ prefix, seen, english, translated }) => {
    const other = new Map(textsIn(translated ?? {}, prefix));
    const here = textsIn(english, prefix).map(([id, forms]): Entry => {
      const found = other.get(id);
      other.delete(id);
      return { id, english: forms, translated: found, seen, hash: hashOf(forms) };
    });
    leftOver.push(...other.keys());
    return here;
  });
  return { entries, leftOver };
}

export const valuesIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(VALUE), ([, name = '']) => name)));

/** Values that the English text has and its translation lacks, or the other way around. */
export function valueProblems(english: Forms, translated: string): readonly string[] {
  const [needed, given] = [valuesIn(Object.values(english)), valuesIn([translated])];
  const isPlain = Object.keys(english).join() === '';
  // A plural form may say its count in words.
  const lacks = [...needed].filter((name) => !given.has(name) && (isPlain || name !== 'count'));
  const invents = [...given].filter((name) => !needed.has(name));
  return [
    ...lacks.map((name) => `lacks {${name}}`),
    ...invents.map((name) => `has {${name}}, which the English has not`),
  ];
}

export const hashFile = (place: Place): string =>
  isOutside(place)
    ? path.join(folderOf(place), 'words', `${place.language}.hashes.json`)
    : path.join(place.root, AREAS, place.language, 'source-hashes.json');

/** Hashes of the English that each translation was made from. */
export function readHashes(place: Place): Readonly<Record<string, string>> {
  const hashes = readJson(hashFile(place)) ?? {};
  return Object.fromEntries(Object.entries(hashes).map(([id, hash]) => [id, String(hash)]));
}

/** The texts of a language that isn't complete yet; no build has them. */
export const draftFile = (place: Place): string =>
  isOutside(place)
    ? path.join(folderOf(place), 'words', `${place.language}.draft.json`)
    : path.join(place.root, 'packages/words/drafts', `${place.language}.json`);
