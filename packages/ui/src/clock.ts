/** What tells the time and wakes somebody later; tests move theirs by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs the act once after so many milliseconds; returns how to cancel it. */
  readonly after: (ms: number, act: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
