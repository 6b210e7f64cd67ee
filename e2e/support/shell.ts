import { expect, type Page } from '@playwright/test';
import { said, saidIn } from './languages.ts';

/** Parts of the page around the form, found by role and name. */
export const menu = (page: Page) => page.getByRole('navigation', { name: said('Steps of the application') });
export const banner = (page: Page) => page.getByRole('complementary', { name: said('Welcome') });
export const account = (page: Page) => page.getByRole('button', { name: said('Account') });
export const next = (page: Page) => page.getByRole('button', { name: said('Save and Continue') });
export const stillWorking = (page: Page) => page.getByRole('alertdialog', { name: said('Still working?') });
export const successToast = (page: Page) => page.getByLabel(said('Success Notification'));
/** The bar on a page that waits for a busy server. */
export const busyNotice = (page: Page) => page.getByText(saidIn("We're busy right now."));
/** The banner of the Log In card. */
export const loginError = (page: Page) => page.getByRole('alert', { name: said('Login Card Error') });

/**
 * Waits until the app has started. Typing and pressing on a visitor's first page works before; tests that open one of our
 * lists, hover or stop the clock wait for this.
 */
export async function appArrived(page: Page): Promise<void> {
  await expect(page.locator('#early-wait')).toHaveCount(0);
}

/** Waits until the whole page has rendered: after in-app navigation it renders in steps from its top. */
export async function pageIsWhole(page: Page): Promise<void> {
  await expect(page.locator('[data-partial]')).toHaveCount(0);
}

/** Waits until the service view is ready to be printed. */
export const isDrawn = (view: Page) => expect(view.locator('html')).toHaveAttribute('data-ready', 'true');

/** Logs out by the account popover. Returns once the Log In card is shown. */
export async function logOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: said('Log Out') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: said('Log In') })).toBeVisible();
}

/** The visitor's answers that a card keeps: they are in the tab's storage, not in the history. */
export async function carriedAnswers(page: Page): Promise<unknown> {
  await expect(page.getByText("The answers you've typed are kept.")).toBeVisible();
  expect(await page.evaluate(() => history.state?.state?.answers)).toBeUndefined();
  const kept: Record<string, { value: unknown }> = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('firstyear.visitor-answers') ?? '{}').answers ?? {},
  );
  return Object.fromEntries(Object.entries(kept).map(([key, { value }]) => [key, value]));
}

/** The calls that a page makes from now on, as 'POST /api/submit'. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service|lookup)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const hasFetchedFont = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Source') && status === 'loaded');

/** Waits for the fonts, which are requested once the app runs. */
export async function fontsArrived(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hasFetchedFont)).toBe(true);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits for every font, also for those that only a later page uses. */
export async function allFontsArrived(page: Page): Promise<void> {
  await fontsArrived(page);
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())).then(() => undefined));
}
