import { nameKey } from '../school-text.ts';

/** Words of a name's key that some lists leave out. */
const EMPTY_WORDS = new Set(['main', 'campus', 'senior']);

/** A school's name without empty words, its city and state, in plain letters. */
export function recordKey(name: string, city: string, state: string): string {
  return [tellingWords(name).join(' '), nameKey(city), state.toLowerCase()].join('|');
}

const tellingWords = (name: string) =>
  nameKey(name)
    .split(' ')
    .filter((word) => !EMPTY_WORDS.has(word));

/** Words that don't distinguish schools: a name needs more than these. */
const COMMON_WORDS = new Set(
  `university college institute academy school schools high senior junior state community technical central christian
   catholic preparatory public regional center art arts beauty barber career technology`.split(/\s+/),
);

/**
 * A key that two records of one school share when they have no code in common: as recordKey(), but without a city at the end of
 * the name: "Univ Kentucky Lexington" and "University of Kentucky", both in Lexington.
 */
export function matchKey(name: string, city: string, state: string): string {
  const words = tellingWords(name);
  const place = tellingWords(city);
  const rest = words.slice(0, -place.length);
  const endsInCity = place.length > 0 && place.every((word, index) => words[rest.length + index] === word);
  const kept = endsInCity && rest.some((word) => !COMMON_WORDS.has(word)) ? rest : words;
  return [kept.join(' '), nameKey(city), state.toLowerCase()].join('|');
}
