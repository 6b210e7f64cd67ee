/** The time, and a timer. Tests have a manual clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs act once after so many milliseconds. Returns a cancel function. */
  readonly after: (ms: number, act: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
