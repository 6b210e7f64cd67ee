import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import { root } from './source-files.ts';

/** A text that applicants read: its plural forms, or one text. */
interface Entry {
  /** Such as 'auth.login.title', 'freshman:about.title' or 'university:application_title'. */
  readonly id: string;
  readonly english: readonly string[];
  readonly spanish: readonly string[] | undefined;
  /** Hash of its English. */
  readonly hash: string;
}

/** Texts as they are written: by id, or further texts under one name. */
interface Tree {
  readonly [id: string]: string | Tree;
}

const AREAS = 'packages/words/src';
const PAGES = 'forms/freshman/words';
const UNIVERSITY = `partners/${DEFAULT_PARTNER}/words`;
const namesIn = (folder: string) => fs.readdirSync(path.join(root, folder)).toSorted();

/** The areas of texts that applicants read, by file: the office reads the language of its university. */
export const AREA_FILES = namesIn(`${AREAS}/en`).filter((name) => !name.startsWith('office-'));

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

async function readArea(file: string): Promise<Tree> {
  const [exported]: unknown[] = Object.values(await import(pathToFileURL(path.join(root, AREAS, file)).href));
  const texts = isTree(exported) && 'texts' in exported ? exported.texts : exported;
  if (!isTree(texts)) throw new Error(`${file} holds no texts.`);
  return texts;
}

function readJson(file: string): Tree {
  const texts: unknown = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
  if (!isTree(texts)) throw new Error(`${file} holds no texts.`);
  return texts;
}

function textsIn(tree: Tree, prefix: string): readonly (readonly [id: string, forms: readonly string[]])[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (typeof inner === 'string') return [[`${prefix}${name}`, [inner]] as const];
    if (typeof inner.other !== 'string') return textsIn(inner, `${prefix}${name}.`);
    return [[`${prefix}${name}`, Object.values(inner).map(String)] as const];
  });
}

const hashOf = (forms: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 8);

/** All texts that applicants read, in order, and the ids of Spanish ones whose English is gone. */
export async function readCatalog(): Promise<{
  readonly entries: readonly Entry[];
  readonly leftOver: readonly string[];
}> {
  const sources: (readonly [prefix: string, english: Tree, spanish: Tree])[] = [];
  for (const name of AREA_FILES)
    sources.push([`${path.basename(name, '.ts')}.`, await readArea(`en/${name}`), await readArea(`es/${name}`)]);
  for (const name of namesIn(`${PAGES}/en`))
    sources.push(['freshman:', readJson(`${PAGES}/en/${name}`), readJson(`${PAGES}/es/${name}`)]);
  for (const part of ['', 'site.'])
    sources.push(['university:', readJson(`${UNIVERSITY}/${part}en.json`), readJson(`${UNIVERSITY}/${part}es.json`)]);
  const leftOver: string[] = [];
  const entries = sources.flatMap(([prefix, english, spanish]) => {
    const other = new Map(textsIn(spanish, prefix));
    const found = textsIn(english, prefix).map(([id, forms]): Entry => {
      const translated = other.get(id);
      other.delete(id);
      return { id, english: forms, spanish: translated, hash: hashOf(forms) };
    });
    leftOver.push(...other.keys());
    return found;
  });
  return { entries, leftOver };
}

export const valuesIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)));
