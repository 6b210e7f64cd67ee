import { type Area, ENGLISH, type Language, type Texts, type WordsOf } from '@firstyear/words';
import { createContext, useContext } from 'react';

/** The language of the page. */
export const LanguageContext = createContext<Language>(ENGLISH);

/** Reads the words of an area where no component does, at the moment that they are said. */
export type ReadWords = <T extends Texts>(area: Area<T>) => WordsOf<T>;

/** The language of the page. */
export const useLanguage = (): Language => useContext(LanguageContext);

/** The words of an area, in the language of the page. */
export function useWords<T extends Texts>(area: Area<T>): WordsOf<T> {
  return area.in(useLanguage());
}
