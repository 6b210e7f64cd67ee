import { getAddAnother } from '@firstyear/api-contract/application';
import type { Answers } from '@firstyear/form-engine';
import { expect, type Page, test } from '@playwright/test';
import { loadProfile, newApplicant } from '../support/applicant.ts';
import { makeCall } from '../support/call.ts';
import { newAddress } from '../support/product.ts';

const field = (page: Page, key: string) => page.locator(`[id="${key}"]`);
const choose = (page: Page, key: string, value: string) =>
  page.locator(`input[name="${key}"][value="${value}"]`).check();
const stored = async (page: Page): Promise<Answers> => (await loadProfile(page)).answer;

test('[FIELD-07, FIELD-09] citizenship is kept under each status, and two ticks in a check group are both saved', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await field(page, 'race_asian').check();
  await field(page, 'race_white').check();
  await field(page, 'citizenship_type').selectOption('permanent_resident');
  await field(page, 'alien_registration_number').fill('000000000');
  await field(page, 'citizenship').selectOption('CAN');
  await field(page, 'legal_state').selectOption('KY');
  await expect
    .poll(() => stored(page))
    .toMatchObject({
      citizenship_type: 'permanent_resident',
      alien_registration_number: '000000000',
      citizenship: 'CAN',
      legal_state: 'KY',
      legal_state_desc: 'Kentucky',
    });
  await field(page, 'citizenship_type').selectOption('other_country');
  await field(page, 'citizenship_visa_status').selectOption('f1');
  await expect
    .poll(() => stored(page))
    .toMatchObject({
      citizenship: 'CAN',
      citizenship_visa_status: 'f1',
      alien_registration_number: '',
      legal_state: '',
    });
  const { race_american_indian, race_asian, race_black, race_native_hawaiian, race_white } = await stored(page);
  expect([race_asian, race_white]).toEqual([true, true]);
  for (const other of [race_american_indian, race_black, race_native_hawaiian]) expect(other || '').toBe('');
});

test('[DATA-06, DATA-08] a cleared answer is saved as an empty string, a check box as true and then false', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await field(page, 'middle_name').fill('Quill');
  await field(page, 'optin_sms_ind').check();
  await expect.poll(() => stored(page)).toMatchObject({ middle_name: 'Quill', optin_sms_ind: true });
  await field(page, 'middle_name').fill('');
  await field(page, 'optin_sms_ind').uncheck();
  await expect.poll(() => stored(page)).toMatchObject({ middle_name: '', optin_sms_ind: false });
});

test('[COND-04, COND-06] answers that a condition hides are cleared on the page and on the server', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await page.goto('/education');
  await choose(page, 'sat_taken', 'yes');
  const scores = ['sat_score_reading_writing', 'sat_score_math'];
  for (const key of scores) await field(page, key).fill('570');
  await field(page, 'sat_test_month').selectOption('5');
  await expect.poll(() => stored(page)).toMatchObject({ sat_score_math: '570', sat_test_month_desc: 'May' });
  await choose(page, 'sat_taken', 'no');
  await expect
    .poll(() => stored(page))
    .toMatchObject({
      sat_taken: 'no',
      sat_score_reading_writing: '',
      sat_score_math: '',
      sat_test_month: '',
      sat_test_month_desc: '',
    });
  await choose(page, 'sat_taken', 'yes');
  for (const key of scores) await expect(field(page, key)).toHaveValue('');
});

test('[COND-07] choosing another country clears the state and its label, also on the server', async ({ page }) => {
  await newApplicant(page, newAddress());
  await field(page, 'country').selectOption('USA');
  await field(page, 'state').selectOption('KY');
  await expect.poll(() => stored(page)).toMatchObject({ state: 'KY', state_desc: 'Kentucky' });
  await field(page, 'country').selectOption('CAN');
  await expect.poll(() => stored(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });
});

test('[VAL-66] a date that breaks its rules clears the saved one', async ({ page }) => {
  await newApplicant(page, newAddress());
  await field(page, 'birth_date').fill('2008-05-17');
  await expect.poll(() => stored(page)).toMatchObject({ birth_date: '2008-05-17' });
  const fiveYearsAgo = `${new Date().getFullYear() - 5}-05-17`;
  await field(page, 'birth_date').fill(fiveYearsAgo);
  await expect.poll(() => stored(page)).toMatchObject({ birth_date: '' });
  await expect(field(page, 'birth_date')).toHaveValue(fiveYearsAgo);
});

test('[ADD-01, ADD-03, DATA-15] the number of components is counted up, saved, and restored after a reload', async ({
  page,
}) => {
  await newApplicant(page, newAddress());
  await page.goto('/education');
  await expect(page.locator('[data-repeater="schools"]')).toHaveCount(1);
  for (const count of [2, 3]) {
    await page.getByRole('button', { name: 'Add Another School' }).click();
    await expect(page.locator('[data-repeater="schools"]')).toHaveCount(count);
  }
  await expect(page.getByRole('button', { name: 'Add Another School' })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-repeater="schools"]')).toHaveCount(3);
  expect(await makeCall(page.request, getAddAnother)).toEqual({ schools: 3 });
});

test('answers typed offline are reported as unsaved, kept, and saved once online', async ({ page, context }) => {
  await newApplicant(page, newAddress());
  await context.setOffline(true);
  await field(page, 'first_name').fill('Ada');
  await expect(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  await field(page, 'last_name').fill('Testperson');
  await context.setOffline(false);
  await expect.poll(() => stored(page)).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
  await expect(page.getByText(/^Saved /).first()).toBeVisible();
});

test('answers of a visitor survive a reload, and are deleted with "Clear my answers"', async ({ page }) => {
  await page.goto('/about');
  await field(page, 'first_name').fill('Ada');
  await page.reload();
  await expect(field(page, 'first_name')).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('button', { name: 'Yes, clear them' }).click();
  await expect(field(page, 'first_name')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Ada');
  await page.reload();
  await expect(field(page, 'first_name')).toHaveValue('');
});
