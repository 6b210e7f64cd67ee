import { expect, type Page } from '@playwright/test';

/** Holds every script back until released, as a slow network does. */
export async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Opens a page without its scripts. Returns a function that lets them load. */
export async function openEarly(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

/** The visitor's answers in the tab's storage. */
export async function keptAnswers(page: Page): Promise<Record<string, unknown>> {
  const kept: { answers?: Record<string, { value: unknown }>; drafts?: Record<string, unknown> } = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('firstyear.visitor-answers') ?? '{}'),
  );
  const answers = Object.entries(kept.answers ?? {}).map(([key, { value }]) => [key, value] as const);
  return { ...Object.fromEntries(answers), ...kept.drafts };
}

/** Adds up the layout shifts of every page that is opened afterwards. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    interface Source {
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }
    // On a busy machine Chromium reports shifts of text that hasn't moved.
    const hasMoved = ({ previousRect: was, currentRect: is }: Source) =>
      Math.abs(was.x - is.x) >= 1 || Math.abs(was.y - is.y) >= 1;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'sources').some(hasMoved)) continue;
        Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the page's layout shifts so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shift')));
}
