import { ENGLISH, type Language, type LanguageCode } from '@firstyear/words';

/** The language that the page is built in. The build puts its own values here (build/speak.ts). */
export const PAGE_LANGUAGE: Language = ENGLISH;
/** The other language on offer; null: there is none. */
export const OTHER_LANGUAGE: LanguageCode | null = 'es';
