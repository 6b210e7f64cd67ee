import { setTimeout as sleep } from 'node:timers/promises';

/** What arrives by itself, and how often a second on a day before a deadline. */
const NOMINAL = {
  'sign-up': 1,
  login: 20,
  save: 50,
  'look-up': 50,
  tab: 5,
  submission: 5,
  upload: 0.3,
  copy: 0.25,
} as const;
export type Stream = keyof typeof NOMINAL;
const isStream = (name: string): name is Stream => name in NOMINAL;
/** Done by programs beside the web server, on machines of their own where there is much of it: it does not grow. */
const OF_THE_WORKER: ReadonlySet<Stream> = new Set(['upload', 'copy']);

/** The rates of a load so many times as large as the nominal one. */
export function ratesOf(factor: number): ReadonlyMap<Stream, number> {
  const streams = Object.keys(NOMINAL).filter(isStream);
  return new Map(
    streams.map((stream) => [stream, NOMINAL[stream] * (OF_THE_WORKER.has(stream) ? Math.min(1, factor) : factor)]),
  );
}

/** Something that is to be done at a moment that was fixed before the load began. */
export interface Arrival<S extends string> {
  /** Milliseconds since the load began. */
  readonly at: number;
  readonly stream: S;
}

/**
 * Arrivals of independent people (a Poisson process for each stream), in their order.
 * @param rates arrivals a second by stream
 * @param random numbers from 0 to 1
 */
export function planArrivals<S extends string>(
  rates: ReadonlyMap<S, number>,
  seconds: number,
  random: () => number,
): readonly Arrival<S>[] {
  const arrivals: Arrival<S>[] = [];
  for (const [stream, perSecond] of rates) {
    if (perSecond <= 0) continue;
    const next = () => (-Math.log(1 - random()) / perSecond) * 1000;
    for (let at = next(); at < seconds * 1000; at += next()) arrivals.push({ at, stream });
  }
  return arrivals.sort((a, b) => a.at - b.at);
}

/** A clock that only goes forward, in milliseconds, and a way to wait for it. */
export interface Timer {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const systemTimer: Timer = { now: () => performance.now(), wait: async (ms) => void (await sleep(ms)) };

/**
 * Begins each arrival at its moment, whatever has become of those before: a slow server is not asked less. What begins
 * late gets the moment at which it was due, so that its lateness counts.
 */
export async function beginOnTime<S extends string>(
  arrivals: readonly Arrival<S>[],
  timer: Timer,
  begin: (stream: S, dueAt: number) => void,
): Promise<void> {
  const startedAt = timer.now();
  for (const { at, stream } of arrivals) {
    const dueAt = startedAt + at;
    const left = dueAt - timer.now();
    if (left > 0) await timer.wait(left);
    begin(stream, dueAt);
  }
}
