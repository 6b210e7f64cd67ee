import { type FormDefinition, formWords, withWords } from '../index.ts';

/** The same text in full-width letters, which no real text has. */
export const toPseudo = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

/** A form with all words in full-width letters, and whose countries, languages and months are Finnish. */
export function pseudoForm<K extends string>(definition: FormDefinition<K>): FormDefinition<K> {
  const words = Object.entries(formWords(definition)).map(([id, text]) => [id, toPseudo(text)]);
  return withWords(definition, { locale: 'fi', words: Object.fromEntries(words) });
}
