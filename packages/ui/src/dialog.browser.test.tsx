import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './global.css';
import { Dialog } from './dialog.tsx';
import './tokens.css';

afterEach(() => page.viewport(414, 896));

/** The width of a dialog of this size, in a window of this width; it is given more content than fits. */
async function widthOf(size: 'xs' | 's' | 'm' | undefined, windowWidth: number): Promise<number> {
  await page.viewport(windowWidth, 700);
  const screen = await render(
    <Dialog title="A dialog" onClose={() => {}} {...(size && { size })}>
      <p>{'Words that would fill any line. '.repeat(60)}</p>
    </Dialog>,
  );
  const { width } = screen.getByRole('dialog').element().getBoundingClientRect();
  await screen.unmount();
  return Math.round(width);
}

test('[CONST-16] dialogs are 30rem, 60rem and 80vw wide, on a tablet 30rem, 70vw and 90vw', async () => {
  const rem = 16;
  expect(await widthOf('xs', 1200)).toBe(30 * rem);
  expect(await widthOf('s', 1200)).toBe(60 * rem);
  expect(await widthOf('m', 1200)).toBe(960);
  expect(await widthOf('xs', 800)).toBe(30 * rem);
  expect(await widthOf('s', 800)).toBe(560);
  expect(await widthOf('m', 800)).toBe(720);
});

test('[CONST-16, CONST-19] the tablet begins at exactly 900 px', async () => {
  expect(await widthOf('m', 900)).toBe(810);
  expect(await widthOf('m', 901)).toBe(721);
});

test('[CONST-17] a dialog without a size is at most 37.5rem wide', async () => {
  expect(await widthOf(undefined, 1600)).toBe(600);
});

test('a dialog of size s fills the window of a phone but for its margins', async () => {
  expect(await widthOf('s', 360)).toBe(328);
});

test('no dialog is wider than a small window', async () => {
  for (const size of [undefined, 'xs', 's', 'm'] as const) expect(await widthOf(size, 320)).toBeLessThanOrEqual(288);
});
