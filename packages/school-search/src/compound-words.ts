import type { QuerySearch } from './query-search.ts';
import { type Query, readQuery } from './query-words.ts';

/** Each part of a word that is split has at least this many letters. */
const MIN_PART_LENGTH = 3;

/** The query with unknown words split in two where schools have both parts: highschool. */
export async function splitCompound(search: QuerySearch): Promise<Query | undefined> {
  const words = search.query.words.map(({ word }) => word);
  const known = await search.knownPrefixes();
  const splits = (word: string): readonly (readonly [string, string])[] => {
    const places = known.has(word) ? 0 : Math.max(word.length - 2 * MIN_PART_LENGTH + 1, 0);
    return Array.from({ length: places }, (_, place) => [
      word.slice(0, place + MIN_PART_LENGTH),
      word.slice(place + MIN_PART_LENGTH),
    ]);
  };
  const counts = await search.count(words.flatMap((word) => splits(word).flat()));
  const rarest = (parts: readonly string[]) => Math.min(...parts.map((part) => counts.get(part) ?? 0));
  const parts = words.flatMap((word) => {
    const [best] = splits(word)
      .filter((split) => rarest(split) > 0)
      .sort((a, b) => rarest(b) - rarest(a));
    return best ?? [word];
  });
  return parts.length === words.length ? undefined : readQuery(search.query.category, parts.join(' '));
}
