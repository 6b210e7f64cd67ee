import { type Area, ENGLISH, type Language, type Texts, type WordsOf } from '@firstyear/words';
import { createContext, useContext } from 'react';

/** The language of the page. */
export const LanguageContext = createContext<Language>(ENGLISH);

/** The words of an area, in the language of the page. */
export function useWords<T extends Texts>(area: Area<T>): WordsOf<T> {
  return area.in(useContext(LanguageContext));
}
