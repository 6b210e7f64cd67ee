import { setTimeout as sleep } from 'node:timers/promises';

/** Arrivals per second on the day before a deadline. */
const NOMINAL = {
  'sign-up': 1,
  login: 20,
  save: 50,
  'look-up': 50,
  submission: 5,
  upload: 0.3,
  copy: 0.25,
} as const;
export type Stream = keyof typeof NOMINAL;
const isStream = (name: string): name is Stream => name in NOMINAL;
/** Streams that cause work for the worker, which has machines of its own: they don't grow with the load. */
const OF_THE_WORKER: ReadonlySet<Stream> = new Set(['upload', 'copy']);

export function ratesOf(factor: number): ReadonlyMap<Stream, number> {
  const streams = Object.keys(NOMINAL).filter(isStream);
  return new Map(
    streams.map((stream) => [stream, NOMINAL[stream] * (OF_THE_WORKER.has(stream) ? Math.min(1, factor) : factor)]),
  );
}

/** A call with the moment it is due, which is fixed before the load begins. */
interface Arrival {
  /** Milliseconds since the load began. */
  readonly at: number;
  readonly stream: Stream;
}

/** Plans arrivals of independent people (a Poisson process for each stream, so many a second), in order of time. */
export function planArrivals(rates: ReadonlyMap<Stream, number>, seconds: number): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  for (const [stream, perSecond] of rates) {
    if (perSecond <= 0) continue;
    const next = () => (-Math.log(1 - Math.random()) / perSecond) * 1000;
    for (let at = next(); at < seconds * 1000; at += next()) arrivals.push({ at, stream });
  }
  return arrivals.sort((a, b) => a.at - b.at);
}

/**
 * Begins each arrival when it is due, whether or not earlier ones have ended: a slow server gets no fewer calls. Each is given its
 * due time, so that a late start counts as delay.
 */
export async function beginOnTime(arrivals: readonly Arrival[], begin: (stream: Stream, dueAt: number) => void) {
  const startedAt = performance.now();
  for (const { at, stream } of arrivals) {
    const dueAt = startedAt + at;
    const left = dueAt - performance.now();
    if (left > 0) await sleep(left);
    begin(stream, dueAt);
  }
}
