import { vi } from 'vitest';

/** Advances fake timers, and waits until the responses of fetch are drawn. Animation frames are real. */
export async function advanceToScreen(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise(requestAnimationFrame);
    await vi.advanceTimersByTimeAsync(0);
  }
}
