import { expect, test } from '@playwright/test';
import { newApplicant } from '../support/applicant.ts';
import { backToForm, IDLE_MESSAGE, knownApplicant, withClock } from '../support/logout-walk.ts';
import { newAddress } from '../support/product.ts';
import { account, callsOf, loginError, logOut } from '../support/shell.ts';

const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

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
  expect(await page.evaluate(() => history.state?.state)).toEqual({ error: null });
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
