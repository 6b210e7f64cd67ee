import { ABBREVIATIONS, PARTICLES } from './abbreviations.ts';
import { type Nicknames, nicknamesOf } from './nicknames.ts';
import { fold, nameKey, stateWords, wordsOf } from './school-text.ts';

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

/** Words that people join with the one before: North Side, West Lake, Glen Wood. */
const PLACE_ENDINGS = new Set(
  'side view lake wood woods field land ridge brook creek dale port shore point gate ford crest hill town ville park center valley'.split(
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

/** Initials of the words of a name's key. */
export const initialsOf = (keyWords: readonly string[]): string => keyWords.map((word) => word[0] ?? '').join('');

/** Initials of a college's name, with and without its place: MIT, UCLA, UNC Chapel Hill. */
const collegeInitials = (name: string): readonly string[] =>
  [name, name.split(/ at |[-–,]| in /)[0] ?? '']
    .map((part) => initialsOf(nameKey(part).split(' ')))
    .filter((letters) => letters.length >= 2);

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
  if (school.category === 'college_ceeb') add(collegeInitials(school.name), 'B');
  add([...city, ...otherFormsOf(city), ...compoundsOf(school.city)], 'C');
  add([...stateWords(school.state), school.ceeb, school.zip.slice(0, 5)], 'D');
  return [...weights].map(([word, weight]) => `'${word}':1${weight}`).join(' ');
}
