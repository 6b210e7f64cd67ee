import { type Answers, answerOf, descKey, isChoice } from '@firstyear/application-form';
import { completeAnswers } from '@firstyear/application-form/testing';
import { expect, type Page, test } from '@playwright/test';
import { newApplicant, storedProfile } from './support/applicant.ts';
import { fillPage, typable } from './support/fill.ts';
import { form, newAddress, partner } from './support/product.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Save and Continue' }).click();
const field = (page: Page, key: string) => page.locator(`[id="${key}"]`);
const choose = (page: Page, key: string, value: string) =>
  page.locator(`input[name="${key}"][value="${value}"]`).check();
const stored = async (page: Page): Promise<Answers> => (await storedProfile(page)).answer;

function expectKeys(saved: Answers, typed: Answers, keys: readonly string[]): void {
  for (const key of keys) {
    expect(typed, `the test types ${key}`).toHaveProperty(key);
    expect(answerOf(saved, key), key).toBe(answerOf(typed, key));
    const question = form.byKey.get(key)?.question;
    if (question && isChoice(question)) {
      expect(answerOf(saved, descKey(key)), descKey(key)).toBe(answerOf(typed, descKey(key)));
      expect(answerOf(saved, descKey(key)), descKey(key)).not.toBe('');
    }
  }
}
const withPrefix = (prefix: string, parts: readonly string[]) => parts.map((part) => `${prefix}${part}`);
const ADDRESS = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'];
const PERSON = ['prefix', 'first_name', 'last_name', 'email_address', 'phone_home', 'addr_same_as_stu_perm'];

test('[FIELD-01..FIELD-06, FIELD-08, FIELD-10..FIELD-12, DATA-07, DATA-10] every field of the first page is kept as it was filled in', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const username = newAddress();
  await newApplicant(page, username);
  const typed = typable(completeAnswers(partner, { email_address: username }));
  await fillPage(page, 'about', typed);
  await next(page);
  await expect(page).toHaveURL(/\/education$/);
  const saved = await stored(page);
  expectKeys(saved, typed, ['housing_plans', 'applied_major', 'enroll_type', 'entry_term']);
  expectKeys(saved, typed, ['first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name']);
  expectKeys(saved, typed, ['email_address', 'phone_home', 'phone_mobile', 'phone_international', 'optin_sms_ind']);
  expect(saved.optin_sms_ind).toBe(true);
  expectKeys(saved, typed, [...ADDRESS, 'mailing_addr_same_as_perm_addr', ...withPrefix('permanent_', ADDRESS)]);
  expectKeys(saved, typed, ['gender', 'gender_iden', 'financial_aid', 'birth_date', 'first_gen', 'marital_status']);
  expectKeys(saved, typed, ['birth_city', 'birth_state', 'birth_country']);
  expectKeys(saved, typed, ['native_language', 'frequent_language', 'frequent_language_specify', 'ethnicity']);
  expectKeys(saved, typed, ['religious_affiliation', 'religious_affiliation_other_specify']);
  for (const prefix of ['parent_', 'parent_2_', 'guardian_']) {
    expectKeys(saved, typed, withPrefix(prefix, [...PERSON, ...ADDRESS]));
  }
  expectKeys(saved, typed, ['parent_communication_preference', 'parent_relationship', 'parent_2_relationship']);
  expect(saved).not.toHaveProperty('guardian_relationship');
  await page.getByRole('link', { name: 'Your Information' }).click();
  await expect.poll(async () => (await storedProfile(page)).last_page).toBe('/about');
  await page.reload();
  await expect(field(page, 'preferred_name')).toHaveValue(String(typed.preferred_name));
});

test('[FIELD-07, FIELD-09] citizenship is kept under each status, and two ticks of a check group are two', async ({
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

test('[FIELD-14, FIELD-16..FIELD-20, FIELD-22..FIELD-24, DATA-05] every field of the other pages is kept as it was filled in', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const username = newAddress();
  await newApplicant(page, username);
  const typed = typable(completeAnswers(partner, { email_address: username }));
  await page.goto('/education');
  await fillPage(page, 'education', typed);
  await next(page);
  await expect(page).toHaveURL(/\/final-steps$/);
  await fillPage(page, 'final-steps', typed);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/\/education$/);
  const saved = await stored(page);
  for (const value of Object.values(saved)) expect(['string', 'boolean']).toContain(typeof value);
  expectKeys(saved, typed, ['grad_month', 'grad_year']);
  expectKeys(saved, typed, withPrefix('counselor_', ['first_name', 'last_name', 'email_address']));
  expectKeys(saved, typed, ['hs_gpa', 'gpa_scale', 'gpa_scale_other']);
  expectKeys(saved, typed, withPrefix('sat_', ['taken', 'score_reading_writing', 'score_math', 'test_month']));
  expectKeys(saved, typed, withPrefix('sat_score_essay_', ['reading', 'analysis', 'writing']));
  expectKeys(saved, typed, ['sat_test_year']);
  expectKeys(saved, typed, withPrefix('act_', ['taken', 'score_composite', 'test_month', 'test_year']));
  expectKeys(saved, typed, withPrefix('toefl_', ['taken', 'score', 'test_month', 'test_year']));
  const supporters = 'mother father grandparent teacher faith_based_organization friend_adult friend_peer';
  const others = 'extended_family sister brother coach community_based_organization club neighbor';
  expectKeys(saved, typed, `${supporters} ${others}`.split(' '));
  expect(saved.mother).toBe(true);
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10];
  expectKeys(saved, typed, ['college_course', ...numbers.map((number) => `college_${number}_course`)]);
  for (const job of ['employment', 'employment_2', 'employment_3', 'employment_4']) {
    expectKeys(saved, typed, [job, `${job}_hours`]);
  }
  expectKeys(saved, typed, ['labor_program', 'conviction', 'conviction_comment', 'legal_agree']);
  expectKeys(saved, typed, ['counselor_waiver_request']);
  expect([saved.labor_program, saved.legal_agree]).toEqual([true, true]);
});

test('[DATA-06, DATA-08] an emptied answer is saved as an empty string, a check as true and then false', async ({
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

test('[COND-04, COND-06] answers that a condition hides are cleared here and on the server', async ({ page }) => {
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

test('[COND-07] another country clears the state and its label on the server too', async ({ page }) => {
  await newApplicant(page, newAddress());
  await field(page, 'country').selectOption('USA');
  await field(page, 'state').selectOption('KY');
  await expect.poll(() => stored(page)).toMatchObject({ state: 'KY', state_desc: 'Kentucky' });
  await field(page, 'country').selectOption('CAN');
  await expect.poll(() => stored(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });
});

test('[VAL-66] a date that breaks its rules clears the one that was saved', async ({ page }) => {
  await newApplicant(page, newAddress());
  await field(page, 'birth_date').fill('2008-05-17');
  await expect.poll(() => stored(page)).toMatchObject({ birth_date: '2008-05-17' });
  const fiveYearsAgo = `${new Date().getFullYear() - 5}-05-17`;
  await field(page, 'birth_date').fill(fiveYearsAgo);
  await expect.poll(() => stored(page)).toMatchObject({ birth_date: '' });
  await expect(field(page, 'birth_date')).toHaveValue(fiveYearsAgo);
});

test('[TAB-01, ADD-01, ADD-03, DATA-15, DATA-16] the chosen tab and the number of components are there again after a reload', async ({
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
  const second = page.getByRole('tab').nth(1);
  await second.click();
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.locator('[data-repeater="schools"]')).toHaveCount(3);
  await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await (await page.request.get('/api/add-another')).json()).toEqual({ schools: 3 });
  const [group] = form.tabGroups.values();
  expect(await (await page.request.get('/api/tabs')).json()).toEqual({ [group?.id ?? '']: group?.tabs[1]?.id });
});

test('what is typed without a network is said not to be saved, kept, and saved when the network is back', async ({
  page,
  context,
}) => {
  await newApplicant(page, newAddress());
  await context.setOffline(true);
  await field(page, 'first_name').fill('Ada');
  await expect(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  await field(page, 'last_name').fill('Testperson');
  await context.setOffline(false);
  await expect.poll(() => stored(page)).toMatchObject({ first_name: 'Ada', last_name: 'Testperson' });
  await expect(page.getByText(/^Saved /).first()).toBeVisible();
});

test('what a visitor typed survives a reload, and goes with "Clear my answers"', async ({ page }) => {
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
