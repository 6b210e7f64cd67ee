import { expect, type Page } from '@playwright/test';

/** The focused element, and the problem of its focus ring. */
interface Focused {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Empty if the focus ring is drawn, on the screen, and uncovered (WCAG 2.4.7, 2.4.11). */
  readonly problem: string;
}

export function readFocus(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { id: '', name: '', text: 'nothing', problem: '' };
    }
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const around = [element, ...labels, ...labels.flatMap((label) => [...label.querySelectorAll('*')])];
    if (element.parentElement) around.push(element.parentElement);
    const isDrawn = around.some((item) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(item);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /0px 0px 0px [2-9]px/.test(boxShadow);
    });
    const box = element.getBoundingClientRect();
    const visible = {
      top: Math.max(box.top, 0),
      bottom: Math.min(box.bottom, window.innerHeight),
      left: Math.max(box.left, 0),
      right: Math.min(box.right, window.innerWidth),
    };
    const isOnScreen = visible.bottom - visible.top > 1 && visible.right - visible.left > 1;
    // Corners and middle: a bar that hides one of them hides a part of the focus.
    const points = [0.1, 0.5, 0.9].map((share) => [
      visible.left + (visible.right - visible.left) / 2,
      visible.top + (visible.bottom - visible.top) * share,
    ]);
    const isFree = points.every(([x = 0, y = 0]) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (around.some((item) => item.contains(top)) || top.contains(element));
    });
    const problem = [
      isDrawn ? '' : 'no focus ring',
      isOnScreen ? '' : 'off the screen',
      isOnScreen && !isFree ? 'something lies over it' : '',
    ];
    return {
      id: element.id,
      name: element.getAttribute('name') ?? '',
      text: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60),
      problem: problem.filter((item) => item !== '').join(', '),
    };
  });
}

/** Presses Tab until the target has the focus; on the way every stop must be visible. */
export async function tabTo(
  page: Page,
  name: string,
  isIt: (stop: Focused) => boolean,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<Focused> {
  for (let presses = 0; presses < 250; presses += 1) {
    await page.keyboard.press(key);
    const stop = await readFocus(page);
    // Checked again, since the page may still be scrolling to the element.
    if (stop.problem !== '') {
      const focused = stop.id || stop.name || stop.text;
      await expect.poll(async () => (await readFocus(page)).problem, `the focus on '${focused}'`).toBe('');
    }
    if (isIt(stop)) return stop;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

export const tabToField = (page: Page, key: string) =>
  tabTo(page, key, (stop) => stop.id === key || stop.name === key || stop.id.startsWith(`${key}-`));

export const tabToText = (page: Page, text: string) => tabTo(page, text, (stop) => stop.text === text);
