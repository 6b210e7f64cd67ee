import { ABBREVIATIONS, WEAK_WORDS } from './abbreviations.ts';
import type { Query } from './query-words.ts';
import { aliasesOf, fold, nameKey, type SchoolText, stateWords, wordsOf } from './school-text.ts';
import type { Correction } from './word-correction.ts';

/** A school among those that are ranked. */
export interface Candidate extends SchoolText {
  readonly id: string;
  readonly address_line_1: string;
  readonly country: string;
  readonly closed: boolean;
}

/** What each query word may also have meant; empty when it is as typed. */
export interface Corrections {
  readonly forms: ReadonlyMap<string, readonly Correction[]>;
  /** Words that some school has as they are typed. */
  readonly known: ReadonlySet<string>;
}

const SHORT_FORMS = new Map<string, Set<string>>();
for (const { short, long } of ABBREVIATIONS) {
  if (long.length !== 1) continue;
  const [word = ''] = long;
  SHORT_FORMS.set(short, (SHORT_FORMS.get(short) ?? new Set()).add(word));
  SHORT_FORMS.set(word, (SHORT_FORMS.get(word) ?? new Set()).add(short));
}

/** How well a typed word fits a word of the record: 1 the same, less for another form or its beginning, 0 not at all. */
function fit(typed: string, isPrefix: boolean, word: string): number {
  if (typed === word) return 1;
  if (SHORT_FORMS.get(typed)?.has(word)) return 0.95;
  if (isPrefix && word.startsWith(typed)) return 0.6 + 0.3 * (typed.length / word.length);
  return 0;
}

function bestFit(typed: string, isPrefix: boolean, words: readonly string[]): number {
  let best = 0;
  for (const word of words) best = Math.max(best, fit(typed, isPrefix, word));
  return best;
}

/** Where the place of a word counts: in the name most, in the state least. */
const IN_NAME = 1;
const IN_ALIAS = 0.95;
const IN_CITY = 0.7;
const IN_STATE = 0.65;
/** A form that was not typed. Of words that some school has, only near ones come here; see find-schools. */
const CORRECTED = 0.85;
const REPLACED = 0.6;
/** What each further typing error takes from it. */
const FARTHER = 0.15;
const WEAK = 0.25;

/** Some lists leave them out of names. */
const SMALL_WORDS = new Set(['of', 'the', 'at', 'and', 'in', 'for', 'a']);

const unspaced = (key: string) => key.replaceAll(' ', '');

interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Points for one school. Higher is what a person would choose first. */
function score(candidate: Candidate, query: Query, corrections: Corrections, partnerState: string): number {
  const weak = WEAK_WORDS[query.category];
  const name = wordsOf(candidate.name);
  const joined = name.join('');
  const key = nameKey(candidate.name).replace(/ main campus$/, '');
  const aliases = aliasesOf(candidate);
  const ownKeys = aliases.own.map(fold);
  const aliasWords = [...ownKeys, ...aliases.shared.map(fold)].flatMap((alias) => alias.split(' '));
  const city = wordsOf(candidate.city);
  const joinedCity = city.join('');
  const state = stateWords(candidate.state);
  const keyWords = key.split(' ');
  const initials = keyWords
    .filter((word) => !['of', 'the', 'and', 'at'].includes(word))
    .map((word) => word[0])
    .join('');

  const { known } = corrections;
  let points = 0;
  let possible = 0;
  const used = new Set<string>();
  let cityOrState = 0;
  for (const { word, isPrefix, isWeak } of query.words) {
    const weight = SMALL_WORDS.has(word) ? 0 : isWeak ? WEAK : 1;
    possible += weight;
    const forms = [
      { form: word, mayBegin: isPrefix, worth: 1 },
      ...(corrections.forms.get(word) ?? []).map((form) => ({
        form: form.word,
        mayBegin: false,
        worth: (known.has(word) ? REPLACED : CORRECTED) - FARTHER * (form.errors - 1),
      })),
    ];
    let best = 0;
    for (const { form, mayBegin, worth } of forms) {
      const inName = Math.max(
        bestFit(form, mayBegin, name),
        bestFit(form, mayBegin, keyWords),
        form.length > 3 && joined.includes(form) ? 0.8 : 0,
        form === initials || (form.length > 1 && initials.startsWith(form)) ? 0.9 : 0,
      );
      const inCity = Math.max(bestFit(form, mayBegin, city), form.length > 3 && joinedCity.includes(form) ? 0.8 : 0);
      const places = Math.max(inCity * IN_CITY, bestFit(form, mayBegin, state) * IN_STATE);
      const found = worth * Math.max(inName * IN_NAME, bestFit(form, mayBegin, aliasWords) * IN_ALIAS, places);
      if (found > best) {
        best = found;
        if (inName > 0) for (const part of keyWords) if (fit(form, mayBegin, part) > 0) used.add(part);
        if (places > 0) cityOrState += 1;
      }
    }
    points += weight * best;
  }
  let total = possible === 0 ? 0 : (10 * points) / possible;
  // Words of the name that were not asked for make it a lesser answer.
  const extra = keyWords.filter((word) => !used.has(word) && !weak.includes(word));
  const cityWords = extra.filter((word) => city.includes(word)).length;
  total -= 0.35 * Math.min(extra.length - cityWords, 6) + 0.2 * Math.min(cityWords, 2) + 0.02 * keyWords.length;
  for (const typed of query.keys) {
    if (typed === key || ownKeys.includes(typed)) total += 3;
    else if ([key, ...ownKeys].some((other) => unspaced(other) === unspaced(typed))) total += 2.5;
    else if (key.startsWith(`${typed} `)) total += 1.5;
    else if (key.startsWith(typed) || unspaced(key).startsWith(unspaced(typed))) total += 1;
    else if (` ${key} `.includes(` ${typed} `)) total += 0.5;
  }
  const first = query.words[0];
  if (first && fit(first.word, first.isPrefix, keyWords[0] ?? '') > 0) total += 0.4;
  if (query.codes.includes(candidate.ceeb)) total += 20;
  if (aliases.isMain) total += 0.9;
  if (candidate.state === partnerState) total += 0.5;
  if (candidate.closed) total -= 4;
  // What nobody but a list of codes knows is often a programme or a duplicate.
  if (candidate.address_line_1 === '') total -= candidate.zip === '' ? 0.8 : 0.3;
  return total + 0.05 * cityOrState;
}

/** The best first; names and ids decide between equals, so that the order never changes by itself. */
export function rankSchools(
  candidates: readonly Candidate[],
  query: Query,
  corrections: Corrections,
  partnerState: string,
): readonly Candidate[] {
  return candidates
    .map((candidate): Scored => ({ candidate, score: score(candidate, query, corrections, partnerState) }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        one.candidate.name.localeCompare(other.candidate.name, 'en') ||
        Number(one.candidate.id) - Number(other.candidate.id),
    )
    .map(({ candidate }) => candidate);
}
