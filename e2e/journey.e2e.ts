import { readFile } from 'node:fs/promises';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import { confirm, loadProfile, logIn, saveAnswers, signUp } from './support/applicant.ts';
import { fillQuestion } from './support/fill.ts';
import { linkIn, nthMail } from './support/mail.ts';
import { form, newAddress, OUTBOX, PASSWORD } from './support/product.ts';
import { account, logOut, next } from './support/shell.ts';
import { chooseTranscript, openTabOf, TRANSCRIPT } from './support/uploads.ts';

/** Resets the password from the Log In card, by the link in the mail. */
async function resetPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(username);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status', { name: 'Success Notification' })).toBeVisible();
  const link = linkIn(await nthMail(OUTBOX, username, 2), '/reset');
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
}

test('[PROD-07, WIDGET-20, LAYOUT-03] an applicant does all nine things: sign up, confirm, log in, log out, reset, fill in, upload, submit, download', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const username = newAddress();
  await page.goto('/about');
  await account(page).click();
  await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Create Account' }).click();
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await logOut(page);
  const changed = `${PASSWORD}-changed`;
  await resetPassword(page, username, changed);
  await logIn(page, username, changed);
  await expect(page).toHaveURL(/\/about$/);

  // Other walks type everything; this one types one field of each page, and saves the rest with the form's own call.
  await saveAnswers(page, completeAnswers(form, { email_address: username }));
  await page.reload();
  const fill = async (key: string) => {
    const question = form.byKey.get(key)?.question;
    if (!question) throw new Error(`the form has no question ${key}`);
    await fillQuestion(page, question, { [key]: 'Something else' });
  };
  await fill('preferred_name');
  await next(page).click();
  await expect(page).toHaveURL(/\/education$/);
  await fill('employment');
  await openTabOf(page, TRANSCRIPT.key);
  await chooseTranscript(page, ['Record of Ada Testperson']);
  await next(page).click();
  await expect(page).toHaveURL(/\/final-steps$/);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText('Your application was successfully submitted.', { exact: true })).toBeVisible();
  expect((await loadProfile(page)).answer).toMatchObject({ preferred_name: 'Something else' });

  const copy = page.getByRole('main').getByRole('link', { name: 'Download PDF copy' });
  await expect(copy).toBeVisible({ timeout: 45_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), copy.click()]);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(10_000);
});
