import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './global.css';
import './tokens.css';
import { ToastRegion } from './toast-region.tsx';
import { clearToasts, currentToasts, showError, showSuccess } from './toast-store.ts';

beforeEach(() => {
  clearToasts();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits some frames, until the effects of a timer are drawn: frames don't depend on the stopped clock. */
async function isDrawn(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** Whether the toast is still there when so many milliseconds have passed since it was shown. */
async function isThereAfter(show: () => void, ...moments: readonly number[]): Promise<readonly boolean[]> {
  const { container, unmount } = await render(<ToastRegion />);
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

test.each([
  ['a success as such', () => showSuccess('These words'), 'Success Notification These words'],
  ['an error as such', () => showError('These words'), 'Error These words'],
])('%s is announced', async (_, show, announced) => {
  const { unmount } = await render(<ToastRegion />);
  show();
  await expect.poll(() => document.querySelector('[role=status]')?.textContent).toBe(announced);
  await unmount();
});

/** Whether two elements overlap. */
function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

test.each([320, 360])(
  'at %d px an error covers neither the header nor the bar at the foot, wherever the focus is',
  async (width) => {
    await page.viewport(width, 740);
    const { container } = await render(
      <>
        <header style={{ height: 110 }}>
          <button type="button">retry</button>
        </header>
        <div style={{ height: 400 }} />
        <input aria-label="Low" />
        <div style={{ height: 800 }} />
        <div data-sticks="" style={{ position: 'sticky', bottom: 0, height: 69 }}>
          <button type="button">Save and Continue</button>
        </div>
        <ToastRegion />
      </>,
    );
    window.scrollTo(0, 0);
    showError('These words say at some length what has gone wrong, and what can be done about it.');
    const toast = page.elementLocator(container).getByRole('listitem');
    await expect.element(toast).toBeVisible();
    await isDrawn();
    const covers = () =>
      ['header', '[data-sticks]', 'input'].filter((selector) => {
        const element = container.querySelector(selector);
        return element && overlap(toast.element(), element);
      });
    expect(covers().filter((selector) => selector !== 'input')).toEqual([]);
    for (const name of ['Low', 'retry', 'Save and Continue', 'Low']) {
      const control = name === 'Low' ? page.getByLabelText(name) : page.getByRole('button', { name });
      const element = control.element();
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
      await isDrawn();
      expect(overlap(toast.element(), element), name).toBe(false);
      expect(
        covers().filter((selector) => selector !== 'input'),
        name,
      ).toEqual([]);
    }
  },
);

test('toasts leave half of a small window to the page, and all of them can be reached', async () => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(320, 256);
  const { container, unmount } = await render(<ToastRegion />);
  for (const title of ['One', 'Two']) showError('These words are long, and fill several lines. '.repeat(3), { title });
  await expect.element(page.elementLocator(container).getByText('Two')).toBeInTheDocument();
  await isDrawn();
  const list = container.querySelector('ol');
  expect(list?.getBoundingClientRect().height).toBeLessThanOrEqual(128);
  expect(list?.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  expect(list && getComputedStyle(list).overflowY).toBe('auto');
  await unmount();
  await page.viewport(innerWidth, innerHeight);
});
