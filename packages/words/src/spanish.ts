import { readdirSync } from 'node:fs';
import type { Language, Texts } from './language.ts';

const FOLDER = new URL('es/', import.meta.url);

interface SpanishFile {
  readonly es: Texts;
  /** What is said otherwise to adults at a school, who are usted. */
  readonly usted?: Texts;
}

/** Loads the Spanish texts of a file, which is named for its area. */
async function loadTexts(file: string): Promise<readonly [area: string, texts: SpanishFile]> {
  const texts: SpanishFile = await import(new URL(file, FOLDER).href);
  return [file.replace(/\.ts$/, ''), texts];
}

const files = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .map(loadTexts),
);

/** All Spanish texts, for the server: a browser loads the areas that its page needs. */
export const SPANISH: Language = {
  locale: 'es-US',
  texts: Object.fromEntries(files.map(([area, { es }]) => [area, es])),
};

/** The same for helpers, such as school counselors. */
export const SPANISH_FOR_HELPERS: Language = {
  locale: SPANISH.locale,
  texts: Object.fromEntries(files.map(([area, { es, usted }]) => [area, usted ? { ...es, ...usted } : es])),
};
