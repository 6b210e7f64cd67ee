/** A text whose form depends on a count, by the plural categories of Intl.PluralRules. */
export interface PluralText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  readonly other: string;
}

/** Texts by id, or further texts under one name. Values stand in braces: 'Saved at {time}'. */
export interface Texts {
  readonly [id: string]: string | PluralText | Texts;
}

/** What somebody reads: a locale, and the translated texts by the name of their area. What is not translated is English. */
export interface Language {
  /** BCP 47, such as en-US. */
  readonly locale: string;
  readonly texts: Readonly<Record<string, Texts>>;
}

export const ENGLISH: Language = { locale: 'en-US', texts: {} };
