import type { Language, PluralText, Texts } from './language.ts';

export type Value = string | number;

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesOf<Names extends string, Counts extends string = never> = {
  readonly [Name in Names | Counts]: Name extends Counts ? number : Value;
};
type PluralValues<T> = ValuesOf<NamesIn<T[keyof T]>, 'count'>;
type WordsOfText<T extends string> = [NamesIn<T>] extends [never] ? string : (values: ValuesOf<NamesIn<T>>) => string;

/** Texts as code reads them: a string, or a function of the values in it. */
export type WordsOf<T> = T extends string
  ? WordsOfText<T>
  : T extends PluralText
    ? (values: PluralValues<T>) => string
    : { readonly [Id in keyof T]: WordsOf<T[Id]> };

/** The same texts in another language. A missing or extra text is a type error. */
export type Translation<T> = T extends string
  ? string
  : T extends PluralText
    ? PluralText
    : { readonly [Id in keyof T]: Translation<T[Id]> };

/** The id of a text with its values, which is sent or stored in place of a sentence. */
export type MessageOf<T> = {
  [Id in keyof T & string]: T[Id] extends PluralText
    ? { readonly id: Id; readonly values: PluralValues<T[Id]> }
    : T[Id] extends string
      ? [NamesIn<T[Id]>] extends [never]
        ? { readonly id: Id; readonly values?: undefined }
        : { readonly id: Id; readonly values: ValuesOf<NamesIn<T[Id]>> }
      : never;
}[keyof T & string];

/** The message of an area. */
export type AreaMessage<A> = A extends Area<infer T> ? MessageOf<T> : never;

/** The texts of one part of the product, in English, with their translations elsewhere. */
export interface Area<T extends Texts = Texts> {
  readonly name: string;
  readonly texts: T;
  /** The words in a language. */
  in(language: Language): WordsOf<T>;
}

type Values = Readonly<Record<string, Value>>;

function sentence(entry: string | PluralText, values: Values, locale: string): string {
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[new Intl.PluralRules(locale).select(Number(values.count))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name] ?? braces;
    return name === 'count' && typeof entry !== 'string' ? value.toLocaleString(locale) : String(value);
  });
}

function isText(entry: Texts[string] | undefined): entry is string | PluralText {
  return typeof entry === 'string' || typeof entry?.other === 'string';
}

function wordOf(entry: Texts[string], locale: string): unknown {
  if (!isText(entry)) {
    return Object.fromEntries(Object.entries(entry).map(([id, inner]) => [id, wordOf(inner, locale)]));
  }
  if (typeof entry === 'string' && !entry.includes('{')) return entry;
  return (values: Values) => sentence(entry, values, locale);
}

function wordsOf<T extends Texts>(texts: T, locale: string): WordsOf<T>;
function wordsOf(texts: Texts, locale: string): unknown {
  return wordOf(texts, locale);
}

/** Names the texts of one part of the product. The name is that of its file. */
export function area<const T extends Texts>(name: string, texts: T): Area<T> {
  const cache = new Map<Language, WordsOf<T>>();
  return {
    name,
    texts,
    in(language) {
      const words = cache.get(language) ?? wordsOf<T>({ ...texts, ...language.texts[name] }, language.locale);
      cache.set(language, words);
      return words;
    },
  };
}

/** A message of an area as a sentence in a language. */
export function say<T extends Texts>(
  { name, texts }: Area<T>,
  { id, values }: MessageOf<T>,
  language: Language,
): string {
  const entry = language.texts[name]?.[id] ?? texts[id];
  if (!isText(entry)) throw new Error(`No text '${id}' in ${name}.`);
  return sentence(entry, values ?? {}, language.locale);
}
