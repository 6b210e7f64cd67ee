/** Variables of most systems, which may resemble one of ours. */
const SYSTEM_VARIABLES = new Set(['PATH', 'HOST', 'POSIXLY_CORRECT']);
const MAX_SLIPS = 3;

/** The edit distance: letters left out, added, replaced, or swapped with their neighbor. */
function countSlips(given: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (let row = 1; row <= given.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = given[row - 1] === meant[column - 1];
      const isSwapped = given[row - 1] === meant[column - 2] && given[row - 2] === meant[column - 1];
      current[column] = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[meant.length] ?? 0;
}

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
        .map((candidate) => ({ candidate, slips: countSlips(name.toUpperCase(), candidate) }))
        .filter(({ candidate, slips }) => slips <= Math.min(MAX_SLIPS, Math.floor(candidate.length / 4)))
        .sort((a, b) => a.slips - b.slips)[0];
      return meant === undefined ? [] : [`${name} is set, but nothing reads it. Is ${meant.candidate} meant?`];
    });
}
