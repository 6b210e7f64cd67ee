import { retryDelay } from '@firstyear/api-client/retry';
import { HOUR_MS } from './durations.ts';

const FIRST_RETRY_MS = 5_000;

/**
 * Runs `work` now, and again an hour after each run. A failed run is retried after 5 seconds, with a back-off that doubles up
 * to an hour; `onFailure` gets the error and the delay.
 */
export function everyHour(
  work: () => Promise<unknown>,
  onFailure: (error: unknown, retryMs: number) => void,
): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (failures: number): Promise<void> => {
    let next = { delayMs: HOUR_MS, failures: 0 };
    try {
      await work();
    } catch (error) {
      const retryMs = retryDelay(failures, { firstMs: FIRST_RETRY_MS, longestMs: HOUR_MS });
      if (!isStopped) onFailure(error, retryMs);
      next = { delayMs: retryMs, failures: failures + 1 };
    }
    if (!isStopped) timer = setTimeout(() => void run(next.failures), next.delayMs);
  };
  void run(0);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
