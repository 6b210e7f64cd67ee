import type { Clock } from '@firstyear/ui/clock.ts';
import type { ValueStore } from '@firstyear/ui/hooks.ts';
import { hasCode, isPutOff } from '../api/errors.ts';
import { retryDelay } from '../api/retry-delay.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import type { Visit } from '../session/visit.ts';

/** Why a server puts a call off: it is busy, or cannot be reached behind what answers for it. */
export type Deferral = 'busy' | 'away';

/** The session, or the load, of a request has ended: its response belongs to nobody. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver';
}

export interface ServedCallsParts {
  /** Receives the reason for waiting; null when nothing waits. */
  readonly deferred: Pick<ValueStore<Deferral | null>, 'set'>;
  readonly visit: Pick<Visit, 'isEnding' | 'loading'>;
  readonly snapshot: Pick<SnapshotStore, 'subscribe'>;
  readonly after: Clock['after'];
  /** A new random number from 0 to below 1 each time. */
  readonly random: () => number;
}

/**
 * Does what the load that is under way consists of, again as long as the server puts a call of it off.
 * @throws SessionOver when the session ends, or another load begins, before it is served
 */
type WhenServed = <T>(load: () => Promise<T>) => Promise<T>;

export function createServedCalls({ visit, snapshot, deferred, after, random }: ServedCallsParts): WhenServed {
  return async <T>(load: () => Promise<T>): Promise<T> => {
    const { loading } = visit;
    const isOver = () => visit.isEnding || visit.loading !== loading;
    let wake = () => {};
    const stop = snapshot.subscribe(() => {
      if (!isOver()) return;
      // Once: what is said from now on is of the next load.
      stop();
      deferred.set(null);
      wake();
    });
    try {
      for (let refusals = 0; ; refusals += 1) {
        const [ended] = await Promise.allSettled([load()]);
        if (isOver()) throw new SessionOver();
        if (ended.status === 'fulfilled') return ended.value;
        const error: unknown = ended.reason;
        if (!isPutOff(error)) throw error;
        deferred.set(hasCode(error, 'overloaded') ? 'busy' : 'away');
        await new Promise<void>((resolve) => {
          const cancel = after(retryDelay(refusals, error.retryAfterMs, random()), resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
        if (isOver()) throw new SessionOver();
      }
    } finally {
      stop();
      if (visit.loading === loading) deferred.set(null);
    }
  };
}

/** Makes the call, and retries only when the server has deferred it. */
export function onceServed<T>(call: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    const now = call();
    made = now;
    now.catch((error: unknown) => {
      if (isPutOff(error)) made = undefined;
    });
    return now;
  };
}

/** How a call ended. @throws the refusal of a server that puts it off */
export async function endOf<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [ended] = await Promise.allSettled([call]);
  if (ended.status === 'rejected' && isPutOff(ended.reason)) throw ended.reason;
  return ended;
}
