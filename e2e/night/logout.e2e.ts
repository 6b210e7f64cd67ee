import { profile } from '@firstyear/api-contract/application';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { backToForm, knownApplicant } from '../support/logout-walk.ts';
import { newAddress } from '../support/product.ts';
import { account, logOut } from '../support/shell.ts';

const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

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

const stuckNotice = (page: Page) => page.getByRole('alert', { name: 'Logging out' });

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

test('[SESSION-05] a logout without a response is completed before anything else once the server is back', async ({
  page,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  await page.locator('#last_name').fill('Testperson');
  await expect.poll(async () => (await loadProfile(page)).answer.last_name).toBe('Testperson');
  await page.route('**/api/logout', (route) => route.abort('connectionfailed'));
  await logOut(page);
  await expect(stuckNotice(page)).toContainText("you aren't fully logged out yet");
  expect(await readStorage(page)).not.toContain(username);
  expect((await page.request.get(profile.path)).status()).toBe(200);

  await page.goto('/about');
  await expect(page).toHaveURL(/\/login$/);
  await expect(stuckNotice(page)).toBeVisible();
  await page.unroute('**/api/logout');
  await expect(page.getByRole('status', { name: 'Logging out' })).toHaveText("You're logged out now.");
  expect((await page.request.get(profile.path)).status()).toBe(401);
  expect(await readStorage(page)).toBe('{}');
  await page.goto('/about');
  await expect(page.locator('#last_name')).toHaveValue('');
});
