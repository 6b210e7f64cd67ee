import { ABBREVIATIONS, STOP_WORDS } from './abbreviations.ts';
import type { Query, QueryWord } from './query-words.ts';
import { aliasesOf, fold, nameKey, type SchoolText, stateWords, wordsOf } from './school-text.ts';
import type { Corrections } from './word-correction.ts';

/** A school among those that are ranked. */
export interface Candidate extends SchoolText {
  readonly id: string;
  readonly address_line_1: string;
  readonly country: string;
  readonly closed: boolean;
}

/** What a typed word is worth where it fits a school; a whole word of the name, as it is typed, is worth 1. */
export type WordFactor =
  | 'abbreviation'
  | 'prefix'
  | 'prefixShare'
  | 'compound'
  | 'initials'
  | 'alias'
  | 'city'
  | 'state'
  | 'unknownCorrected'
  | 'knownCorrected'
  | 'furtherError'
  | 'stopWord'
  | 'fillerWord';
export type WordFactors = Readonly<Record<WordFactor, { readonly weight: number }>>;

/** Single words that abbreviate each other, both ways. */
const OTHER_FORMS = new Map<string, Set<string>>();
for (const { short, long } of ABBREVIATIONS) {
  if (long.length !== 1) continue;
  const [word = ''] = long;
  OTHER_FORMS.set(short, (OTHER_FORMS.get(short) ?? new Set()).add(word));
  OTHER_FORMS.set(word, (OTHER_FORMS.get(word) ?? new Set()).add(short));
}

/** Some lists leave them out of names. */
const FILLER_WORDS = new Set(['of', 'the', 'at', 'and', 'in', 'for', 'a']);
const NOT_IN_INITIALS = new Set(['of', 'the', 'and', 'at']);
/** Shorter words stand within too many others. */
const MIN_COMPOUND_LENGTH = 4;

const removeSpaces = (text: string) => text.replaceAll(' ', '');

/** The words of a school by where they stand. */
interface SchoolWords {
  readonly name: readonly string[];
  readonly nameLetters: string;
  readonly key: string;
  readonly keyWords: readonly string[];
  readonly initials: string;
  readonly aliasKeys: readonly string[];
  readonly aliasWords: readonly string[];
  readonly city: readonly string[];
  readonly cityLetters: string;
  readonly state: readonly string[];
  readonly isMainCampus: boolean;
}

function readSchool(candidate: Candidate): SchoolWords {
  const name = wordsOf(candidate.name);
  const wholeKey = nameKey(candidate.name);
  const key = wholeKey.replace(/ main campus$/, '');
  const keyWords = key.split(' ');
  const city = wordsOf(candidate.city);
  const aliases = aliasesOf(candidate, wholeKey);
  const aliasKeys = aliases.own.map(fold);
  return {
    name,
    nameLetters: name.join(''),
    key,
    keyWords,
    initials: keyWords
      .filter((word) => !NOT_IN_INITIALS.has(word))
      .map((word) => word[0])
      .join(''),
    aliasKeys,
    aliasWords: [...aliasKeys, ...aliases.shared.map(fold)].flatMap((alias) => alias.split(' ')),
    city,
    cityLetters: city.join(''),
    state: stateWords(candidate.state),
    isMainCampus: aliases.isMain,
  };
}

/** What a typed word may stand for: itself, or a correction that is worth less. */
interface WordForm {
  readonly text: string;
  readonly isPrefix: boolean;
  readonly worth: number;
}

function listForms(
  { word, isPrefix }: QueryWord,
  { forms, known }: Corrections,
  factors: WordFactors,
): readonly WordForm[] {
  const { weight } = known.has(word) ? factors.knownCorrected : factors.unknownCorrected;
  const corrected = (forms.get(word) ?? []).map((form) => ({
    text: form.word,
    isPrefix: false,
    worth: weight + factors.furtherError.weight * (form.distance - 1),
  }));
  return [{ text: word, isPrefix, worth: 1 }, ...corrected];
}

/** How well a form fits a word of the record: 1 the same, less for another form or its prefix, 0 not at all. */
function fitWord({ text, isPrefix }: Omit<WordForm, 'worth'>, word: string, factors: WordFactors): number {
  if (text === word) return 1;
  if (OTHER_FORMS.get(text)?.has(word)) return factors.abbreviation.weight;
  return isPrefix && word.startsWith(text)
    ? factors.prefix.weight + factors.prefixShare.weight * (text.length / word.length)
    : 0;
}

function fitBest(form: WordForm, words: readonly string[], factors: WordFactors): number {
  let best = 0;
  for (const word of words) best = Math.max(best, fitWord(form, word, factors));
  return best;
}

/** How well a form fits several words that were written together. */
const fitCompound = ({ text }: WordForm, letters: string, factors: WordFactors): number =>
  text.length >= MIN_COMPOUND_LENGTH && letters.includes(text) ? factors.compound.weight : 0;

const fitInitials = ({ text }: WordForm, initials: string, factors: WordFactors): number =>
  text === initials || (text.length > 1 && initials.startsWith(text)) ? factors.initials.weight : 0;

/** Where a typed word stands in a school, in its best form. */
interface WordMatch {
  /** At most 1. */
  readonly value: number;
  /** The words of the name that it fits. */
  readonly nameWords: readonly string[];
  readonly isPlace: boolean;
}

const NO_MATCH: WordMatch = { value: 0, nameWords: [], isPlace: false };

function matchForm(form: WordForm, school: SchoolWords, factors: WordFactors): WordMatch {
  const name = Math.max(
    fitBest(form, school.name, factors),
    fitBest(form, school.keyWords, factors),
    fitCompound(form, school.nameLetters, factors),
    fitInitials(form, school.initials, factors),
  );
  const alias = fitBest(form, school.aliasWords, factors);
  const city = Math.max(fitBest(form, school.city, factors), fitCompound(form, school.cityLetters, factors));
  const state = fitBest(form, school.state, factors);
  const best = Math.max(name, alias * factors.alias.weight, city * factors.city.weight, state * factors.state.weight);
  return {
    value: form.worth * best,
    nameWords: name > 0 ? school.keyWords.filter((word) => fitWord(form, word, factors) > 0) : [],
    isPlace: city > 0 || state > 0,
  };
}

/** How much a typed word counts among the others. */
function importanceOf({ word, isStopWord }: QueryWord, factors: WordFactors): number {
  if (FILLER_WORDS.has(word)) return factors.fillerWord.weight;
  return isStopWord ? factors.stopWord.weight : 1;
}

/** How a whole text fits a name, the best first. */
export type NameFit = 'same name' | 'same letters' | 'words begin it' | 'letters begin it' | 'within it' | 'not at all';

function fitName(typed: string, { key, aliasKeys }: SchoolWords): NameFit {
  const letters = removeSpaces(typed);
  if (typed === key || aliasKeys.includes(typed)) return 'same name';
  if ([key, ...aliasKeys].some((name) => removeSpaces(name) === letters)) return 'same letters';
  if (key.startsWith(`${typed} `)) return 'words begin it';
  if (key.startsWith(typed) || removeSpaces(key).startsWith(letters)) return 'letters begin it';
  return ` ${key} `.includes(` ${typed} `) ? 'within it' : 'not at all';
}

/** How a school fits a query. */
export interface SchoolMatch {
  readonly candidate: Candidate;
  readonly isMainCampus: boolean;
  /** What the typed words are worth of what they could be, from 0 to 1. */
  readonly wordShare: number;
  /** How many typed words are of the city or the state. */
  readonly placeWords: number;
  readonly hasFirstWord: boolean;
  readonly hasCode: boolean;
  /** For the text as it is typed, and with its abbreviations written out. */
  readonly nameFits: readonly NameFit[];
  readonly nameLength: number;
  /** Words of the name that were not typed: those that are of the city too, and the others. Stop words are none. */
  readonly extraCityWords: number;
  readonly extraWords: number;
}

/** Compares schools with a query and what its words may have meant. */
export function schoolMatcher(
  query: Query,
  corrections: Corrections,
  factors: WordFactors,
): (candidate: Candidate) => SchoolMatch {
  const typed = query.words.map((word) => ({
    forms: listForms(word, corrections, factors),
    importance: importanceOf(word, factors),
  }));
  const possible = typed.reduce((sum, { importance }) => sum + importance, 0);
  const [first] = query.words;
  const stopWords = STOP_WORDS[query.category];
  return (candidate) => {
    const school = readSchool(candidate);
    const matches = typed.map(({ forms }) =>
      forms
        .map((form) => matchForm(form, school, factors))
        .reduce((best, match) => (match.value > best.value ? match : best), NO_MATCH),
    );
    const reached = typed.reduce((sum, { importance }, place) => sum + importance * (matches[place]?.value ?? 0), 0);
    const typedNameWords = new Set(matches.flatMap(({ nameWords }) => nameWords));
    const extra = school.keyWords.filter((word) => !typedNameWords.has(word) && !stopWords.includes(word));
    const extraCityWords = extra.filter((word) => school.city.includes(word)).length;
    return {
      candidate,
      isMainCampus: school.isMainCampus,
      wordShare: possible === 0 ? 0 : reached / possible,
      placeWords: matches.filter(({ isPlace }) => isPlace).length,
      hasFirstWord:
        first !== undefined &&
        fitWord({ text: first.word, isPrefix: first.isPrefix }, school.keyWords[0] ?? '', factors) > 0,
      hasCode: query.codes.includes(candidate.ceeb),
      nameFits: query.keys.map((key) => fitName(key, school)),
      nameLength: school.keyWords.length,
      extraCityWords,
      extraWords: extra.length - extraCityWords,
    };
  };
}
