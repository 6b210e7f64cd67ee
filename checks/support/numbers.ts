/** The smallest value that at least this share of all values does not exceed (nearest rank); 0 where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Seconds with one decimal. */
export const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** Numbers from 0 to 1 that look random and are the same in every run with the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
