import * as z from 'zod/mini';

/** The visible content of a Word file, as far as it is known without rendering; compared with its PDF. */
export const wordContentSchema = z.object({
  /** The number of each letter and digit in its text, in lower case. */
  letters: z.record(z.string(), z.int()),
  /** Embedded bitmaps in its text, each counted once. */
  pictures: z.int(),
  /** Comments, which are not part of the page. */
  comments: z.int(),
});
export type WordContent = z.infer<typeof wordContentSchema>;

const MAX_DIFFERENT_LETTERS = 5_000;

/** Counts the letters and digits of a text; compatibility forms and case make no difference. */
export function countLetters(text: string, counts: Record<string, number>): void {
  for (const letter of text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]/gu) ?? []) {
    const before = counts[letter];
    if (before === undefined && Object.keys(counts).length >= MAX_DIFFERENT_LETTERS) continue;
    counts[letter] = (before ?? 0) + 1;
  }
}
