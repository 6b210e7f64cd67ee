/** When something that fails is retried. Times are in milliseconds. */
interface Backoff {
  /** The delay after the first failure. It doubles with each one, up to longestMs. */
  readonly firstMs?: number;
  readonly longestMs?: number;
  /** The delay that the server asked for. */
  readonly atLeastMs?: number | undefined;
  /** From 0 to below 1: adds up to a half, so that many callers don't retry at the same moment. */
  readonly random?: number;
}

/**
 * The milliseconds until the next retry. Uses nothing from outside: the build writes this function into prerendered pages.
 * @param failures the number of failures before the last one
 */
export function retryDelay(
  failures: number,
  { firstMs = 1000, longestMs = 30_000, atLeastMs = 0, random = 0 }: Backoff = {},
): number {
  return Math.max(Math.min(firstMs * 2 ** failures, longestMs), atLeastMs) * (1 + random / 2);
}

/**
 * Runs work until it succeeds. After each failure `wait` resolves once it's time to retry, or throws to give up. It gets the
 * error and the number of failures before it.
 */
export async function retry<T>(
  work: () => Promise<T>,
  wait: (error: unknown, failures: number) => Promise<unknown>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      await wait(error, failures);
    }
  }
}
