import type { ApiErrorCode } from '@firstyear/api-contract/errors';
import { type Log, loggableError } from '../log/log.ts';

/** How long refusals are counted before the log has a line about them. */
const COUNT_MS = 60_000;

/** Which refusal this is and why, in a few words that come from no request. */
function kindOf(refusal: ApiErrorCode, reason: unknown): string {
  const { type, code } = loggableError(reason);
  return [refusal, type, code].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** Counts refusals that were foreseen, so that an hour without a database is sixty lines of the log and not a stack for each call. */
export function refusalCounts(log: Log): { add(refusal: ApiErrorCode, reason: unknown): void; flush(): void } {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    log.error({ refused: Object.fromEntries(counts) }, 'requests could not be served for now');
    counts.clear();
  };
  return {
    add: (refusal, reason) => {
      const kind = kindOf(refusal, reason);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      timer ??= setTimeout(flush, COUNT_MS).unref();
    },
    flush,
  };
}
