import { retry, retryDelay } from '@firstyear/api-client/retry';
import type { Clock } from '@firstyear/ui/clock.ts';
import type { ValueStore } from '@firstyear/ui/hooks.ts';
import { hasCode, isDeferred } from '../api/errors.ts';
import type { SnapshotStore } from '../session/snapshot.ts';
import type { Visit } from '../session/visit.ts';

/** Why a call is deferred: the server is busy, or its proxy cannot reach it. */
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
  readonly random: () => number;
}

/**
 * Runs a load, and retries it while the server defers one of its calls.
 * @throws SessionOver when the session ends, or another load begins, before it is served
 */
export function createServedCalls({ visit, snapshot, deferred, after, random }: ServedCallsParts) {
  return async <T>(load: () => Promise<T>): Promise<T> => {
    const { loading } = visit;
    const isOver = () => visit.isEnding || visit.loading !== loading;
    let wake = () => {};
    const stop = snapshot.subscribe(() => {
      if (!isOver()) return;
      // Once: later changes belong to the next load.
      stop();
      deferred.set(null);
      wake();
    });
    try {
      return await retry(
        async () => {
          const [outcome] = await Promise.allSettled([load()]);
          if (isOver()) throw new SessionOver();
          if (outcome.status === 'rejected') throw outcome.reason;
          return outcome.value;
        },
        async (error, failures) => {
          if (!isDeferred(error)) throw error;
          deferred.set(hasCode(error, 'overloaded') ? 'busy' : 'away');
          await new Promise<void>((resolve) => {
            const delay = retryDelay(failures, { atLeastMs: error.retryAfterMs, random: random() });
            const cancel = after(delay, resolve);
            wake = () => {
              cancel();
              resolve();
            };
          });
          if (isOver()) throw new SessionOver();
        },
      );
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
      if (isDeferred(error)) made = undefined;
    });
    return now;
  };
}

/** The outcome of a call. @throws the error of a deferred call */
export async function outcomeOf<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'rejected' && isDeferred(outcome.reason)) throw outcome.reason;
  return outcome;
}
