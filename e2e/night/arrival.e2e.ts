import { expect, type Page, test } from '@playwright/test';
import { createAccount, loadProfile, logIn, newApplicant } from '../support/applicant.ts';
import { deferCalls } from '../support/call.ts';
import { newAddress } from '../support/product.ts';
import { account, appArrived, busyNotice, callsOf, menu, next } from '../support/shell.ts';
import { openTabOf, TRANSCRIPT } from '../support/uploads.ts';

/** After a page load, the first Tab reaches the skip link. */
async function expectSkipLinkFirst(page: Page, path: RegExp): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.locator('form')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the form' })).toBeFocused();
}

test('[D11] after a page load, or a reload, the first Tab of a logged-in applicant reaches "Skip to the form"', async ({
  page,
}) => {
  await newApplicant(page);
  await expectSkipLinkFirst(page, /\/about$/);
  await page.reload();
  await expectSkipLinkFirst(page, /\/about$/);
  await next(page).click();
  // After in-app navigation, the heading has the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Your Education' })).toBeFocused();
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/education');
  await page.reload();
  await expectSkipLinkFirst(page, /\/education$/);
  // Redirects to the page where the applicant was.
  await page.goto('/');
  await expectSkipLinkFirst(page, /\/education$/);
});

test('[D19] offline, a page whose script is missing says so, keeps the current page, and opens by itself once online', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  await page.locator('#first_name').fill('Ada');
  await context.setOffline(true);
  await account(page).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText("You aren't connected.")).toBeVisible();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await expect(page.getByText('has been logged')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  await expect(page.getByText("You aren't connected.")).toHaveCount(0);
});

test('[D13] a login while the server is busy says so on the card, needs no second press, and continues by itself', async ({
  page,
}) => {
  const username = newAddress();
  await createAccount(page.request, username);
  const calls = callsOf(page);
  const serve = await deferCalls(page, '**/api/profile');
  await page.goto('/login');
  const arrival = logIn(page, username);
  await expect(busyNotice(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await serve();
  await arrival;
  await expect(page.locator('#email_address')).toHaveValue(username);
  await expect(busyNotice(page)).toHaveCount(0);
  expect(calls.filter((call) => call === 'POST /public/login')).toHaveLength(1);
});

test('a dialog or a message whose script cannot be fetched leaves the page as it is', async ({ page }) => {
  await page.goto('/about');
  await appArrived(page);
  await page.route(/\/assets\/(dialogs|switched-errors)-/, (route) => route.abort());
  const unexpected = page.getByRole('alertdialog', { name: 'Unexpected Error' });
  const close = unexpected.getByRole('button', { name: 'Close' }).last();
  await page.locator('#first_name').fill('Ada');
  await page.getByRole('button', { name: 'Help' }).click();
  await close.click();
  await expect(page.locator('#first_name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, clear them' }).click();
  await close.click();
  await expect(unexpected).toHaveCount(0);
  await expect(page.locator('#first_name')).toHaveValue('');
});

test('a document question whose script cannot be fetched says so, and the others still work', async ({ page }) => {
  await newApplicant(page);
  await page.route('**/assets/document-input-*.js', (route) => route.abort());
  await menu(page).getByRole('link', { name: 'Your Education' }).click();
  await openTabOf(page, TRANSCRIPT.key);
  await expect(page.getByText("We couldn't load this question.")).toBeVisible();
  await page.locator('#employment').fill('Casey');
  await expect.poll(async () => (await loadProfile(page)).answer.employment).toBe('Casey');
});

test('[D19, ERR-20] "has been logged" is said only once the server has accepted the report', async ({ page }) => {
  await newApplicant(page);
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/public/client-error', (route) => route.fulfill({ status: 429, json: { code: 'too_many' } }));
  const refused = page.waitForResponse('**/public/client-error');
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await refused;
  await expect(page.getByText('has been logged')).toHaveCount(0);
  await page.unroute('**/public/client-error');
  await page.reload();
  await expect(page.getByText('has been logged')).toBeVisible();
});

test('"Try again" on the error page reloads the page, even if the address names a question', async ({ page }) => {
  await newApplicant(page);
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/education#hs_name');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.unroute('**/api/profile');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.locator('#hs_name')).toBeVisible();
});
