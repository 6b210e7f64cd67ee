import { expect, type Page, test } from '@playwright/test';
import { confirm, loadProfile, logIn, signUp } from '../support/applicant.ts';
import { newAddress } from '../support/product.ts';
import { account, logOut, next } from '../support/shell.ts';

const TYPED = 'Persephone';

/** Everything that this page shows, has in its fields, or stores in this browser. */
async function readEverything(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(
      (field) => field.value,
    );
    return JSON.stringify([
      location.href,
      document.title,
      document.body.textContent,
      fields,
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
    ]);
  });
}

/** Goes back to the start of the history, then forward to its end. Returns the content of each entry. */
async function walkHistory(page: Page): Promise<readonly string[]> {
  const entries: string[] = [];
  for (;;) {
    await page.goBack();
    if (page.url() === 'about:blank') break;
    entries.push(await readEverything(page));
  }
  for (const _ of [...entries]) {
    await page.goForward();
    entries.push(await readEverything(page));
  }
  return entries;
}

async function signUpFromForm(page: Page, username: string): Promise<void> {
  await page.goto('/about');
  await page.locator('#first_name').fill(TYPED);
  await next(page).click();
  await signUp(page, username);
}

test('[D1, SESSION-05] after Log Out the history shows the next person nothing of the previous one', async ({
  page,
}) => {
  const username = newAddress();
  await signUpFromForm(page, username);
  // By typing addresses, so that the history has several cards.
  await page.goto('/login');
  await page.goto('/confirm');
  await confirm(page, username);
  await logIn(page, username);
  await expect(page.locator('#first_name')).toHaveValue(TYPED);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await page.reload();
  await expect(page).toHaveURL(/\/education$/);
  await logOut(page);
  const entries = await walkHistory(page);
  expect(entries.length).toBeGreaterThan(5);
  for (const entry of entries) {
    expect(entry).not.toContain(TYPED);
    expect(entry).not.toContain(username);
  }
});

test('[SESSION-05] after Log Out the history entry of the link to the form shows nothing of a person either', async ({
  page,
}) => {
  const username = newAddress();
  await signUpFromForm(page, username);
  await confirm(page, username);
  await logIn(page, username);
  const skip = page.getByRole('link', { name: 'Skip to the form' });
  await skip.focus();
  await skip.press('Enter');
  await expect(page).toHaveURL(/\/about#main$/);
  await page.locator('#middle_name').fill(TYPED);
  await expect.poll(async () => (await loadProfile(page)).answer.middle_name).toBe(TYPED);
  // Reloaded, so that the browser restores the entry's fields.
  await page.goto('/education');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Education' })).toBeVisible();
  await logOut(page);
  const entries = await walkHistory(page);
  expect(entries.some((entry) => entry.includes('/about#main'))).toBe(true);
  for (const entry of entries) expect(entry).not.toContain(TYPED);
});

test('[SESSION-05] Back between Log Out and the Log In card shows the form of a visitor', async ({ page }) => {
  const username = newAddress();
  await signUpFromForm(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await expect(page.locator('#first_name')).toHaveValue(TYPED);
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await page.evaluate(() => {
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      replaceState(...entry);
      if (entry[2] !== '/login') return;
      history.replaceState = replaceState;
      history.back();
    };
  });
  await account(page).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#first_name')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Clear my answers' })).toHaveCount(0);
});

test('[AMB-022] cards replace each other: Back leads from any of them to the form', async ({ page }) => {
  await signUpFromForm(page, newAddress());
  await page.getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL(/\/forgot$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#first_name')).toHaveValue(TYPED);
});
