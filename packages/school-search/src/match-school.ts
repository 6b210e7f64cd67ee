import { ABBREVIATIONS, SMALL_WORDS, STOP_WORDS } from './abbreviations.ts';
import type { Query, QueryWord } from './query-words.ts';
import { readSchool, removeSpaces, type SchoolWords } from './school-words.ts';
import type { Candidate } from './search-repository.ts';
import type { Corrections } from './word-correction.ts';

/**
 * How much a match of a typed word counts. A whole word of the name, spelled as typed, counts 1. A test has a query for each
 * weight that finds another school first without it.
 */
export const WORD_WEIGHTS = {
  /** A short form and its long form are the same word. */
  abbreviation: 0.95,
  /** A word of the school begins with the typed letters; `prefixShare` is added for the share of the word that they are. */
  prefix: 0.6,
  prefixShare: 0.3,
  /** Words of the name or the city, written together. */
  compound: 0.8,
  initials: 0.9,
  /** A nickname or another name of the school. */
  alias: 0.95,
  city: 0.7,
  state: 0.65,
  /** A correction of a word that no school has, and of a word that some school has and that may be right. */
  unknownCorrected: 0.85,
  knownCorrected: 0.6,
  /** For each typing error after the first. */
  furtherError: -0.15,
  /** Words that half of all names have. */
  stopWord: 0.25,
  smallWord: 0,
};
type WordWeights = Readonly<typeof WORD_WEIGHTS>;

/** Single words that abbreviate each other, both ways. */
const OTHER_FORMS = new Map<string, Set<string>>();
for (const { short, long } of ABBREVIATIONS) {
  if (long.length !== 1) continue;
  const [word = ''] = long;
  OTHER_FORMS.set(short, (OTHER_FORMS.get(short) ?? new Set()).add(word));
  OTHER_FORMS.set(word, (OTHER_FORMS.get(word) ?? new Set()).add(short));
}

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
  text,
  isPrefix,
  worth,
  otherForms: OTHER_FORMS.get(text),
});

function listForms(
  { word, isPrefix }: QueryWord,
  { forms, known }: Corrections,
  weights: WordWeights,
): readonly WordForm[] {
  const weight = known.has(word) ? weights.knownCorrected : weights.unknownCorrected;
  const corrected = (forms.get(word) ?? []).map((form) =>
    formOf(form.word, false, weight + weights.furtherError * (form.distance - 1)),
  );
  return [formOf(word, isPrefix, 1), ...corrected];
}

/** How well a form fits a word of the record: 1 the same, less for another form or its prefix, 0 not at all. */
function fitWord({ text, isPrefix, otherForms }: WordForm, word: string, weights: WordWeights): number {
  if (text === word) return 1;
  if (otherForms?.has(word)) return weights.abbreviation;
  return isPrefix && word.startsWith(text) ? weights.prefix + weights.prefixShare * (text.length / word.length) : 0;
}

const fitBest = (form: WordForm, words: readonly string[], weights: WordWeights): number =>
  words.reduce((best, word) => Math.max(best, fitWord(form, word, weights)), 0);

/** How well a form fits several words written as one. */
const fitCompound = ({ text }: WordForm, letters: string, weights: WordWeights): number =>
  text.length >= MIN_COMPOUND_LENGTH && letters.includes(text) ? weights.compound : 0;

const fitInitials = ({ text }: WordForm, initials: string, weights: WordWeights): number =>
  text === initials || (text.length > 1 && initials.startsWith(text)) ? weights.initials : 0;

/** How well a form fits a school where it fits best, from 0 to 1. */
function fitSchool(form: WordForm, school: SchoolWords, weights: WordWeights): number {
  const nameFit = fitBest(form, school.name, weights);
  if (nameFit === 1) return 1;
  return Math.max(
    nameFit,
    fitCompound(form, school.nameLetters, weights),
    fitInitials(form, school.initials, weights),
    weights.alias * fitBest(form, school.aliasWords, weights),
    weights.city * Math.max(fitBest(form, school.city, weights), fitCompound(form, school.cityLetters, weights)),
    weights.state * fitBest(form, school.state, weights),
  );
}

/** Whether a form is of the city or the state. */
const isOfPlace = (form: WordForm, school: SchoolWords, weights: WordWeights): boolean =>
  fitBest(form, [...school.city, ...school.state], weights) > 0 || fitCompound(form, school.cityLetters, weights) > 0;

/** How much a typed word counts among the others. */
function importanceOf({ word, isStopWord }: QueryWord, weights: WordWeights): number {
  if (!isStopWord) return 1;
  return SMALL_WORDS.has(word) ? weights.smallWord : weights.stopWord;
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

export type SchoolMatch = ReturnType<ReturnType<typeof schoolMatcher>>;

/** Compares schools with a query and its corrections. */
export function schoolMatcher(query: Query, corrections: Corrections, weights: WordWeights) {
  const typed = query.words.map((word) => ({
    forms: listForms(word, corrections, weights),
    importance: importanceOf(word, weights),
  }));
  const possible = typed.reduce((sum, { importance }) => sum + importance, 0);
  const [first] = query.words;
  const firstForm = first && formOf(first.word, first.isPrefix, 1);
  const stopWords = new Set(STOP_WORDS[query.category]);
  const names = query.keys.map((text) => ({ text, letters: removeSpaces(text) }));
  return (candidate: Candidate) => {
    const school = readSchool(candidate);
    /** The forms in which the words fit best, of those that fit at all. */
    const fitting: WordForm[] = [];
    let score = 0;
    for (const { forms, importance } of typed) {
      let best = 0;
      let bestForm: WordForm | undefined;
      for (const form of forms) {
        const value = form.worth * fitSchool(form, school, weights);
        if (value > best) [best, bestForm] = [value, form];
      }
      score += importance * best;
      if (bestForm) fitting.push(bestForm);
    }
    const isTyped = (word: string) => fitting.some((form) => fitWord(form, word, weights) > 0);
    const extra = school.keyWords.filter((word) => !stopWords.has(word) && !isTyped(word));
    const extraCityWords = extra.filter((word) => school.city.includes(word)).length;
    return {
      candidate,
      isMainCampus: school.isMainCampus,
      /** The score of the typed words as a share of the best possible, from 0 to 1. */
      wordShare: possible === 0 ? 0 : score / possible,
      /** How many typed words are of the city or the state. */
      placeWords: fitting.filter((form) => isOfPlace(form, school, weights)).length,
      hasFirstWord: firstForm !== undefined && fitWord(firstForm, school.keyWords[0] ?? '', weights) > 0,
      hasCode: query.codes.includes(candidate.ceeb),
      /** For the text as it is typed, and with its abbreviations written out. */
      nameFits: names.map((name) => fitName(name, school)),
      nameLength: school.keyWords.length,
      /** Words of the name that were not typed, without stop words: those that are of the city too, and the others. */
      extraCityWords,
      extraWords: extra.length - extraCityWords,
    };
  };
}
