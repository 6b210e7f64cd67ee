/** A clock that moves only when it is told to. */
export function createClock() {
  let now = Date.parse('2026-11-20T12:00:00Z');
  let timers: { at: number; act: () => void }[] = [];
  return {
    now: () => now,
    after: (ms: number, act: () => void) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.act();
        await settle();
      }
      now = end;
      await settle();
    },
    waiting: () => timers.length,
  };
}

/** Lets every promise that can go on go on. */
export async function settle() {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
