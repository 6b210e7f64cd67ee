import { profile } from '@firstyear/api-contract/application';
import { expect, type Page, test } from '@playwright/test';
import { beginSession, logIn, newApplicant } from '../support/applicant.ts';
import { responseTo } from '../support/call.ts';
import { codeIn, linkIn, nthMail } from '../support/mail.ts';
import { newAddress, OUTBOX, PASSWORD } from '../support/product.ts';
import { account, menu } from '../support/shell.ts';

const NEW_PASSWORD = 'Marble-compass-58-otter';

const statusOf = async (page: Page) => (await responseTo(page.request, profile.path)).status();

test('an applicant changes the password from the account popover, which ends other browsers, and logs out everywhere', async ({
  page,
  browser,
}) => {
  const username = await newApplicant(page);
  const elsewhere = await browser.newPage();
  await beginSession(elsewhere.request, username);
  expect(await statusOf(elsewhere)).toBe(200);

  await page.locator('#last_name').fill('Testperson');
  await account(page).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/password$/);
  const heading = page.getByRole('heading', { level: 1, name: 'Change Password' });
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Testperson');
  await page.getByLabel('Current password', { exact: true }).fill(`${PASSWORD}-wrong`);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert', { name: 'Change Password Card Error' })).toContainText('current password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status', { name: 'Success Notification' })).toContainText('has been changed');
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('');
  await expect(heading).toBeFocused();
  expect([await statusOf(page), await statusOf(elsewhere)]).toEqual([200, 401]);

  await page.getByRole('link', { name: 'Back to your application' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu(page)).toBeVisible();
  await expect(page.locator('#last_name')).toHaveValue('Testperson');

  await account(page).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Password');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await statusOf(page)).toBe(401);
  await logIn(page, username, NEW_PASSWORD);
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
  await elsewhere.close();
});

test('the card for a new password sends visitors to the Log In card', async ({ page }) => {
  await page.goto('/password');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
});

test('an applicant changes the email address by a code at the new one, and the link sent to the old one restores it', async ({
  page,
  browser,
}) => {
  const username = newAddress();
  const next = newAddress();
  await newApplicant(page, username);
  await page.locator('#last_name').fill('Testperson');
  await account(page).click();
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page).toHaveURL(/\/email$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Email Address');
  await expect(page.getByText(username)).toBeVisible();
  await page.getByLabel('New email address', { exact: true }).fill(next);
  await page.getByLabel('Current password', { exact: true }).fill(`${PASSWORD}-wrong`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert', { name: 'Change Email Address Card Error' })).toContainText('current password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Confirmation code', { exact: true });
  await expect(code).toBeFocused();
  await code.fill(codeIn(await nthMail(OUTBOX, next, 1)));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Success Notification' })).toContainText('has been changed');
  await expect(page.getByText(next)).toBeVisible();
  await expect(page.getByLabel('New email address', { exact: true })).toBeFocused();
  await page.getByRole('status', { name: 'Success Notification' }).getByRole('button').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Back to your application' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('#last_name')).toHaveValue('Testperson');
  await account(page).click();
  await expect(page.getByText(next)).toBeVisible();
  expect(await statusOf(page)).toBe(200);

  const owner = await browser.newPage();
  const { pathname, search } = linkIn(await nthMail(OUTBOX, username, 3), '/restore');
  await owner.goto(`${pathname}${search}`);
  await owner.getByRole('button', { name: 'Keep my address' }).click();
  await expect(owner).toHaveURL(/\/login$/);
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Log In');
  expect(await statusOf(page)).toBe(401);
  expect(linkIn(await nthMail(OUTBOX, username, 4), '/reset').searchParams.get('username')).toBe(username);
  await owner.close();
});
