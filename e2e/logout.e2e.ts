import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from './support/applicant.ts';
import { loginError, stillWorking } from './support/shell.ts';

const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';

/** Makes an applicant with a saved last name, on the first page. */
async function knownApplicant(page: Page): Promise<string> {
  const username = await newApplicant(page);
  await page.locator('#last_name').fill('Testperson');
  await expect.poll(async () => (await loadProfile(page)).answer.last_name).toBe('Testperson');
  return username;
}

/** Opens the first page with a clock that the test controls. */
async function withClock(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto('/about#last_name');
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
}

const SESSION_MESSAGE = 'Your session is invalid. Please clear your cookies and login again.';
const NO_SESSION = { status: 401, json: { message: 'Your session has ended.', code: 'no_session' } };

/** The page's clock keeps running: on a slow machine, this much may pass between two steps of a test. */
const SLACK_MS = 20_000;
const ALMOST_IDLE_MS = 14 * 60_000 - SLACK_MS;

test('[REDIR-09, ERR-05, AUTHCARD-08] a 401 leads to Log In, which says that the session is invalid', async ({
  page,
}) => {
  await knownApplicant(page);
  await page.route('**/api/answer', (route) => route.fulfill(NO_SESSION));
  await page.locator('#middle_name').fill('Unsaved');
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(SESSION_MESSAGE);
});

test('[IDLE-03, IDLE-05, LAYOUT-30] an applicant who stays is asked again after 14 idle minutes, and logged out after 15', async ({
  page,
}) => {
  await knownApplicant(page);
  await withClock(page);
  await page.clock.runFor(842_000);
  await expect(stillWorking(page).getByRole('button', { name: 'Log Out' })).toBeVisible();
  await stillWorking(page).getByRole('button', { name: 'Continue working' }).click();
  await expect(stillWorking(page)).toHaveCount(0);
  await page.clock.runFor(ALMOST_IDLE_MS);
  await expect(stillWorking(page)).toHaveCount(0);
  await page.clock.runFor(SLACK_MS);
  await expect(stillWorking(page)).toBeVisible();
  const logout = page.waitForRequest('**/api/logout');
  await page.clock.runFor(61_000);
  await logout;
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
});

test('[IDLE-04] choosing Log Out there gives inactivity as the reason', async ({ page }) => {
  await knownApplicant(page);
  await withClock(page);
  await page.clock.runFor(842_000);
  // In less time than the rest of the minute.
  const logout = page.waitForRequest('**/api/logout', { timeout: 30_000 });
  await stillWorking(page).getByRole('button', { name: 'Log Out' }).click();
  await logout;
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
});
