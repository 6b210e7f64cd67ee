import { describe, expect, test } from 'vitest';
import type { WordFactor } from './match-school.ts';
import { readQuery, type SchoolCategory } from './query-words.ts';
import { RANKING, type Ranking, rankSchools } from './rank-schools.ts';
import { SCHOOL_FEATURES, WORD_FEATURES } from './ranking-features.ts';
import type { Candidate } from './school-words.ts';
import { AS_TYPED, type Corrections } from './word-correction.ts';

const PARTNER_STATE = 'KY';

interface Rivals {
  readonly category?: SchoolCategory;
  readonly corrections?: Corrections;
  /** The school that is meant, and one that would come first without the feature. */
  readonly meant: Partial<Candidate>;
  readonly other: Partial<Candidate>;
}

/** A word of the query and what it may have meant, each with its distance. */
const correct = (word: string, forms: Readonly<Record<string, number>>, isKnown = false): Corrections => ({
  forms: new Map([[word, Object.entries(forms).map(([form, distance]) => ({ word: form, distance }))]]),
  known: new Set(isKnown ? [word] : []),
});

/** By the name of the feature; the query is the feature's own example. */
const WORD_RIVALS: Readonly<Record<WordFactor, Rivals>> = {
  abbreviation: { meant: { name: 'Health Careers High School' }, other: { name: 'Careers High School', state: 'KY' } },
  prefix: { meant: { name: 'Lexington Catholic High School' }, other: { name: 'Catholic High School', city: 'Lex' } },
  prefixShare: { meant: { name: 'Tates Grundy High School' }, other: { name: 'Tates Grundyville School' } },
  compound: { meant: { name: 'Lincoln-Way East High School' }, other: { name: 'East High School', state: 'KY' } },
  initials: {
    category: 'college_ceeb',
    meant: { name: 'Massachusetts Test Institute' },
    other: { name: 'Boston Test Institute' },
  },
  alias: {
    category: 'college_ceeb',
    meant: { name: 'California Institute of Technology', city: 'Pasadena', state: 'CA' },
    other: { name: 'Pasadena City College', city: 'Pasadena', state: 'CA' },
  },
  city: {
    meant: { name: 'Trinity High School', city: 'Louisville' },
    other: { name: 'Trinity High School', state: 'KY' },
  },
  state: { meant: { name: 'Lincoln High School', state: 'SD' }, other: { name: 'Lincoln High School', state: 'KY' } },
  unknownCorrected: {
    corrections: correct('stuyvesent', { stuyvesant: 1 }),
    meant: { name: 'Stuyvesant High School' },
    other: { name: 'Adair High School' },
  },
  knownCorrected: {
    corrections: correct('creel', { creek: 1 }, true),
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates High School', state: 'KY' },
  },
  furtherError: {
    corrections: correct('carabec', { carrabec: 1, caribou: 2 }),
    meant: { name: 'Carrabec High School' },
    other: { name: 'Caribou High School', state: 'KY' },
  },
  stopWord: { meant: { name: 'Dunbar Academy' }, other: { name: 'Adair High School' } },
  fillerWord: {
    category: 'college_ceeb',
    meant: { name: 'Cumberlands University' },
    other: { name: 'University of the Arts' },
  },
};

const SCHOOL_RIVALS: Readonly<Record<string, Rivals>> = {
  words: { meant: { name: 'Tates Creek High School' }, other: { name: 'Creek High School', state: 'KY' } },
  'extra words': {
    meant: { name: 'Paul Dunbar High School' },
    other: { name: 'Paul Laurence Dunbar High School', city: 'Dunbar' },
  },
  'extra words of the city': {
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Adair Tates Creek High School', city: 'Adair Tates' },
  },
  'length of the name': { meant: { name: 'Tates Creek School' }, other: { name: 'Tates Creek High School' } },
  'same name': {
    meant: { name: 'Trinity High School' },
    other: { name: 'Trinity High School Academy', state: 'KY' },
  },
  'same letters': { meant: { name: 'Westlake High School' }, other: { name: 'West Lake Adair High School' } },
  'words begin the name': {
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates Academy Creek', state: 'KY' },
  },
  'letters begin the name': {
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates Academy Creek', state: 'KY' },
  },
  'within the name': {
    meant: { name: 'Adair Tates Creek High School' },
    other: { name: 'Adair Creek Tates High School', city: 'Tates' },
  },
  'first word': {
    meant: { name: 'Homestead High School', city: 'Fort Wayne' },
    other: { name: 'Fort High School', city: 'Homestead Wayne' },
  },
  code: { meant: { name: 'Tates Creek High School', ceeb: '181444' }, other: { name: '181444 High School' } },
  'main campus': {
    category: 'college_ceeb',
    meant: { name: 'Texas A & M University-College Station', city: 'College Station', state: 'TX' },
    other: { name: 'Texas A & M University-Bryan', city: 'Bryan', state: 'TX' },
  },
  "the partner's state": {
    meant: { name: 'Testville High School', state: 'KY' },
    other: { name: 'Testville High School' },
  },
  closed: {
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', state: 'KY', closed: true },
  },
  'no street and no ZIP code': {
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', state: 'KY', address_line_1: '', zip: '' },
  },
  'no street': {
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', address_line_1: '' },
  },
  'words of the place': {
    meant: { name: 'Tates Creek High School', city: 'Creek' },
    other: { name: 'Tates Creek High School' },
  },
};

function school(parts: Partial<Candidate>, category: SchoolCategory, id: string): Candidate {
  return {
    id,
    category,
    name: '',
    aliases: [],
    ceeb: '',
    address_line_1: '1 Way',
    city: 'Testville',
    state: 'OH',
    zip: '45000',
    country: 'USA',
    closed: false,
    ...parts,
  };
}

function rank(text: string, { category = 'hs_ceeb', corrections = AS_TYPED, meant, other }: Rivals, ranking: Ranking) {
  const candidates = [school(other, category, '1'), school(meant, category, '2')];
  return rankSchools(candidates, readQuery(category, text), corrections, PARTNER_STATE, ranking).map(({ id }) =>
    id === '1' ? 'other' : 'meant',
  );
}

const isFactor = (name: string): name is WordFactor => Object.hasOwn(WORD_FEATURES, name);
const factors = Object.keys(WORD_FEATURES).filter(isFactor);
/** Factors that make a word count less: without them it counts like every other. */
const DAMPING: readonly WordFactor[] = ['stopWord', 'fillerWord'];

describe('without its factor, the example of a word finds another school first', () => {
  test.each(factors)('%s', (name) => {
    const { example } = WORD_FEATURES[name];
    expect(rank(example, WORD_RIVALS[name], RANKING)).toEqual(['meant', 'other']);
    const words = { ...WORD_FEATURES, [name]: { weight: DAMPING.includes(name) ? 1 : 0 } };
    expect(rank(example, WORD_RIVALS[name], { ...RANKING, words })).toEqual(['other', 'meant']);
  });
});

describe('without its feature, the example of a school finds another school first', () => {
  test.each(SCHOOL_FEATURES.map((feature) => [feature.name, feature] as const))('%s', (name, feature) => {
    const rivals = SCHOOL_RIVALS[name];
    if (rivals === undefined) throw new Error(`nothing shows what "${name}" is for`);
    expect(rank(feature.example, rivals, RANKING)).toEqual(['meant', 'other']);
    const schools = SCHOOL_FEATURES.filter((other) => other !== feature);
    expect(rank(feature.example, rivals, { ...RANKING, schools })).toEqual(['other', 'meant']);
  });
});
