import { profile } from '@firstyear/api-contract/application';
import { API_ERRORS } from '@firstyear/api-contract/errors';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, logIn, newApplicant } from '../support/applicant.ts';
import { newAddress } from '../support/product.ts';
import { account, loginError, logOut } from '../support/shell.ts';

const status = API_ERRORS.overloaded;
const message = apiErrors.in(ENGLISH).overloaded;
const BUSY = { status, headers: { 'retry-after': '1' }, json: { code: 'overloaded', message } };

const dialog = (page: Page, count: string) => page.getByRole('alertdialog', { name: `${count} saved yet` });
const stuckNotice = (page: Page) => page.getByRole('alert', { name: 'Logging out' });

async function pressLogOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
}

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

test('[D3, SESSION-05] Log Out with unsaved answers asks once, by keyboard too, and logs out by itself when they are saved', async ({
  page,
}) => {
  const username = newAddress();
  await newApplicant(page, username);
  await page.route('**/api/answer', (route) => route.fulfill(BUSY));
  await page.locator('#first_name').fill('Ada');
  await page.locator('#last_name').fill('Testperson');
  await pressLogOut(page);
  await expect(dialog(page, "2 answers aren't")).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(account(page)).toBeFocused();
  await expect(page.locator('#last_name')).toHaveValue('Testperson');

  await pressLogOut(page);
  await expect(page.getByRole('heading', { name: "2 answers aren't saved yet" })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Back to your application' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Wait' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText("We're waiting for your answers to be saved")).toBeVisible();
  await page.unroute('**/api/answer');
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveCount(0);
  await logIn(page, username);
  expect((await loadProfile(page)).answer).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
});

test('[D3] Log Out counts unsaved answers of another tab, and discarding them clears both', async ({
  page,
  context,
}) => {
  await newApplicant(page, newAddress());
  const other = await context.newPage();
  await other.goto('/about');
  await other.route('**/api/answer', (route) => route.fulfill(BUSY));
  await other.locator('#last_name').fill('Testperson');
  await expect(other.getByText('Your answers are kept here').first()).toBeVisible();
  await pressLogOut(page);
  await expect(dialog(page, "1 answer isn't")).toContainText("They're in other tabs of this browser.");
  await page.getByRole('button', { name: /^Log out and lose/ }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    expect(await readStorage(tab)).toBe('{}');
  }
  await other.goto('/about');
  await expect(other.locator('#last_name')).toHaveValue('');
});

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

test('[SESSION-05] a logout without a connection is no unexpected error: the card says so, and once it is carried out', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await page.route('**/api/logout', (route) => route.abort('connectionfailed'));
  await logOut(page);
  await expect(stuckNotice(page)).toBeVisible();
  const error = page.getByRole('alertdialog', { name: 'Unexpected Error' });
  await expect(error).toHaveCount(0);
  await page.unroute('**/api/logout');
  await expect(error).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Logging out' })).toHaveText("You're logged out now.");
});
