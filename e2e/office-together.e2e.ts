import { expect, test } from '@playwright/test';
import { fillSignIn, newColleague, newFamilyName, openApplication, submitAs } from './support/office.ts';

test('when the session ends during an act, the note or a form, what was typed is there after signing in again', async ({
  page,
  browser,
}) => {
  const name = newFamilyName('Keptwell');
  await submitAs(browser, name);
  const director = await newColleague(page, 'director');
  await openApplication(page, name);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('Asked for by phone on Monday.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await fillSignIn(page, director);
  await expect(reason).toHaveValue('Asked for by phone on Monday.');
  await page.keyboard.press('Escape');

  await page.getByLabel('New note').fill('Half a note.');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.context().clearCookies();
  await page.getByLabel('Edit').fill('Half a note, and the other half.');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await fillSignIn(page, director);
  await expect(page.getByLabel('Edit')).toHaveValue('Half a note, and the other half.');
  await expect(page.getByText('Saved at')).toBeVisible();

  await page.getByRole('link', { name: 'Exports' }).click();
  await page.getByLabel('What is it for?').fill('For the committee on Friday.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Start the export' }).click();
  await fillSignIn(page, director);
  await expect(page.getByLabel('What is it for?')).toHaveValue('For the committee on Friday.');
});
