import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import type { Area, Texts } from '@firstyear/words';
import { copyProduct } from '../../e2e/support/next-release.ts';

const LETTERS = new Map(
  Array.from(
    'aáeéiíoóuúyýnñcçsšzžgğlļrřtťdďkķAÁEÉIÍOÓUÚYÝNÑCÇSŠZŽGĞLĻRŘTŤDĎKĶ'.matchAll(/(.)(.)/g),
    ([, plain = '', accented]) => [plain, accented],
  ),
);
/** The id of a list of words, which keeps its length. */
const LIST = 'months';

/** Adds accents and brackets to a text, and makes it two fifths longer. Its placeholders stay. */
function toPseudo(text: string, id = ''): string {
  if (text === '') return text;
  const accented = text.replace(/\{\w+\}|[a-z]/gi, (letter) => LETTERS.get(letter) ?? letter);
  if (id === LIST) return accented;
  return `[${accented}${' éñ'.repeat(Math.ceil((text.length * 0.4) / 3))}]`;
}

const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      typeof text === 'string' ? toPseudo(text, id) : pseudoTexts({ ...text }),
    ]),
  );

/** The files of Spanish texts, each with the English texts to write there. */
async function readTextFiles(root: string): Promise<ReadonlyMap<string, Texts>> {
  const files = new Map<string, Texts>();
  const areas = 'packages/words/src/es';
  for (const name of fs.readdirSync(path.join(root, areas)).filter((file) => file.endsWith('.ts'))) {
    const loaded: Readonly<Record<string, Area>> = await import(`@firstyear/words/${path.basename(name, '.ts')}`);
    for (const { texts } of Object.values(loaded)) files.set(`${areas}/${name}`, texts);
  }
  const json = (file: string): Texts => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
  const pages = 'forms/freshman/words';
  for (const name of fs.readdirSync(path.join(root, pages, 'es'))) {
    files.set(`${pages}/es/${name}`, json(`${pages}/en/${name}`));
  }
  const partner = `partners/${DEFAULT_PARTNER}/words`;
  files.set(`${partner}/es.json`, json(`${partner}/en.json`));
  files.set(`${partner}/site.es.json`, json(`${partner}/site.en.json`));
  return files;
}

/** Copies the product into a folder, with a pseudo-language in place of Spanish. */
export async function makePseudoProduct(root: string, folder: string): Promise<void> {
  const files = await readTextFiles(root);
  const edits = [...files].map(([file, texts]) => {
    const written = JSON.stringify(pseudoTexts(texts));
    return [
      file,
      () => (file.endsWith('.json') ? written : `export const es = ${written};\nexport const usted = es;`),
    ] as const;
  });
  copyProduct(root, folder, Object.fromEntries(edits));
}
