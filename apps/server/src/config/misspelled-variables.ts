import { editDistance } from '@firstyear/school-search/word-correction';

/** Variables of most systems, which may resemble one of ours. */
const SYSTEM_VARIABLES = new Set(['PATH', 'HOST', 'POSIXLY_CORRECT']);
const MAX_SLIPS = 3;

/**
 * A sentence for each variable that we don't read and whose name is nearly one of ours. Shorter names may differ less, so that
 * other programs' variables are left alone.
 */
export function describeMisspelled(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !SYSTEM_VARIABLES.has(name))
    .flatMap((name) => {
      const meant = known
        .filter((candidate) => candidate !== 'PATH')
        .map((candidate) => ({ candidate, slips: editDistance(name.toUpperCase(), candidate, MAX_SLIPS) }))
        .filter(({ candidate, slips }) => slips <= Math.min(MAX_SLIPS, Math.floor(candidate.length / 4)))
        .sort((a, b) => a.slips - b.slips)[0];
      return meant === undefined ? [] : [`${name} is set, but nothing reads it. Is ${meant.candidate} meant?`];
    });
}
