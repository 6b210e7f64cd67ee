const INTERVAL_MS = 50;

export interface LoopDelay {
  /** Milliseconds by which the process is late with what it has to do, now or a moment ago. */
  current(): number;
  stop(): void;
}

/** Measures how late a process is: by how much a timer that should fire every 50 ms is overdue. */
export function measureLoopDelay(now: () => number): LoopDelay {
  let last = now();
  let lateness = 0;
  const timer = setInterval(() => {
    const at = now();
    // It falls slowly, so that one quick turn between two slow ones does not look like quiet.
    lateness = Math.max(at - last - INTERVAL_MS, lateness / 2);
    last = at;
  }, INTERVAL_MS);
  timer.unref();
  return {
    current: () => Math.max(lateness, now() - last - INTERVAL_MS, 0),
    stop: () => clearInterval(timer),
  };
}
