import { schoolMatcher, type WordFactors } from './match-school.ts';
import type { Query } from './query-words.ts';
import { SCHOOL_FEATURES, type SchoolFeature, WORD_FEATURES } from './ranking-features.ts';
import type { Candidate } from './school-words.ts';
import type { Corrections } from './word-correction.ts';

/** The weights that rank schools. */
export interface Ranking {
  readonly words: WordFactors;
  readonly schools: readonly SchoolFeature[];
}

export const RANKING: Ranking = { words: WORD_FEATURES, schools: SCHOOL_FEATURES };

const compareNames = new Intl.Collator('en').compare;

/** Best first. Ties go by name and id, so the order is stable. */
export function rankSchools(
  candidates: readonly Candidate[],
  query: Query,
  corrections: Corrections,
  partnerState: string,
  ranking: Ranking = RANKING,
): readonly Candidate[] {
  const matchSchool = schoolMatcher(query, corrections, ranking.words);
  return candidates
    .map((candidate) => {
      const match = matchSchool(candidate);
      let score = 0;
      for (const { weight, measure } of ranking.schools) score += weight * measure(match, partnerState);
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
