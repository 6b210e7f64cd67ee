import type { NameFit, SchoolMatch, WordFactor } from './match-school.ts';

/** A weight, with the query it was made for. */
interface Feature {
  readonly weight: number;
  readonly example: string;
  readonly why: string;
}

/** Gives a school points: the weight times what is measured. */
export interface SchoolFeature extends Feature {
  readonly name: string;
  measure(match: SchoolMatch, partnerState: string): number;
}

export const WORD_FEATURES: Readonly<Record<WordFactor, Feature>> = {
  abbreviation: { weight: 0.95, example: 'hlth careers', why: 'A short form and its long form are one word.' },
  prefix: { weight: 0.6, example: 'lex catholic', why: 'A word of the school begins with what is typed.' },
  prefixShare: { weight: 0.3, example: 'tates gru', why: 'Times the share of its letters that are typed.' },
  compound: { weight: 0.8, example: 'lincolnway east', why: 'Words of the name or the city are written together.' },
  initials: { weight: 0.9, example: 'mti', why: 'The first letters of the name, or some of them.' },
  alias: { weight: 0.95, example: 'caltech pasadena', why: 'A nickname tells a little less than the name.' },
  city: { weight: 0.7, example: 'trinity louisville', why: 'The city tells less than the name.' },
  state: { weight: 0.65, example: 'lincoln high school sd', why: 'The state tells less than the city.' },
  unknownCorrected: { weight: 0.85, example: 'stuyvesent', why: 'No school has the word as it is typed.' },
  knownCorrected: {
    weight: 0.6,
    example: 'tates creel',
    why: 'Some school has the word as it is typed, so it may be right.',
  },
  furtherError: { weight: -0.15, example: 'carabec', why: 'Each typing error after the first.' },
  stopWord: { weight: 0.25, example: 'dunbar high school', why: 'Words that half of all names have tell little.' },
  fillerWord: {
    weight: 0,
    example: 'university of the cumberlands',
    why: 'Some lists leave small words out of names.',
  },
};

const MAX_EXTRA_WORDS = 6;
const MAX_EXTRA_CITY_WORDS = 2;

const countFits =
  (fit: NameFit) =>
  ({ nameFits }: SchoolMatch) =>
    nameFits.filter((other) => other === fit).length;

export const SCHOOL_FEATURES: readonly SchoolFeature[] = [
  {
    name: 'words',
    weight: 10,
    example: 'creek tates',
    why: 'A school that has more of what is typed is the likelier one.',
    measure: ({ wordShare }) => wordShare,
  },
  {
    name: 'extra words',
    weight: -0.35,
    example: 'dunbar',
    why: 'Words of the name that were not typed make it a lesser answer.',
    measure: ({ extraWords }) => Math.min(extraWords, MAX_EXTRA_WORDS),
  },
  {
    name: 'extra words of the city',
    weight: -0.2,
    example: 'creek tates',
    why: 'Less so when they are of the city: many names begin with it.',
    measure: ({ extraCityWords }) => Math.min(extraCityWords, MAX_EXTRA_CITY_WORDS),
  },
  {
    name: 'length of the name',
    weight: -0.02,
    example: 'tates creek',
    why: 'Of equals, the shorter name.',
    measure: ({ nameLength }) => nameLength,
  },
  {
    name: 'same name',
    weight: 3,
    example: 'trinity high school',
    why: 'The name, or another name of the school, is what is typed.',
    measure: countFits('same name'),
  },
  {
    name: 'same letters',
    weight: 2.5,
    example: 'west lake high school',
    why: 'The same name but for its spaces.',
    measure: countFits('same letters'),
  },
  {
    name: 'words begin the name',
    weight: 1.5,
    example: 'tates creek',
    why: 'People type names from their beginning.',
    measure: countFits('words begin it'),
  },
  {
    name: 'letters begin the name',
    weight: 1,
    example: 'tates cre',
    why: 'The same in the middle of a word.',
    measure: countFits('letters begin it'),
  },
  {
    name: 'within the name',
    weight: 0.5,
    example: 'tates creek',
    why: 'Words that stand side by side in the name belong together.',
    measure: countFits('within it'),
  },
  {
    name: 'first word',
    weight: 0.4,
    example: 'homestead fort wayne',
    why: 'The first word that is typed is the first one of most names.',
    measure: ({ hasFirstWord }) => Number(hasFirstWord),
  },
  {
    name: 'code',
    weight: 20,
    example: '181444',
    why: 'A code is of one school, whatever numbers stand in names.',
    measure: ({ hasCode }) => Number(hasCode),
  },
  {
    name: 'main campus',
    weight: 0.9,
    example: 'texas a&m',
    why: 'Who names no campus means the main one.',
    measure: ({ isMainCampus }) => Number(isMainCampus),
  },
  {
    name: "the partner's state",
    weight: 0.5,
    example: 'testville high school',
    why: 'Most applicants live near.',
    measure: ({ candidate }, partnerState) => Number(candidate.state === partnerState),
  },
  {
    name: 'closed',
    weight: -4,
    example: 'testville high school',
    why: 'Few applicants come from a school that is closed.',
    measure: ({ candidate }) => Number(candidate.closed),
  },
  {
    name: 'no street and no ZIP code',
    weight: -0.8,
    example: 'testville high school',
    why: 'What only a list of codes knows is often a program or a duplicate.',
    measure: ({ candidate }) => Number(candidate.address_line_1 === '' && candidate.zip === ''),
  },
  {
    name: 'no street',
    weight: -0.3,
    example: 'testville high school',
    why: 'The same, where a list knows more.',
    measure: ({ candidate }) => Number(candidate.address_line_1 === '' && candidate.zip !== ''),
  },
  {
    name: 'words of the place',
    weight: 0.05,
    example: 'tates creek',
    why: 'Of equals, the school whose place was typed.',
    measure: ({ placeWords }) => placeWords,
  },
];
