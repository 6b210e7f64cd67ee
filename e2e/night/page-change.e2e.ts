import { isDocument } from '@firstyear/form-engine';
import { expect, type Page, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { shiftOf, watchShifts } from '../support/early-page.ts';
import { questionsOn } from '../support/fill.ts';
import { form } from '../support/product.ts';
import { allFontsArrived, appArrived, menu, next, pageIsWhole } from '../support/shell.ts';

/** The state of a page when its heading has just appeared. */
interface Arrival {
  readonly isPartial: boolean;
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
  /** How far the end of the page is below the window. */
  readonly endBelow: number;
}

/** More questions than fit into the window. */
const MANY = 8;
const PAGES = ['education', 'final-steps', 'about'].map((id) => {
  const keys = questionsOn(id, {}).flatMap((item) => (isDocument(item) ? [] : [item.key]));
  const [first = '', last = ''] = [keys.at(0), keys.at(-1)];
  return { name: form.pages.find((page) => page.id === id)?.title ?? '', first, last, isLong: keys.length > MANY };
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test(`the first frame of the next page fills a window of ${viewport.width} pixels, and the rest shifts nothing`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await watchShifts(page);
    await page.goto('/about');
    await appArrived(page);
    await allFontsArrived(page);
    const before = await shiftOf(page);
    for (const { name, first, last, isLong } of PAGES) {
      await page.evaluate(
        ({ name, first, last }) => {
          // Runs after the drawing that brings the heading, before any other.
          const observer = new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== name) return;
            observer.disconnect();
            const end = document.querySelector('footer')?.getBoundingClientRect().top ?? 0;
            const arrival: Arrival = {
              isPartial: document.querySelector('[data-partial]') !== null,
              hasFirst: document.getElementById(first) !== null,
              hasLast: document.getElementById(last) !== null,
              endBelow: end - window.innerHeight,
            };
            Object.assign(window, { arrival });
          });
          observer.observe(document.body, { childList: true, subtree: true });
        },
        { name, first, last },
      );
      await menu(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
      await expect(page.locator(`[id="${last}"]`)).toBeAttached();
      const arrival: Arrival = await page.evaluate(() => Reflect.get(window, 'arrival'));
      expect(arrival).toMatchObject({ isPartial: isLong, hasFirst: true, hasLast: !isLong });
      expect(arrival.endBelow).toBeGreaterThan(0);
      await expect(page.locator('[data-partial]')).toHaveCount(0);
    }
    expect(await shiftOf(page)).toBe(before);
  });
}

const depthOf = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls as a person does; returns the scroll position afterward. */
async function scrollDown(page: Page, to: number): Promise<number> {
  await page.evaluate((y) => window.scrollTo(0, y), to);
  await expect.poll(() => depthOf(page)).toBe(to);
  return to;
}

test('Back and Forward restore the scroll position, with the focus on the heading', async ({ page }) => {
  await newApplicant(page);
  const about = page.getByRole('heading', { level: 1, name: 'Your Information' });
  const education = page.getByRole('heading', { level: 1, name: 'Your Education' });
  await next(page).click();
  await expect(education).toBeFocused();
  expect(await depthOf(page)).toBe(0);
  await pageIsWhole(page);
  const leftAt = await scrollDown(page, 1500);
  await page.goBack();
  await expect(about).toBeFocused();
  const aboutAt = await scrollDown(page, 2000);
  for (const _ of [1, 2]) {
    await page.goForward();
    await expect(education).toBeFocused();
    await expect.poll(() => depthOf(page)).toBe(leftAt);
    await page.goBack();
    await expect(about).toBeFocused();
    await expect.poll(() => depthOf(page)).toBe(aboutAt);
  }
});

test('returning from a card restores the scroll position of the form', async ({ page }) => {
  await page.goto('/about');
  await appArrived(page);
  const leftAt = await scrollDown(page, 1200);
  // Like a tap, this doesn't scroll.
  await next(page).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Information' })).toBeFocused();
  await expect.poll(() => depthOf(page)).toBe(leftAt);
});

test('returning to the check of answers restores its scroll position', async ({ page }) => {
  await newApplicant(page);
  await page.goto('/review');
  const review = page.getByRole('heading', { level: 1, name: 'Check your answers' });
  await expect(review).toBeVisible();
  const leftAt = await scrollDown(page, 300);
  await page
    .getByRole('button', { name: 'Go to the last page to submit' })
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeFocused();
  await page.goBack();
  await expect(review).toBeFocused();
  await expect.poll(() => depthOf(page)).toBe(leftAt);
});
