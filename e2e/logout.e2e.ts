import { expect, type Page, test } from '@playwright/test';
import { loadProfile, logIn, newApplicant } from './support/applicant.ts';
import { newAddress, partner } from './support/product.ts';
import { account, callsOf, loginError, logOut, menu, stillWorking } from './support/shell.ts';

const SESSION_MESSAGE = 'Your session is invalid. Please clear your cookies and login again.';
const IDLE_MESSAGE = 'You have been automatically logged out due to inactivity.';
const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";
const NO_SESSION = { status: 401, json: { message: 'Your session has ended.', code: 'no_session' } };

/** The page's clock keeps running: on a slow machine, this much may pass between two steps of a test. */
const SLACK_MS = 20_000;
const ALMOST_IDLE_MS = 14 * 60_000 - SLACK_MS;

/** Makes an applicant with a saved last name, on the first page. */
async function knownApplicant(page: Page): Promise<string> {
  const username = newAddress();
  await newApplicant(page, username);
  await page.locator('#last_name').fill('Testperson');
  await expect.poll(async () => (await loadProfile(page)).answer.last_name).toBe('Testperson');
  return username;
}

/** Navigates from a card to the first page without a reload, which would show answers that are left in memory. */
async function backToForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: partner.name }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu(page)).toBeVisible();
}

/** Opens the first page with a clock that the test controls. */
async function withClock(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.clock.install();
  await page.goto('/about#last_name');
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
}

test('[REDIR-08, LAYOUT-03] Log Out is beside the address in the account popover, and leads to Log In without a message', async ({
  page,
}) => {
  const username = await knownApplicant(page);
  const calls = callsOf(page);
  await account(page).click();
  await expect(page.getByRole('region', { name: 'Account' }).getByText(username)).toBeVisible();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(calls).toContain('GET /api/logout');
  expect(await page.evaluate(() => history.state?.usr)).toEqual({ error: null });
  await expect(loginError(page)).toHaveCount(0);
});

test('[SESSION-05, SESSION-02] logging out forgets everything, and nothing is requested afterward', async ({
  page,
}) => {
  const username = await knownApplicant(page);
  await logOut(page);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toBe('{}');
  const calls = callsOf(page);
  await backToForm(page);
  await expect(page.locator('#last_name')).toHaveValue('');
  await page.goto('/about');
  await expect(page.locator('#last_name')).toHaveValue('');
  await account(page).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('[REDIR-09, ERR-05, AUTHCARD-08] a 401 leads to Log In, which says that the session is invalid', async ({
  page,
}) => {
  await knownApplicant(page);
  await page.route('**/api/answer', (route) => route.fulfill(NO_SESSION));
  await page.locator('#middle_name').fill('Unsaved');
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(SESSION_MESSAGE);
});

test('[SESSION-03, SESSION-04] a 401 ends the session; unsaved answers return with the same applicant', async ({
  page,
}) => {
  const username = await knownApplicant(page);
  await page.route('**/api/answer', (route) => route.fulfill(NO_SESSION));
  await page.locator('#middle_name').fill('Unsaved');
  await expect(loginError(page)).toHaveText(SESSION_MESSAGE);
  await page.unroute('**/api/answer');
  await backToForm(page);
  await expect(page.locator('#last_name')).toHaveValue('');
  await expect(page.locator('#middle_name')).toHaveValue('');
  await page.goto('/about');
  await expect(page.locator('#last_name')).toHaveValue('');
  await page.goto('/login');
  await logIn(page, username);
  await page.goto('/about#last_name');
  await expect(page.locator('#middle_name')).toHaveValue('Unsaved');
  await expect.poll(async () => (await loadProfile(page)).answer.middle_name).toBe('Unsaved');
});

test('[ERR-21, SESSION-05] a logout that fails still forgets everything, and the error reaches the boundary', async ({
  page,
}) => {
  const username = await knownApplicant(page);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: 'gone', contentType: 'text/html' }));
  await logOut(page);
  const dialog = page.getByRole('alertdialog', { name: 'Unexpected Error' });
  await expect(dialog).toContainText(UNEXPECTED);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await backToForm(page);
  await expect(page.locator('#last_name')).toHaveValue('');
  await account(page).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
});

test('[ERR-20] a profile that cannot be loaded shows the root error page, and the error is reported', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  const calls = callsOf(page);
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await expect(
    page.getByText('The issue that caused you to see this has been logged. We will get it fixed as soon as possible.'),
  ).toBeVisible();
  await expect.poll(() => calls).toContain('POST /public/client-error');
});

test('[IDLE-02, LAYOUT-30] after 14 idle minutes a dialog asks, with two buttons', async ({ page }) => {
  await knownApplicant(page);
  await withClock(page);
  await page.clock.runFor(ALMOST_IDLE_MS);
  await expect(stillWorking(page)).toHaveCount(0);
  await page.clock.runFor(SLACK_MS);
  await expect(stillWorking(page).getByRole('button', { name: 'Continue working' })).toBeVisible();
  await expect(stillWorking(page).getByRole('button', { name: 'Log Out' })).toBeVisible();
});

test('[IDLE-03, IDLE-05, CONST-01] an applicant who stays is asked again after 14 idle minutes, and logged out after 15', async ({
  page,
}) => {
  await knownApplicant(page);
  await withClock(page);
  await page.clock.runFor(842_000);
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

test('[ERR-21, IDLE-05] a logout that fails after inactivity reaches the boundary too, and everything is forgotten', async ({
  page,
}) => {
  await knownApplicant(page);
  await withClock(page);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
  await page.clock.runFor(842_000);
  await page.clock.runFor(61_000);
  await expect(page.getByRole('alertdialog', { name: 'Unexpected Error' })).toContainText('Not now.');
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(IDLE_MESSAGE);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).first().click();
  await backToForm(page);
  await expect(page.locator('#last_name')).toHaveValue('');
});
