import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is to be done at a moment that was fixed before the load began. */
export interface Arrival<Stream extends string> {
  /** Milliseconds since the load began. */
  readonly at: number;
  readonly stream: Stream;
}

/**
 * Arrivals of independent people (a Poisson process for each stream), in their order.
 * @param rates arrivals a second by stream
 * @param random numbers from 0 to 1
 */
export function planArrivals<Stream extends string>(
  rates: ReadonlyMap<Stream, number>,
  seconds: number,
  random: () => number,
): readonly Arrival<Stream>[] {
  const arrivals: Arrival<Stream>[] = [];
  for (const [stream, perSecond] of rates) {
    if (perSecond <= 0) continue;
    const next = () => (-Math.log(1 - random()) / perSecond) * 1000;
    for (let at = next(); at < seconds * 1000; at += next()) arrivals.push({ at, stream });
  }
  return arrivals.sort((one, other) => one.at - other.at);
}

/** A clock that only goes forward, in milliseconds, and a way to wait for it. */
export interface Timer {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const systemTimer: Timer = { now: () => performance.now(), wait: async (ms) => void (await sleep(ms)) };

/**
 * Begins each arrival at its moment, whatever has become of those before: whoever is slow is not asked less. What begins
 * late gets the moment at which it was due, so that its lateness counts.
 */
export async function beginOnTime<Stream extends string>(
  arrivals: readonly Arrival<Stream>[],
  timer: Timer,
  begin: (stream: Stream, dueAt: number) => void,
): Promise<void> {
  const startedAt = timer.now();
  for (const { at, stream } of arrivals) {
    const dueAt = startedAt + at;
    const left = dueAt - timer.now();
    if (left > 0) await timer.wait(left);
    begin(stream, dueAt);
  }
}
