import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeGate, NoResponseError } from './change-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HOLD_MS = 1_000;

/** A change that timed out: its late response, and a spy that closes its connection. */
function timeOutChange(gate: ChangeGate) {
  gate.enter();
  gate.leave(false);
  const response = Promise.withResolvers<void>();
  const close = vi.fn();
  gate.timeOut(response.promise, close);
  return { ...response, close };
}

test('changes run side by side while each gets its response', () => {
  const gate = new ChangeGate(HOLD_MS);
  for (const _ of [1, 2, 3]) gate.enter();
  for (const _ of [1, 2, 3]) gate.leave(true);
  expect(() => gate.enter()).not.toThrow();
});

test.each(['resolve', 'reject'] as const)(
  'changes are refused while one waits for its response, and admitted as soon as it arrives (%s)',
  async (how) => {
    const gate = new ChangeGate(HOLD_MS);
    const first = timeOutChange(gate);
    expect(() => gate.enter()).toThrow(NoResponseError);
    expect(first.close).not.toHaveBeenCalled();
    first[how]();
    await vi.advanceTimersByTimeAsync(0);
    expect(first.close).toHaveBeenCalledOnce();
    for (const _ of [1, 2]) gate.enter();
  },
);

test('when several changes time out, one connection is kept open and the others are closed', () => {
  const gate = new ChangeGate(HOLD_MS);
  for (const _ of [1, 2, 3]) gate.enter();
  const closes = [vi.fn(), vi.fn(), vi.fn()];
  for (const close of closes) {
    gate.leave(false);
    gate.timeOut(new Promise(() => undefined), close);
  }
  expect(closes.map((close) => close.mock.calls.length)).toEqual([0, 1, 1]);
  gate.stop();
  expect(closes[0]).toHaveBeenCalledOnce();
});

test('after a hold without a response, one change at a time is admitted until one is kept', async () => {
  const gate = new ChangeGate(HOLD_MS);
  const first = timeOutChange(gate);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(first.close).toHaveBeenCalledOnce();
  gate.enter();
  expect(() => gate.enter()).toThrow(NoResponseError);
  gate.leave(false);
  gate.enter();
  expect(() => gate.enter()).toThrow(NoResponseError);
  gate.leave(true);
  for (const _ of [1, 2]) gate.enter();
});

test('each hold is twice as long as the one before, up to sixteen times, and short again after a response', async () => {
  const gate = new ChangeGate(HOLD_MS);
  for (const factor of [1, 2, 4, 8, 16, 16]) {
    const { close } = timeOutChange(gate);
    await vi.advanceTimersByTimeAsync(HOLD_MS * factor - 1);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledOnce();
  }
  const last = timeOutChange(gate);
  last.resolve();
  await vi.advanceTimersByTimeAsync(0);
  const { close } = timeOutChange(gate);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(close).toHaveBeenCalledOnce();
});
