import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importPartnerFile } from '@firstyear/processes/partner-folder';
import type { LanguageCode } from '@firstyear/words';
import { build, type InlineConfig, type Plugin } from 'vite';
import { afterBuild } from './output-files.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SOURCE = here('../src/page-language.ts');
const AREA = /\/packages\/words\/src\/en\/([\w-]+)\.ts$/;
const AREA_TEXT = /export const (\w+) = area\('([\w-]+)'/;
const LOCALES = { en: 'en-US', es: 'es-US' } as const;
/** The exports of a partner that have words of their own, by their files. */
const PARTNER_EXPORTS = new Map([
  ['form.ts', 'definition'],
  ['site.ts', 'site'],
  ['partner.ts', 'partner'],
]);

/** The file of a build in a language: index.html, index.es.html. */
export function fileIn(language: LanguageCode, file: string): string {
  const { dir, name, ext } = path.parse(file);
  return language === 'en' ? file : path.join(dir, `${name}.${language}${ext}`);
}

/** A partner's words in Spanish, as its es.ts exports them, if there is one. */
export async function loadSpanish(partnerFolder: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!existsSync(path.join(partnerFolder, 'es.ts'))) return undefined;
  return importPartnerFile(partnerFolder, 'es.ts');
}

/** A script that holds data, which a browser parses faster than an object literal. */
const dataScript = (name: string, data: unknown) =>
  `export const ${name} = JSON.parse('${JSON.stringify(data).replace(/[\\']/g, '\\$&')}');`;

async function pageLanguage(language: LanguageCode, partnerFolder: string): Promise<string> {
  const other = language === 'es' ? 'en' : (await loadSpanish(partnerFolder)) ? 'es' : null;
  return [
    `export const PAGE_LANGUAGE = { locale: '${LOCALES[language]}', texts: {} };`,
    `export const OTHER_LANGUAGE = ${JSON.stringify(other)};`,
  ].join('\n');
}

/** Builds one language: replaces the English texts, so that a browser loads only that language. */
export function speak(language: LanguageCode, partnerFolder: string): Plugin {
  const isSpanish = language === 'es';
  return {
    name: 'speak',
    enforce: 'pre',
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
    async load(id) {
      if (id === SOURCE) return pageLanguage(language, partnerFolder);
      const name = path.dirname(id) === partnerFolder ? PARTNER_EXPORTS.get(path.basename(id)) : undefined;
      if (!isSpanish || name === undefined) return null;
      const spanish = (await loadSpanish(partnerFolder)) ?? {};
      return dataScript(name, spanish[name]);
    },
    transform(code, id) {
      const name = isSpanish ? AREA.exec(id)?.[1] : undefined;
      // The office reads English.
      if (!name || !existsSync(id.replace('/en/', '/es/'))) return null;
      const [, exported, areaName] = AREA_TEXT.exec(code) ?? [];
      if (!exported || code.match(/^export /gm)?.length !== 1) throw new Error(`${id} is not one area.`);
      return `import { area } from '../area.ts';
import { es } from '../es/${name}.ts';
export const ${exported} = area('${areaName}', es);`;
    },
  };
}

/** Moves the Spanish build beside the English one. Files with the same content have the same name. */
async function addBuild(from: string, to: string, language: LanguageCode): Promise<void> {
  await cp(path.join(from, 'assets'), path.join(to, 'assets'), { recursive: true });
  const pages = fileIn(language, 'prerendered');
  await cp(path.join(from, pages), path.join(to, pages), { recursive: true });
  for (const file of ['index.html', 'preloads.json', 'prerendered.json', 'service-worker.js', 'print-page.mjs']) {
    await rename(path.join(from, file), path.join(to, fileIn(language, file)));
  }
}

/** Builds the app in Spanish too, and puts the differing files beside the English ones. */
export const spanishBuild = (partnerFolder: string, configOf: (language: LanguageCode) => InlineConfig) =>
  afterBuild('spanish-build', async (dir) => {
    if (!(await loadSpanish(partnerFolder))) return;
    const outDir = await mkdtemp(here('../node_modules/.spanish-'));
    try {
      const config = configOf('es');
      await build({
        ...config,
        root: here('..'),
        configFile: false,
        logLevel: 'warn',
        build: { ...config.build, outDir },
      });
      await addBuild(outDir, dir, 'es');
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  });
