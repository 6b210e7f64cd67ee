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
  const run = async (retryMs: number): Promise<void> => {
    const next = await work().then(
      () => ({ delayMs: HOUR_MS, retryMs: FIRST_RETRY_MS }),
      (error: unknown) => {
        if (!isStopped) onFailure(error, retryMs);
        return { delayMs: retryMs, retryMs: Math.min(2 * retryMs, HOUR_MS) };
      },
    );
    if (!isStopped) timer = setTimeout(() => void run(next.retryMs), next.delayMs);
  };
  void run(FIRST_RETRY_MS);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
