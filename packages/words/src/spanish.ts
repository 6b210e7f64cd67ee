import { readdirSync } from 'node:fs';
import type { Language, Texts } from './language.ts';

const FOLDER = new URL('es/', import.meta.url);

/** Loads the Spanish texts of a file, which is named for its area. */
async function loadTexts(file: string): Promise<readonly [area: string, texts: Texts]> {
  const { es }: { readonly es: Texts } = await import(new URL(file, FOLDER).href);
  return [file.replace(/\.ts$/, ''), es];
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));

/** All Spanish texts, for the server: a browser loads the areas that its page needs. */
export const SPANISH: Language = {
  locale: 'es-US',
  texts: Object.fromEntries(await Promise.all(files.map(loadTexts))),
};
