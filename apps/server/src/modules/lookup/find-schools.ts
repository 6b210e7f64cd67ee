import type pg from 'pg';
import { type Query, type QueryWord, readQuery, type SchoolCategory } from './query-words.ts';
import { type Candidate, type Corrections, rankSchools } from './rank-schools.ts';
import { PREFIXES } from './school-text.ts';
import { findCandidates, frequencies, knownBeginnings, similarWords } from './search-repository.ts';
import { type Correction, correctionsOf, deletesOf, forgivenErrors } from './word-correction.ts';

export interface SchoolSearch {
  readonly pool: pg.Pool;
  readonly partnerState: string;
}

/** Words that a school may lack and still be suggested. */
const MAX_MISSING = 3;
const AS_TYPED: Corrections = { forms: new Map(), known: new Set() };

const lexeme = (word: string, isPrefix: boolean) => `'${word}'${isPrefix ? ':*' : ''}`;

/** What a word may have meant. */
const allForms = (corrections: Corrections) => (word: QueryWord) => corrections.forms.get(word.word) ?? [];

/** Of what a word may have meant the nearest: farther ones never crowd them out of the candidates. */
const nearestForms = (corrections: Corrections) => (word: QueryWord) => {
  const forms = allForms(corrections)(word);
  const least = Math.min(...forms.map(({ errors }) => errors));
  return forms.filter(({ errors }) => errors <= least + NEARLY_AS_NEAR);
};
const NEARLY_AS_NEAR = 0.5;

/** A word or what it may have meant, as a tsquery. */
function oneOf(word: QueryWord, formsOf: (word: QueryWord) => readonly Correction[]): string {
  const forms = [lexeme(word.word, word.isPrefix), ...formsOf(word).map((form) => lexeme(form.word, false))];
  return forms.length === 1 ? forms.join('') : `(${forms.join(' | ')})`;
}

const searched = (query: Query) => query.words.filter((word) => !word.isWeak);

async function attempt(
  search: SchoolSearch,
  query: Query,
  matches: readonly string[],
  corrections: Corrections = AS_TYPED,
): Promise<readonly Candidate[]> {
  const candidates = await findCandidates(search.pool, {
    category: query.category,
    matches,
    rank: query.words.map((word) => oneOf(word, nearestForms(corrections))).join(' | '),
    whole: query.words.map((word) => lexeme(word.word, false)).join(' & '),
    keys: query.keys,
    codes: query.codes,
    partnerState: search.partnerState,
  });
  return rankSchools(candidates, query, corrections, search.partnerState);
}

/** Beginnings of one or two letters stand before too many words to be searched for beside others. */
const MIN_BEGINNING = 3;

/** Words that stand before too many others to be taken for their beginnings. */
const WHOLE_WORDS = new Set(['saint', 'mount', 'fort']);

/** Whether a word is searched for as a beginning at first: the last one, and longer ones (east for eastern). */
function mayBegin({ word }: QueryWord, query: Query): boolean {
  return word === query.words.at(-1)?.word || (word.length > MIN_BEGINNING && !WHOLE_WORDS.has(word));
}

/** Two words written together: de paul, depaul; west lake, westlake; mac arthur, mcarthur. */
function together(one: QueryWord, next: QueryWord): readonly string[] {
  if (/\d/.test(one.word + next.word)) return [];
  if (!PREFIXES.has(one.word) && (one.isWeak || next.isWeak)) return [];
  const starts = one.word === 'mac' || one.word === 'mc' ? ['mac', 'mc'] : [one.word];
  return starts.map((start) => `${start}${next.word}`);
}

/** Tsqueries for all words as typed, longer ones and the last one also as beginnings; or with two written together. */
async function allOf(search: SchoolSearch, query: Query): Promise<readonly string[]> {
  const words = searched(query).map((word) => ({ ...word, isPrefix: word.isPrefix && mayBegin(word, query) }));
  const last = words.at(-1);
  if (last === undefined) return [];
  const all =
    words.length > 1 && last.isPrefix && last.word.length < MIN_BEGINNING
      ? [[...words.slice(0, -1), { ...last, isPrefix: false }], words.slice(0, -1)]
      : [words];
  const pairs = query.words.slice(1).flatMap((next, place) => {
    const small = query.words[place];
    if (small === undefined) return [];
    const rest = words.filter(({ word }) => word !== small.word && word !== next.word);
    const isPrefix = next.isPrefix && place + 2 === query.words.length;
    return together(small, next).map((word) => ({ word, some: [...rest, { ...next, word, isPrefix }] }));
  });
  if (pairs.length > 0) {
    // Most pairs are no word of any school: each that is searched for costs as much as the whole query.
    const known = await knownBeginnings(
      search.pool,
      query.category,
      pairs.map(({ word }) => word),
    );
    all.push(...pairs.filter(({ word }) => known.has(word)).map(({ some }) => some));
  }
  return all.map((some) => allBut(0, some, AS_TYPED));
}

/** The query with two words written together where that makes a word that is known: mc guffey. */
async function joined(search: SchoolSearch, query: Query, known: ReadonlySet<string>): Promise<Query | undefined> {
  const words = query.words.map(({ word }) => word);
  const pairs = words.slice(1).map((word, place) => `${words[place]}${word}`);
  const found = await frequencies(search.pool, query.category, pairs);
  const place = pairs.findIndex((pair, at) => {
    const [one = '', other = ''] = [words[at], words[at + 1]];
    return found.has(pair) && (one.length <= 3 || !known.has(one) || !known.has(other));
  });
  if (place < 0) return undefined;
  return readQuery(query.category, [...words.slice(0, place), pairs[place], ...words.slice(place + 2)].join(' '));
}

/** The query with words that no school has taken apart where both parts are known: highschool. */
async function apart(search: SchoolSearch, query: Query, known: ReadonlySet<string>): Promise<Query | undefined> {
  const words = query.words.map(({ word }) => word);
  const cuts = (word: string) =>
    known.has(word) || word.length < 6
      ? []
      : Array.from({ length: word.length - 5 }, (_, cut) => [word.slice(0, cut + 3), word.slice(cut + 3)] as const);
  const found = await frequencies(
    search.pool,
    query.category,
    words.flatMap((word) => cuts(word).flat()),
  );
  const frequency = (piece: string) => found.get(piece) ?? 0;
  const next = words.flatMap((word) => {
    const [best] = cuts(word)
      .filter(([one, other]) => found.has(one) && found.has(other))
      .sort((a, b) => Math.min(...b.map(frequency)) - Math.min(...a.map(frequency)));
    return best ?? [word];
  });
  return next.length === words.length ? undefined : readQuery(query.category, next.join(' '));
}

/** What the words of a query may have meant. A word that some school has is less likely to be wrong. */
async function corrected(
  search: SchoolSearch,
  category: SchoolCategory,
  words: readonly QueryWord[],
  known: ReadonlySet<string>,
): Promise<Corrections> {
  const mendable = words.filter(({ word }) => forgivenErrors(word) > 0);
  if (mendable.length === 0) return AS_TYPED;
  const keys = new Set(mendable.flatMap(({ word }) => deletesOf(word)));
  const similar = await similarWords(search.pool, category, [...keys]);
  const forms = mendable.map(({ word, isPrefix }): [string, readonly Correction[]] => [
    word,
    correctionsOf(word, similar, { isBeginning: isPrefix, limit: known.has(word) ? 1 : forgivenErrors(word) }),
  ]);
  return { forms: new Map(forms), known };
}

/** Of many words the longest ones, which choose most: the ways to leave out several of them stay few. */
const longest = (words: readonly QueryWord[]): readonly QueryWord[] =>
  [...words].sort((one, other) => other.word.length - one.word.length).slice(0, MAX_COMBINED);
const MAX_COMBINED = 5;

/** A word that others follow and that is no whole word of any school may be misspelt, though some word begins with it. */
async function meantOtherwise(search: SchoolSearch, query: Query): Promise<readonly Candidate[]> {
  const words = searched(query);
  const followed = words.filter(({ word }) => word !== query.words.at(-1)?.word && forgivenErrors(word) > 1);
  if (followed.length === 0) return [];
  const whole = await frequencies(
    search.pool,
    query.category,
    followed.map(({ word }) => word),
  );
  const unknown = followed.filter(({ word }) => !whole.has(word));
  if (unknown.length === 0) return [];
  const corrections = await corrected(search, query.category, unknown, new Set());
  return attempt(search, query, [allBut(0, words, corrections)], corrections);
}

/** A tsquery for schools that have all words but `missing` of them. */
function allBut(missing: number, words: readonly QueryWord[], corrections: Corrections): string {
  const choose = (from: number, count: number): readonly (readonly QueryWord[])[] => {
    if (count === 0) return [[]];
    return words
      .slice(from)
      .flatMap((word, offset) => choose(from + offset + 1, count - 1).map((rest) => [word, ...rest]));
  };
  return choose(0, words.length - missing)
    .map((chosen) => `(${chosen.map((word) => oneOf(word, allForms(corrections))).join(' & ')})`)
    .join(' | ');
}

/**
 * Schools for what is typed, the likeliest first: all words as typed; if there is none, words that no school has are
 * mended; then any word may be, or one is left out; then more are left out. The work is bounded for every text.
 */
export async function findSchools(
  search: SchoolSearch,
  category: SchoolCategory,
  text: string,
  limit: number,
): Promise<readonly Candidate[]> {
  const query = readQuery(category, text);
  if (query.words.length === 0) return [];
  const asTyped = await attempt(search, query, await allOf(search, query));
  if (asTyped.length >= limit || query.codes.length > 0) return asTyped.slice(0, limit);
  if (asTyped.length > 0) {
    const meant = await meantOtherwise(search, query);
    const ids = new Set(meant.map(({ id }) => id));
    return [...meant, ...asTyped.filter(({ id }) => !ids.has(id))].slice(0, limit);
  }

  // Several words, each of them begun only: lex cath.
  if (searched(query).length > 1) {
    const begun = await attempt(search, query, [allBut(0, searched(query), AS_TYPED)]);
    if (begun.length > 0) return begun.slice(0, limit);
  }
  const [only] = query.words;
  if (query.words.length === 1 && only !== undefined && only.word.length > 2 && !only.isPrefix && !only.isWeak) {
    const begun = await attempt(search, query, [lexeme(only.word, true)]);
    if (begun.length > 0) return begun.slice(0, limit);
  }
  const known = await knownBeginnings(
    search.pool,
    category,
    query.words.map(({ word }) => word),
  );
  const together = await joined(search, query, known);
  if (together !== undefined) {
    const found = await attempt(search, together, await allOf(search, together));
    if (found.length > 0) return found.slice(0, limit);
  }
  const words = searched(query);
  const unknown = words.filter(({ word }) => !known.has(word));
  if (unknown.length > 0) {
    const corrections = await corrected(search, category, unknown, known);
    const found = await attempt(search, query, [allBut(0, words, corrections)], corrections);
    if (found.length > 0) return found.slice(0, limit);
    const parted = await apart(search, query, known);
    if (parted !== undefined) {
      const matches = await attempt(search, parted, await allOf(search, parted));
      if (matches.length > 0) return matches.slice(0, limit);
    }
  }
  if (words.length === 0) {
    const all = query.words.map((word) => ({ ...word, isWeak: false }));
    return (await attempt(search, query, [allBut(0, all, AS_TYPED)])).slice(0, limit);
  }
  const corrections = await corrected(search, category, words, known);
  const mended = allBut(0, words, corrections);
  const oneMissing = words.length > 1 ? ` | ${allBut(1, words, AS_TYPED)}` : '';
  const found = await attempt(search, query, [`${mended}${oneMissing}`], corrections);
  if (found.length > 0) return found.slice(0, limit);
  for (let missing = 1; missing <= Math.min(words.length - 1, MAX_MISSING); missing += 1) {
    const choice = missing === 1 ? words : longest(words);
    const lesser = await attempt(search, query, [allBut(missing, choice, corrections)], corrections);
    if (lesser.length > 0) return lesser.slice(0, limit);
  }
  return [];
}
