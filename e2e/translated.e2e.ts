import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, test } from '@playwright/test';
import { translatePage } from '../packages/ui/src/translator.testing.ts';
import { confirm, logIn, saveAnswers, signUp } from './support/applicant.ts';
import { fillQuestion } from './support/fill.ts';
import { newColleague, newFamilyName, openApplication } from './support/office.ts';
import { form, newAddress } from './support/product.ts';
import { logOut, menu, next } from './support/shell.ts';
import { chooseTranscript, fieldOf, openTabOf, TRANSCRIPT } from './support/uploads.ts';

test('with the translation of the browser on, form, cards, submission and desk work as without it', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    // React draws a prerendered page again that was translated before the app has started.
    if (!message.includes('React error #418')) errors.push(message);
  });
  await page.addInitScript(translatePage);
  const username = newAddress();
  const name = newFamilyName('Translated');

  await page.goto('/about');
  await fillQuestion(page, fieldOf('first_name').question, { first_name: 'María' });
  await page.getByRole('button', { name: 'Hide Your name' }).click();
  await page.getByRole('button', { name: 'Show Your name' }).click();
  await next(page).click();
  await signUp(page, username);
  await confirm(page, username);
  await logIn(page, username);
  await expect(page.locator('#first_name')).toHaveValue('María');
  await logOut(page);
  await logIn(page, username);

  const answers = completeAnswers(form, { email_address: username, first_name: 'María', last_name: name });
  await saveAnswers(page, { ...answers, entry_term: '' });
  await page.reload();
  await menu(page).getByRole('link', { name: 'Your Education' }).click();
  await openTabOf(page, TRANSCRIPT.key);
  await chooseTranscript(page, ['Record of Ada Testperson']);
  await next(page).click();
  await expect(page).toHaveURL(/\/final-steps$/);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeVisible();
  await fillQuestion(page, fieldOf('entry_term').question, answers);
  await page.getByRole('link', { name: 'Submit', exact: true }).click();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page).toHaveURL(/\/completion$/);
  const copy = page.getByRole('main').getByRole('link', { name: 'Download PDF copy' });
  await expect(copy).toBeVisible();
  await logOut(page);

  await newColleague(page, 'director');
  await openApplication(page, name);
  await page.getByRole('button', { name: 'Mark as looked at' }).click();
  await expect(page.getByText('Looked at', { exact: false }).first()).toBeVisible();
  await page.getByLabel('New note').fill('Called about the transcript.');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Called about the transcript.' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a label' }).fill('first-gen');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the label first-gen' }).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('link', { name: `${name}, María` })).toBeVisible();
  expect(errors).toEqual([]);
});
