/** The time, and a timer. Tests have a manual clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs act once after so many milliseconds. Returns a cancel function. */
  readonly after: (ms: number, act: () => void) => () => void;
}

/** A time that was written down, in milliseconds since 1970; 0 for none, and for one in the future (a clock set back). */
export function pastTime(written: string | null | undefined, now: number): number {
  const time = Number(written ?? 0);
  return time <= now ? time : 0;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
