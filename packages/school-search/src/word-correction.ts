/** How many letters of a word go into its deletion keys. */
const KEY_PREFIX_LENGTH = 7;

/** A word's prefix with up to `max` of its letters deleted, in every way. */
function deleteLetters(word: string, max: number): ReadonlySet<string> {
  const found = new Set([word.slice(0, KEY_PREFIX_LENGTH)]);
  let edge = [...found];
  for (let round = 0; round < max; round += 1) {
    edge = edge.flatMap((text) => Array.from(text, (_, place) => text.slice(0, place) + text.slice(place + 1)));
    for (const text of edge) found.add(text);
  }
  return found;
}

/** The maximum edit distance of a correction. Short words and numbers aren't corrected. */
export function maxDistance(word: string): 0 | 1 | 2 {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * The keys that a word shares with its misspellings (symmetric deletion). Words within the maximum distance share at
 * least one.
 */
export function deletionKeys(word: string): readonly string[] {
  const distance = maxDistance(word);
  // A misspelling may be a letter longer than the word, and then long enough to be corrected.
  return [...deleteLetters(word, distance === 0 && word.length >= 3 && !/\d/.test(word) ? 1 : distance)];
}

/**
 * The edit distance of two words (Damerau-Levenshtein, adjacent transpositions): letters added, left out, changed, or
 * two neighbors swapped. Counting stops above `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

export interface KnownWord {
  readonly word: string;
  readonly frequency: number;
}

const MAX_CORRECTIONS = 6;
/** Extra distance of a correction that only has the typed word as a prefix. */
const PREFIX_DISTANCE = 0.4;

/** A word that the typed word may stand for. */
interface Correction {
  readonly word: string;
  /** The edit distance, plus a fraction for a mere prefix. */
  readonly distance: number;
}

export interface Corrections {
  /** By the typed word; empty if it isn't corrected. */
  readonly forms: ReadonlyMap<string, readonly Correction[]>;
  /** Words that some school has as they are typed. */
  readonly known: ReadonlySet<string>;
}

export const AS_TYPED: Corrections = { forms: new Map(), known: new Set() };

/** Corrections of a misspelled word, the likeliest first. A word that is still being typed matches prefixes too. */
export function correctWord(
  typed: string,
  known: readonly KnownWord[],
  { isPrefix, limit }: { readonly isPrefix: boolean; readonly limit: number },
): readonly Correction[] {
  return known
    .map(({ word, frequency }) => {
      const whole = editDistance(typed, word, limit);
      const hasRest = isPrefix && word.length > typed.length;
      const prefix = hasRest ? editDistance(typed, word.slice(0, typed.length), 1) : Number.POSITIVE_INFINITY;
      const distance = Math.min(whole, prefix + PREFIX_DISTANCE);
      return { word, distance, isNear: Math.min(whole, prefix) <= limit, frequency };
    })
    .filter(({ isNear, word }) => isNear && word !== typed)
    .sort((a, b) => a.distance - b.distance || b.frequency - a.frequency)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word, distance }) => ({ word, distance }));
}
