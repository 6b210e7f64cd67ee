import fs from 'node:fs';
import path from 'node:path';
import type { Forms, Source, Tree } from './catalog.ts';

const WIDTH = 120;
/** A string as our formatter writes it, in the quotation marks that need no escape. */
const quote = (text: string) => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(mark, `\\${mark}`);
  return `${mark}${inner}${mark}`;
};
const printName = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name));

function printTree(tree: Tree, indent: string): string {
  const lines = Object.entries(tree).map(([name, inner]) => {
    const start = `${indent}  ${printName(name)}:`;
    if (typeof inner !== 'string') {
      const entries = Object.entries(inner);
      const oneLine = `{ ${entries.map(([key, text]) => `${printName(key)}: ${quote(String(text))}`).join(', ')} }`;
      const isFlat = entries.every(([, text]) => typeof text === 'string');
      const fits = isFlat && `${start} ${oneLine},`.length <= WIDTH && typeof inner.other === 'string';
      return `${start} ${fits ? oneLine : printTree(inner, `${indent}  `)},`;
    }
    const fits = `${start} ${quote(inner)},`.length <= WIDTH;
    return fits ? `${start} ${quote(inner)},` : `${start}\n${indent}    ${quote(inner)},`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** The file of an area in another language. */
const areaFile = ({ prefix, exported, file }: Source, texts: Tree) => {
  const language = path.basename(path.dirname(file));
  return `import type { Translation } from '../area.ts';
import type { ${exported} } from '../en/${prefix.slice(0, -1)}.ts';

export const ${language} = ${printTree(texts, '')} satisfies Translation<typeof ${exported}.texts>;
`;
};

/** The tree of English texts with the translations in their place. */
function translate(english: Tree, prefix: string, formsOf: (id: string) => Forms): Tree {
  return Object.fromEntries(
    Object.entries(english).map(([name, inner]) => {
      const forms = formsOf(`${prefix}${name}`);
      if (typeof inner === 'string') return [name, forms[''] ?? inner];
      return [name, typeof inner.other === 'string' ? forms : translate(inner, `${prefix}${name}.`, formsOf)];
    }),
  );
}

/** Writes the translation of one file of English texts. */
export function writeSource(root: string, source: Source, formsOf: (id: string) => Forms): void {
  const { english, prefix, exported, file } = source;
  const texts = translate(english, prefix, formsOf);
  const target = path.resolve(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const text = exported === undefined ? `${JSON.stringify(texts, undefined, 2)}\n` : areaFile(source, texts);
  if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) fs.writeFileSync(target, text);
}

/** A university's form, site and configuration in Spanish, from the words beside it. */
const SPANISH_MODULE = `import { formWords, withWords } from '@firstyear/form-engine';
import { freshmanWords } from '@firstyear/freshman';
import about from '@firstyear/freshman/words/es/about.json' with { type: 'json' };
import education from '@firstyear/freshman/words/es/education.json' with { type: 'json' };
import finalSteps from '@firstyear/freshman/words/es/final-steps.json' with { type: 'json' };
import { withPartnerWords, withSiteWords } from '@firstyear/partner-config';
import * as english from './form.ts';
import * as university from './partner.ts';
import { site as englishSite } from './site.ts';
import own from './words/es.json' with { type: 'json' };
import siteWords from './words/site.es.json' with { type: 'json' };

const locale = 'es-US';
const spanish = { ...freshmanWords({ about, education, 'final-steps': finalSteps }, english.freshman), ...own };
/** Without the words of what this form leaves out. */
const asked = formWords(english.definition);
const words = Object.fromEntries(Object.entries(spanish).filter(([id]) => id in asked));

/** The same application, site and university in Spanish. */
export const definition = withWords(english.definition, { locale, words });
export const site = withSiteWords(englishSite, siteWords);
export const partner = withPartnerWords(university.partner, { locale, words: siteWords });
`;

/** Writes the module that offers Spanish into a university's folder, unless there is one. */
export function writeSpanishModule(folder: string): void {
  const file = path.join(folder, 'es.ts');
  if (!fs.existsSync(file)) fs.writeFileSync(file, SPANISH_MODULE);
}
