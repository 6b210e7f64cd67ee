import { expect, type Page, test } from '@playwright/test';
import { loadProfile, logIn, newApplicant } from './support/applicant.ts';
import { newAddress } from './support/product.ts';
import { account, callsOf, loginError, logOut, menu, next } from './support/shell.ts';

/** Makes a started applicant on /about, whose stored last page is another one. */
async function applicantOnFirstPage(page: Page): Promise<string> {
  const username = await newApplicant(page);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/education');
  await page.goto('/about#middle_name');
  await expect(page.locator('#middle_name')).toBeFocused();
  return username;
}

const SESSION_MESSAGE = 'Your session is invalid. Please clear your cookies and login again.';

/** Ends the session on the server, while the browser still believes in it. */
async function loseSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  for (const { name, httpOnly } of cookies) if (httpOnly) await page.context().clearCookies({ name });
}

test('[SESSION-03, ERR-02, ERR-05] a session that ends in the middle of typing: the message, and after logging in the same page with what was typed', async ({
  page,
}) => {
  const username = await applicantOnFirstPage(page);
  await loseSession(page);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/answer'));
  await page.keyboard.type('Unsaved');
  expect((await refused).status()).toBe(401);
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginError(page)).toHaveText(SESSION_MESSAGE);
  await expect(page.getByText("The answers you've typed are kept.")).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await logIn(page, username);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#middle_name')).toHaveValue('Unsaved');
  await expect.poll(async () => (await loadProfile(page)).answer.middle_name).toBe('Unsaved');
});

test('[SESSION-04] unsaved answers of one applicant are never shown to the next one in the same tab', async ({
  page,
}) => {
  const other = newAddress('bo.testperson');
  await newApplicant(page, other);
  await logOut(page);
  await applicantOnFirstPage(page);
  await loseSession(page);
  await page.keyboard.type('Unsaved');
  await expect(loginError(page)).toHaveText(SESSION_MESSAGE);
  await logIn(page, other);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#email_address')).toHaveValue(other);
  await expect(page.locator('#middle_name')).toHaveValue('');
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  expect((await loadProfile(page)).answer.middle_name ?? '').toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Unsaved');
});

test('[ROLE-09, SESSION-02] without the readable marker of a session nothing under /api is requested', async ({
  page,
}) => {
  await newApplicant(page);
  for (const { name, httpOnly } of await page.context().cookies()) {
    if (!httpOnly) await page.context().clearCookies({ name });
  }
  const calls = callsOf(page);
  for (const path of ['/about', '/education', '/final-steps']) {
    await page.goto(path);
    await expect(menu(page)).toBeVisible();
    await account(page).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  expect(calls).toEqual([]);
});
