import { US_STATES_AND_REGIONS } from '@firstyear/form-engine/lists/states';
import { ABBREVIATIONS, WRITTEN_OUT } from './abbreviations.ts';
import { type Nicknames, nicknamesOf } from './nicknames.ts';

/** Letters that Unicode doesn't decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ə: 'e',
  ħ: 'h',
  ŋ: 'n',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ŧ: 't',
};

/** Plain lower-case words: accents, apostrophes and the dots of initials gone, & written out, numbers apart. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœþðıəħŋɗɓƙŧ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`´ʻʼ]/g, '')
    .replace(/&|\+/g, ' and ')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu, (initials) => `${initials.replaceAll('.', '')} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(?!(?:st|nd|rd|th)(?![\p{L}\p{N}]))(\p{L})/gu, '$1 $2')
    .trim();

/** The folded words of a text. */
export function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ');
}

/** Words that some lists leave out of names. */
const SMALL_WORDS = new Set(['of', 'the', 'at']);

/** A name's key for comparison: folded, with abbreviations written out and without small words. */
export const nameKey = (name: string): string => nameKeyOf(wordsOf(name));

/** nameKey() of the folded words of a name. */
export const nameKeyOf = (folded: readonly string[]): string =>
  folded
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word, place, words) =>
      word === 'st' && /^u(niv.*)?$/.test(words[place + 1] ?? '') ? 'state' : (WRITTEN_OUT.get(word) ?? word),
    )
    .join(' ');

const EMPTY_WORDS = new Set(['and', 'in', 'for', 'main', 'campus', 'senior']);

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

const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  US_STATES_AND_REGIONS.map(({ value, label }) => [value.toLowerCase(), label]),
);

/** Whether a folded word is a state's code. */
export const isStateCode = (word: string): boolean => STATE_NAMES.has(word);

const STATE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...STATE_NAMES].map(([code, name]) => [code, [code, ...wordsOf(name)]]),
);

/** The words of a state's name and its code. */
export function stateWords(state: string): readonly string[] {
  const code = state.toLowerCase();
  return code === '' ? [] : (STATE_WORDS.get(code) ?? [code]);
}

const BY_SHORT = new Map<string, (readonly string[])[]>();
const BY_LONG = new Map<string, { readonly short: string; readonly long: readonly string[] }[]>();
for (const { short, long } of ABBREVIATIONS) {
  BY_SHORT.set(short, [...(BY_SHORT.get(short) ?? []), long]);
  const first = long[0] ?? '';
  BY_LONG.set(first, [...(BY_LONG.get(first) ?? []), { short, long }]);
}

/** Long forms of the abbreviations in a name, and abbreviations of its words. */
function otherFormsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word, place) => [
    ...(BY_SHORT.get(word) ?? []).flat(),
    ...(BY_LONG.get(word) ?? [])
      .filter(({ long }) => long.every((part, offset) => words[place + offset] === part))
      .map(({ short }) => short),
  ]);
}

/** Small words that people join with the next one, or not: La Salle, De Paul, Mc Guffey, O'Hara. */
export const PARTICLES: ReadonlySet<string> = new Set('mc mac o d de del la le el los las san van von du'.split(' '));
/** Words that people join with the one before: North Side, West Lake, Glen Wood. */
const PLACE_ENDINGS = new Set(
  'side view lake wood woods field land ridge brook creek dale port shore point gate ford crest hill town ville'.split(
    ' ',
  ),
);

function compoundsOf(name: string): readonly string[] {
  const hyphened = name.split(/\s+/).filter((part) => /\p{L}[-–]\p{L}/u.test(part));
  const words = wordsOf(name);
  return [
    ...hyphened.map((part) => fold(part).replaceAll(' ', '')),
    ...words.flatMap((word, place) => {
      const next = words[place + 1] ?? '';
      return PARTICLES.has(word) || PLACE_ENDINGS.has(next) ? [`${word}${next}`] : [];
    }),
  ];
}

const NOT_IN_INITIALS = new Set(['of', 'the', 'and', 'at', 'in', 'for', 'main', 'campus']);

/** Initials of a college's name, with and without its place: MIT, UCLA, UNC Chapel Hill. */
function initialsOf(name: string): readonly string[] {
  const initials = (text: string) =>
    nameKey(text)
      .split(' ')
      .filter((word) => !NOT_IN_INITIALS.has(word))
      .map((word) => word[0] ?? '')
      .join('');
  return [initials(name), initials(name.split(/ at |[-–,]| in /)[0] ?? '')].filter((letters) => letters.length >= 2);
}

interface SchoolText {
  readonly category: 'hs_ceeb' | 'college_ceeb';
  readonly name: string;
  readonly aliases: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly ceeb: string;
}

/** Its other names: its own, and those that it shares with other campuses. */
export function aliasesOf(school: SchoolText, key = nameKey(school.name)): Nicknames {
  if (school.category === 'hs_ceeb') return { own: school.aliases, shared: [], isMain: false };
  const { own, ...rest } = nicknamesOf(key, school.city, school.state);
  return { own: [...school.aliases, ...own], ...rest };
}

/** The search document of a school: every word that finds it, with its weight, in PostgreSQL's notation. */
export function documentOf(school: SchoolText): string {
  const weights = new Map<string, 'A' | 'B' | 'C' | 'D'>();
  const add = (words: readonly string[], weight: 'A' | 'B' | 'C' | 'D') => {
    for (const word of words) if (word !== '' && !weights.has(word)) weights.set(word, weight);
  };
  const name = wordsOf(school.name);
  const city = wordsOf(school.city);
  const key = nameKey(school.name).split(' ');
  const { own, shared } = aliasesOf(school);
  const aliases = [...own, ...shared].flatMap((alias) => wordsOf(alias));
  add(name, 'A');
  add([...key, ...otherFormsOf(name), ...otherFormsOf(key), ...compoundsOf(school.name)], 'B');
  add([...aliases, ...otherFormsOf(aliases)], 'B');
  if (school.category === 'college_ceeb') add(initialsOf(school.name), 'B');
  add([...city, ...otherFormsOf(city), ...compoundsOf(school.city)], 'C');
  add([...stateWords(school.state), school.ceeb, school.zip.slice(0, 5)], 'D');
  return [...weights].map(([word, weight]) => `'${word}':1${weight}`).join(' ');
}
