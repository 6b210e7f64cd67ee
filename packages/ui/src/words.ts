import { type Area, ENGLISH, type Language, type Texts, type WordsOf } from '@firstyear/words';
import { createContext, useContext } from 'react';

export const LanguageContext = createContext<Language>(ENGLISH);

/** Reads the words of an area outside of components. */
export type ReadWords = <T extends Texts>(area: Area<T>) => WordsOf<T>;

export const useLanguage = (): Language => useContext(LanguageContext);

export function useWords<T extends Texts>(area: Area<T>): WordsOf<T> {
  return area.in(useLanguage());
}
