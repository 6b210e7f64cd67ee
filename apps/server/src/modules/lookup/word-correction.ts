/** Letters of a word's beginning that are left out when looking for typing errors. */
const BEGINNING = 7;

/** What is left of a word's beginning when up to `most` of its letters are left out. */
function withoutLetters(word: string, most: number): ReadonlySet<string> {
  const found = new Set([word.slice(0, BEGINNING)]);
  let edge = [...found];
  for (let round = 0; round < most; round += 1) {
    edge = edge.flatMap((text) => Array.from(text, (_, place) => text.slice(0, place) + text.slice(place + 1)));
    for (const text of edge) found.add(text);
  }
  return found;
}

/** How many typing errors are forgiven in a word. */
export function forgivenErrors(word: string): 0 | 1 | 2 {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 6 ? 1 : 2;
}

/** The keys by which a word and its misspellings meet (symmetric deletes). Two words within reach share at least one. */
export function deletesOf(word: string): readonly string[] {
  const errors = forgivenErrors(word);
  // A short word is also reached by one with an extra letter.
  return [...withoutLetters(word, errors === 0 && word.length >= 3 && !/\d/.test(word) ? 1 : errors)];
}

/** Typing errors between two words: letters added, left out, changed, or two neighbours swapped. Stops above `limit`. */
export function typingErrors(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let errors = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) errors = Math.min(errors, (beforeLast[column - 2] ?? 0) + 1);
      now.push(errors);
      least = Math.min(least, errors);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = now;
  }
  return last[other.length] ?? limit + 1;
}

export interface KnownWord {
  readonly word: string;
  readonly frequency: number;
}

const MAX_CORRECTIONS = 6;

/** A word that another may have been meant as. */
export interface Correction {
  readonly word: string;
  /** Typing errors between the two, with a part more for a mere beginning and for another first letter. */
  readonly errors: number;
}

/** What a misspelt word may have meant, the likeliest first. While typing, its beginning counts too. */
export function correctionsOf(
  typed: string,
  known: readonly KnownWord[],
  { isBeginning, limit }: { readonly isBeginning: boolean; readonly limit: number },
): readonly Correction[] {
  return known
    .map(({ word, frequency }) => {
      const whole = typingErrors(typed, word, limit);
      const start = isBeginning && word.length > typed.length ? typingErrors(typed, word.slice(0, typed.length), 1) : 3;
      const sameStart = word[0] === typed[0] ? 0 : 0.5;
      const errors = Math.min(whole, start + 0.4) + sameStart;
      return { word, errors, isFound: Math.min(whole, start) <= limit, frequency };
    })
    .filter(({ isFound, word }) => isFound && word !== typed)
    .sort((one, other) => one.errors - other.errors || other.frequency - one.frequency)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word, errors }) => ({ word, errors }));
}
