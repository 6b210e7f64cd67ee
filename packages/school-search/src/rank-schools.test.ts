import { describe, expect, test } from 'vitest';
import { WORD_WEIGHTS } from './match-school.ts';
import { readQuery, type SchoolCategory } from './query-words.ts';
import { RANKING, rankSchools } from './rank-schools.ts';
import type { Candidate } from './search-repository.ts';
import { AS_TYPED, type Corrections } from './word-correction.ts';

const PARTNER_STATE = 'KY';

type WordWeight = keyof typeof WORD_WEIGHTS;

interface Rivals {
  readonly query: string;
  readonly category?: SchoolCategory;
  readonly corrections?: Corrections;
  /** The school that should rank first. Without the weight, `other` would win. */
  readonly meant: Partial<Candidate>;
  readonly other: Partial<Candidate>;
}

/** Corrections of one word of the query, with their distances. */
const correctionsOf = (word: string, forms: Readonly<Record<string, number>>, isKnown = false): Corrections => ({
  forms: new Map([[word, Object.entries(forms).map(([form, distance]) => ({ word: form, distance }))]]),
  known: new Set(isKnown ? [word] : []),
});

/** By the weight's name. */
const WORD_RIVALS: Readonly<Record<WordWeight, Rivals>> = {
  abbreviation: {
    query: 'hlth careers',
    meant: { name: 'Health Careers High School' },
    other: { name: 'Careers High School', state: 'KY' },
  },
  prefix: {
    query: 'lex catholic',
    meant: { name: 'Lexington Catholic High School' },
    other: { name: 'Catholic High School', city: 'Lex' },
  },
  prefixShare: {
    query: 'tates gru',
    meant: { name: 'Tates Grundy High School' },
    other: { name: 'Tates Grundyville School' },
  },
  compound: {
    query: 'lincolnway east',
    meant: { name: 'Lincoln-Way East High School' },
    other: { name: 'East High School', state: 'KY' },
  },
  initials: {
    query: 'mti',
    category: 'college_ceeb',
    meant: { name: 'Massachusetts Test Institute' },
    other: { name: 'Boston Test Institute' },
  },
  alias: {
    query: 'caltech pasadena',
    category: 'college_ceeb',
    meant: { name: 'California Institute of Technology', city: 'Pasadena', state: 'CA' },
    other: { name: 'Pasadena City College', city: 'Pasadena', state: 'CA' },
  },
  city: {
    query: 'trinity louisville',
    meant: { name: 'Trinity High School', city: 'Louisville' },
    other: { name: 'Trinity High School', state: 'KY' },
  },
  state: {
    query: 'lincoln high school sd',
    meant: { name: 'Lincoln High School', state: 'SD' },
    other: { name: 'Lincoln High School', state: 'KY' },
  },
  unknownCorrected: {
    query: 'stuyvesent',
    corrections: correctionsOf('stuyvesent', { stuyvesant: 1 }),
    meant: { name: 'Stuyvesant High School' },
    other: { name: 'Adair High School' },
  },
  knownCorrected: {
    query: 'tates creel',
    corrections: correctionsOf('creel', { creek: 1 }, true),
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates High School', state: 'KY' },
  },
  furtherError: {
    query: 'carabec',
    corrections: correctionsOf('carabec', { carrabec: 1, caribou: 2 }),
    meant: { name: 'Carrabec High School' },
    other: { name: 'Caribou High School', state: 'KY' },
  },
  stopWord: { query: 'dunbar high school', meant: { name: 'Dunbar Academy' }, other: { name: 'Adair High School' } },
  smallWord: {
    query: 'university of the cumberlands',
    category: 'college_ceeb',
    meant: { name: 'Cumberlands University' },
    other: { name: 'University of the Arts' },
  },
};

const SCHOOL_RIVALS: Readonly<Record<string, Rivals>> = {
  words: {
    query: 'creek tates',
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Creek High School', state: 'KY' },
  },
  'extra words': {
    query: 'dunbar',
    meant: { name: 'Paul Dunbar High School' },
    other: { name: 'Paul Laurence Dunbar High School', city: 'Dunbar' },
  },
  'extra words of the city': {
    query: 'creek tates',
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Adair Tates Creek High School', city: 'Adair Tates' },
  },
  'length of the name': {
    query: 'tates creek',
    meant: { name: 'Tates Creek School' },
    other: { name: 'Tates Creek High School' },
  },
  'same name': {
    query: 'trinity high school',
    meant: { name: 'Trinity High School' },
    other: { name: 'Trinity High School Academy', state: 'KY' },
  },
  'same letters': {
    query: 'west lake high school',
    meant: { name: 'Westlake High School' },
    other: { name: 'West Lake Adair High School' },
  },
  'words begin the name': {
    query: 'tates creek',
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates Academy Creek', state: 'KY' },
  },
  'letters begin the name': {
    query: 'tates cre',
    meant: { name: 'Tates Creek High School' },
    other: { name: 'Tates Academy Creek', state: 'KY' },
  },
  'within the name': {
    query: 'tates creek',
    meant: { name: 'Adair Tates Creek High School' },
    other: { name: 'Adair Creek Tates High School', city: 'Tates' },
  },
  'first word': {
    query: 'homestead fort wayne',
    meant: { name: 'Homestead High School', city: 'Fort Wayne' },
    other: { name: 'Fort High School', city: 'Homestead Wayne' },
  },
  code: {
    query: '181444',
    meant: { name: 'Tates Creek High School', ceeb: '181444' },
    other: { name: '181444 High School' },
  },
  'main campus': {
    query: 'university of wisconsin',
    category: 'college_ceeb',
    meant: { name: 'University of Wisconsin-Madison', city: 'Madison', state: 'WI' },
    other: { name: 'University of Wisconsin-Eden', city: 'Eden', state: 'WI' },
  },
  "the partner's state": {
    query: 'testville high school',
    meant: { name: 'Testville High School', state: 'KY' },
    other: { name: 'Testville High School' },
  },
  closed: {
    query: 'testville high school',
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', state: 'KY', closed: true },
  },
  'no street and no ZIP code': {
    query: 'testville high school',
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', state: 'KY', address_line_1: '', zip: '' },
  },
  'no street': {
    query: 'testville high school',
    meant: { name: 'Testville High School' },
    other: { name: 'Testville High School', address_line_1: '' },
  },
  'words of the place': {
    query: 'tates creek',
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

function rank({ query, category = 'hs_ceeb', corrections = AS_TYPED, meant, other }: Rivals, ranking = RANKING) {
  const candidates = [school(other, category, '1'), school(meant, category, '2')];
  return rankSchools(candidates, readQuery(category, query), corrections, PARTNER_STATE, ranking).map(({ id }) =>
    id === '1' ? 'other' : 'meant',
  );
}

const isWeight = (name: string): name is WordWeight => Object.hasOwn(WORD_WEIGHTS, name);
const weights = Object.keys(WORD_WEIGHTS).filter(isWeight);
/** Weights that make a word count less: without them, it counts like every other. */
const DAMPING: readonly WordWeight[] = ['stopWord', 'smallWord'];

describe('without this weight of a word, its example ranks another school first', () => {
  test.each(weights)('%s', (name) => {
    expect(rank(WORD_RIVALS[name])).toEqual(['meant', 'other']);
    const words = { ...WORD_WEIGHTS, [name]: DAMPING.includes(name) ? 1 : 0 };
    expect(rank(WORD_RIVALS[name], { ...RANKING, words })).toEqual(['other', 'meant']);
  });
});

describe('without this feature of a school, its example ranks another school first', () => {
  test.each(Object.keys(RANKING.schools))('%s', (name) => {
    const rivals = SCHOOL_RIVALS[name];
    if (rivals === undefined) throw new Error(`"${name}" has no example`);
    expect(rank(rivals)).toEqual(['meant', 'other']);
    const { [name]: _removed, ...schools } = RANKING.schools;
    expect(rank(rivals, { ...RANKING, schools })).toEqual(['other', 'meant']);
  });
});
