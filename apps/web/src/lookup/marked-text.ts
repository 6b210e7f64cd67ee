export interface TextPart {
  /** Where it begins in the whole text. */
  readonly start: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A suggestion's text in parts: the beginnings of words that were typed, and the rest. */
export function markParts(text: string, typed: string): readonly TextPart[] {
  const beginnings = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let start = 0;
  const add = (piece: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (last?.isMatch === isMatch) parts.splice(-1, 1, { ...last, text: last.text + piece });
    else parts.push({ start, text: piece, isMatch });
    start += piece.length;
  };
  for (const piece of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
    // Taken apart letter by letter, so that an accent does not shift the match.
    const letters = [...piece];
    const found = beginnings.find((word) => plain(piece).startsWith(word));
    let count = 0;
    while (
      found !== undefined &&
      count < letters.length &&
      plain(letters.slice(0, count).join('')).length < found.length
    )
      count += 1;
    add(letters.slice(0, count).join(''), true);
    add(letters.slice(count).join(''), false);
  }
  return parts;
}
