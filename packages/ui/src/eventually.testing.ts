import { vi } from 'vitest';

/** Longer than any machine takes for one step of a test and shorter than the limit of a whole test, in ms. */
const TIMEOUT_MS = 30_000;

/** Waits until the callback throws no more and returns what it returned; a slow machine fails no test that would pass. */
export const eventually = <Value>(callback: () => Value | Promise<Value>, { interval = 50 } = {}): Promise<Value> =>
  vi.waitFor(callback, { timeout: TIMEOUT_MS, interval });
