import { vi } from 'vitest';

/** Long enough for one step of a test on any machine, and below the time limit of a test. */
const TIMEOUT_MS = 30_000;

/** Retries the callback until it doesn't throw, and returns its result. Waits long, so that slow machines fail no test. */
export const eventually = <Value>(callback: () => Value | Promise<Value>, { interval = 50 } = {}): Promise<Value> =>
  vi.waitFor(callback, { timeout: TIMEOUT_MS, interval });
