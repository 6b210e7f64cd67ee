/** The forms of a text that depends on a count, by plural category of Intl.PluralRules. */
export interface PluralText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  readonly other: string;
}

/** Texts, or groups of texts, by id. Values are in braces: 'Saved at {time}'. */
export interface Texts {
  readonly [id: string]: string | PluralText | Texts;
}

/** A locale with its translated texts, by area. Missing texts are in English. */
export interface Language {
  /** BCP 47, such as en-US. */
  readonly locale: string;
  readonly texts: Readonly<Record<string, Texts>>;
}

export const ENGLISH: Language = { locale: 'en-US', texts: {} };

/** The languages that applicants can choose. Texts are written in the first. */
export const LANGUAGE_CODES = ['en', 'es'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** Each language by its own name, for people who don't read the others. */
export const LANGUAGE_NAMES: Readonly<Record<LanguageCode, string>> = { en: 'English', es: 'Español' };

/** The subtag of a language. */
export const languageCode = ({ locale }: Language): LanguageCode =>
  LANGUAGE_CODES.find((code) => locale.split('-', 1)[0] === code) ?? 'en';
