/** Milliseconds between tries after a failure, growing; then the longest repeats. */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000] as const;
const LONGEST_MS = 30_000;

/**
 * Milliseconds until the next try: at least what the server asked for, and up to half as long again by chance, so that
 * not all browsers come back at the same moment.
 * @param failures how many tries have failed before the last one
 * @param random from 0 to below 1
 */
export function retryDelay(failures: number, retryAfterMs: number | undefined, random: number): number {
  const growing = RETRY_DELAYS_MS[failures] ?? LONGEST_MS;
  return Math.max(growing, retryAfterMs ?? 0) * (1 + random / 2);
}
