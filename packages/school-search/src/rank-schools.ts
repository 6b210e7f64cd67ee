import { type NameFit, type SchoolMatch, schoolMatcher, WORD_WEIGHTS } from './match-school.ts';
import type { Query } from './query-words.ts';
import type { Candidate } from './search-repository.ts';
import type { Corrections } from './word-correction.ts';

/** Gives a school points: the weight times the measure. */
type SchoolFeature = readonly [weight: number, measure: (match: SchoolMatch, partnerState: string) => number];

const MAX_EXTRA_WORDS = 6;
const MAX_EXTRA_CITY_WORDS = 2;

const countFits =
  (fit: NameFit) =>
  ({ nameFits }: SchoolMatch) =>
    nameFits.filter((other) => other === fit).length;

/** A test has a query for each feature that finds another school first without it. */
const SCHOOL_FEATURES: Readonly<Record<string, SchoolFeature>> = {
  words: [10, ({ wordShare }) => wordShare],
  'extra words': [-0.35, ({ extraWords }) => Math.min(extraWords, MAX_EXTRA_WORDS)],
  // Less than other extra words: many names begin with their city.
  'extra words of the city': [-0.2, ({ extraCityWords }) => Math.min(extraCityWords, MAX_EXTRA_CITY_WORDS)],
  'length of the name': [-0.02, ({ nameLength }) => nameLength],
  'same name': [3, countFits('same name')],
  'same letters': [2.5, countFits('same letters')],
  // People type names from their beginning.
  'words begin the name': [1.5, countFits('words begin it')],
  'letters begin the name': [1, countFits('letters begin it')],
  'within the name': [0.5, countFits('within it')],
  'first word': [0.4, ({ hasFirstWord }) => Number(hasFirstWord)],
  // A code is of one school, whatever numbers other names have in them.
  code: [20, ({ hasCode }) => Number(hasCode)],
  'main campus': [0.9, ({ isMainCampus }) => Number(isMainCampus)],
  "the partner's state": [0.5, ({ candidate }, partnerState) => Number(candidate.state === partnerState)],
  closed: [-4, ({ candidate }) => Number(candidate.closed)],
  // Known from a list of codes alone, which often means a program or a duplicate.
  'no street and no ZIP code': [
    -0.8,
    ({ candidate }) => Number(candidate.address_line_1 === '' && candidate.zip === ''),
  ],
  'no street': [-0.3, ({ candidate }) => Number(candidate.address_line_1 === '' && candidate.zip !== '')],
  'words of the place': [0.05, ({ placeWords }) => placeWords],
};

export const RANKING = { words: WORD_WEIGHTS, schools: SCHOOL_FEATURES };

const compareNames = new Intl.Collator('en').compare;

/** Best first. Ties go by name and id, so the order is stable. */
export function rankSchools(
  candidates: readonly Candidate[],
  query: Query,
  corrections: Corrections,
  partnerState: string,
  ranking = RANKING,
): readonly Candidate[] {
  const matchSchool = schoolMatcher(query, corrections, ranking.words);
  const features = Object.values(ranking.schools);
  return candidates
    .map((candidate) => {
      const match = matchSchool(candidate);
      const score = features.reduce((sum, [weight, measure]) => sum + weight * measure(match, partnerState), 0);
      // Differences of floating-point rounding alone are ties.
      return { candidate, score: Math.round(score * 1e6) };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        compareNames(a.candidate.name, b.candidate.name) ||
        Number(a.candidate.id) - Number(b.candidate.id),
    )
    .map(({ candidate }) => candidate);
}
