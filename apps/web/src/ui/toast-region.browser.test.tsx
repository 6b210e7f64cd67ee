import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './global.css';
import './tokens.css';
import { ToastRegion } from './toast-region.tsx';
import { clearToasts, currentToasts, showError, showSuccess } from './toast-store.ts';

const WORDS = { region: 'Notifications ({hotkey})', success: 'Success', error: 'Error', close: 'Close' };

beforeEach(() => {
  clearToasts();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What follows from a timer is drawn within some frames; they are not of the clock that stands still here. */
async function isDrawn(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** Whether the toast is still there when so many milliseconds have passed since it was shown. */
async function isThereAfter(show: () => void, ...moments: readonly number[]): Promise<readonly boolean[]> {
  const { container, unmount } = await render(<ToastRegion words={WORDS} />);
  show();
  await expect.element(page.elementLocator(container).getByText('These words')).toBeVisible();
  await isDrawn();
  const shownAt = Date.now();
  const seen: boolean[] = [];
  for (const moment of moments) {
    await vi.advanceTimersByTimeAsync(shownAt + moment - Date.now());
    await isDrawn();
    seen.push(currentToasts().length === 1);
  }
  await unmount();
  return seen;
}

test('[TOAST-01, CONST-14] a success toast is there at 4.9 seconds and gone at 5.1', async () => {
  expect(await isThereAfter(() => showSuccess('These words'), 0, 4900, 5100)).toEqual([true, true, false]);
});

test('[TOAST-03, CONST-14] an error toast is there at 4:59 and gone after 5:00', async () => {
  expect(await isThereAfter(() => showError('These words'), 5100, 299_000, 300_100)).toEqual([true, true, false]);
});
