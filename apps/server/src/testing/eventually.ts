import { vi } from 'vitest';

/** More than any machine needs for one step of a test, and less than the limit of a whole test. */
const TIMEOUT_MS = 60_000;

/** Retries the callback until it no longer throws, and returns its result, so that slow machines fail no test. */
export const eventually = <Value>(callback: () => Value | Promise<Value>, { interval = 50 } = {}): Promise<Value> =>
  vi.waitFor(callback, { timeout: TIMEOUT_MS, interval });
