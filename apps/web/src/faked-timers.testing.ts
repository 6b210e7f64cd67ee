import { vi } from 'vitest';

/** Moves faked timers, and lets what fetch answered meanwhile reach the screen; animation frames are not faked. */
export async function advanceToScreen(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise(requestAnimationFrame);
    await vi.advanceTimersByTimeAsync(0);
  }
}
