/** A clock that only a test advances. */
export function createClock() {
  let now = Date.parse('2026-11-20T12:00:00Z');
  let timers: { at: number; act: () => void }[] = [];
  /** Runs the next timer that is due by then; false when there is none. */
  const runNext = (end: number): boolean => {
    const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) return false;
    timers = timers.filter((timer) => timer !== next);
    now = Math.max(now, next.at);
    next.act();
    return true;
  };
  return {
    now: () => now,
    after: (ms: number, act: () => void) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((item) => item !== timer);
      };
    },
    /** Runs the due timers, and lets promises settle after each. */
    async advance(ms: number) {
      const end = now + ms;
      while (runNext(end)) await settle();
      now = end;
      await settle();
    },
    /** Runs the due timers without waiting for promises. */
    advanceAtOnce(ms: number) {
      const end = now + ms;
      for (let isDue = true; isDue; ) isDue = runNext(end);
      now = end;
    },
    /** Time passes without timers, as in a laptop that sleeps. */
    sleep(ms: number) {
      now += ms;
    },
    /** Somebody sets the clock back; timers keep their distance. */
    setBack(ms: number) {
      now -= ms;
      for (const timer of timers) timer.at -= ms;
    },
    waiting: () => timers.length,
  };
}

/** Lets pending promises settle. */
export async function settle() {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
