import { ABBREVIATIONS, STOP_WORDS } from './abbreviations.ts';
import type { Query, QueryWord } from './query-words.ts';
import { type Candidate, readSchool, removeSpaces, type SchoolWords } from './school-words.ts';
import type { Corrections } from './word-correction.ts';

/** How much a match of a typed word counts. A whole word of the name, spelled as typed, counts 1. */
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
/** Shorter words stand within too many others. */
const MIN_COMPOUND_LENGTH = 4;

/** What a typed word may stand for: itself, or a correction that is worth less. */
interface WordForm {
  readonly text: string;
  readonly isPrefix: boolean;
  readonly worth: number;
  /** Its abbreviations, and the words it abbreviates. */
  readonly otherForms: ReadonlySet<string> | undefined;
}

const formOf = (text: string, isPrefix: boolean, worth: number): WordForm => ({
  ...{ text, isPrefix, worth },
  otherForms: OTHER_FORMS.get(text),
});

function listForms(
  { word, isPrefix }: QueryWord,
  { forms, known }: Corrections,
  factors: WordFactors,
): readonly WordForm[] {
  const { weight } = known.has(word) ? factors.knownCorrected : factors.unknownCorrected;
  const corrected = (forms.get(word) ?? []).map((form) =>
    formOf(form.word, false, weight + factors.furtherError.weight * (form.distance - 1)),
  );
  return [formOf(word, isPrefix, 1), ...corrected];
}

/** How well a form fits a word of the record: 1 the same, less for another form or its prefix, 0 not at all. */
function fitWord({ text, isPrefix, otherForms }: WordForm, word: string, factors: WordFactors): number {
  if (text === word) return 1;
  if (otherForms?.has(word)) return factors.abbreviation.weight;
  return isPrefix && word.startsWith(text)
    ? factors.prefix.weight + factors.prefixShare.weight * (text.length / word.length)
    : 0;
}

function fitBest(form: WordForm, words: readonly string[], factors: WordFactors): number {
  let best = 0;
  for (const word of words) best = Math.max(best, fitWord(form, word, factors));
  return best;
}

const fitsAny = (form: WordForm, words: readonly string[], factors: WordFactors): boolean =>
  words.some((word) => fitWord(form, word, factors) > 0);

/** How well a form fits several words written as one. */
const fitCompound = ({ text }: WordForm, letters: string, factors: WordFactors): number =>
  text.length >= MIN_COMPOUND_LENGTH && letters.includes(text) ? factors.compound.weight : 0;

const fitInitials = ({ text }: WordForm, initials: string, factors: WordFactors): number =>
  text === initials || (text.length > 1 && initials.startsWith(text)) ? factors.initials.weight : 0;

/** How well a form fits a school where it fits best, at most 1. Places that can't beat the best so far are skipped. */
function fitSchool(form: WordForm, school: SchoolWords, factors: WordFactors): number {
  let best = fitBest(form, school.name, factors);
  if (best < factors.compound.weight) best = Math.max(best, fitCompound(form, school.nameLetters, factors));
  if (best < factors.initials.weight) best = Math.max(best, fitInitials(form, school.initials, factors));
  const { alias, city, state } = factors;
  if (best < alias.weight) best = Math.max(best, alias.weight * fitBest(form, school.aliasWords, factors));
  if (best < city.weight) {
    const cityFit = Math.max(fitBest(form, school.city, factors), fitCompound(form, school.cityLetters, factors));
    best = Math.max(best, city.weight * cityFit);
  }
  return best < state.weight ? Math.max(best, state.weight * fitBest(form, school.state, factors)) : best;
}

/** Whether a form is of the city or the state. */
const isOfPlace = (form: WordForm, school: SchoolWords, factors: WordFactors): boolean =>
  fitsAny(form, school.city, factors) ||
  fitsAny(form, school.state, factors) ||
  fitCompound(form, school.cityLetters, factors) > 0;

/** How much a typed word counts among the others. */
function importanceOf({ word, isStopWord }: QueryWord, factors: WordFactors): number {
  if (FILLER_WORDS.has(word)) return factors.fillerWord.weight;
  return isStopWord ? factors.stopWord.weight : 1;
}

/** How a whole text fits a name, the best first. */
export type NameFit = 'same name' | 'same letters' | 'words begin it' | 'letters begin it' | 'within it' | 'not at all';

/** A whole text, prepared for comparison with names. */
interface TypedName {
  readonly text: string;
  readonly letters: string;
}

function fitName({ text, letters }: TypedName, { key, keyLetters, aliasKeys }: SchoolWords): NameFit {
  if (text === key || aliasKeys.includes(text)) return 'same name';
  if (keyLetters === letters || aliasKeys.some((name) => removeSpaces(name) === letters)) return 'same letters';
  if (key.startsWith(text)) return key[text.length] === ' ' ? 'words begin it' : 'letters begin it';
  if (keyLetters.startsWith(letters)) return 'letters begin it';
  return key.includes(text) && ` ${key} `.includes(` ${text} `) ? 'within it' : 'not at all';
}

/** How a school fits a query. */
export interface SchoolMatch {
  readonly candidate: Candidate;
  readonly isMainCampus: boolean;
  /** The score of the typed words as a share of the best possible, from 0 to 1. */
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

/** Compares schools with a query and its corrections. */
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
  const firstForm = first && formOf(first.word, first.isPrefix, 1);
  const stopWords = new Set(STOP_WORDS[query.category]);
  const names = query.keys.map((text) => ({ text, letters: removeSpaces(text) }));
  return (candidate) => {
    const school = readSchool(candidate);
    /** The forms in which the words fit best, of those that fit at all. */
    const fitting: WordForm[] = [];
    let reached = 0;
    for (const { forms, importance } of typed) {
      let best = 0;
      let bestForm: WordForm | undefined;
      for (const form of forms) {
        const value = form.worth * fitSchool(form, school, factors);
        if (value > best) [best, bestForm] = [value, form];
      }
      reached += importance * best;
      if (bestForm) fitting.push(bestForm);
    }
    const isTyped = (word: string) => fitting.some((form) => fitWord(form, word, factors) > 0);
    const extra = school.keyWords.filter((word) => !stopWords.has(word) && !isTyped(word));
    const extraCityWords = extra.filter((word) => school.city.includes(word)).length;
    return {
      candidate,
      isMainCampus: school.isMainCampus,
      wordShare: possible === 0 ? 0 : reached / possible,
      placeWords: fitting.filter((form) => isOfPlace(form, school, factors)).length,
      hasFirstWord: firstForm !== undefined && fitWord(firstForm, school.keyWords[0] ?? '', factors) > 0,
      hasCode: query.codes.includes(candidate.ceeb),
      nameFits: names.map((name) => fitName(name, school)),
      nameLength: school.keyWords.length,
      extraCityWords,
      extraWords: extra.length - extraCityWords,
    };
  };
}
