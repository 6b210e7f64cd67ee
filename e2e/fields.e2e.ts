import { type Answers, answerOf, descKey, isChoice } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { expect, test } from '@playwright/test';
import { loadProfile, newApplicant } from './support/applicant.ts';
import { fillPage, keepTypable } from './support/fill.ts';
import { form, LEFT_OUT, newAddress } from './support/product.ts';

const withPrefix = (prefix: string, parts: readonly string[]) => parts.map((part) => `${prefix}${part}`);
const ADDRESS = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'];
const PERSON = [
  'prefix',
  'first_name',
  'last_name',
  'email_address',
  'phone_home',
  'addr_same_as_stu_perm',
  ...ADDRESS,
];
const SUPPORTERS =
  'mother father grandparent teacher faith_based_organization friend_adult friend_peer extended_family sister brother coach community_based_organization club neighbor';

const GROUPS = [
  {
    title: '[FIELD-01, FIELD-02, FIELD-03] enrollment, name and contact are kept as they were filled in',
    page: 'about',
    keys: [
      ...['housing_plans', 'applied_major', 'enroll_type', 'entry_term'],
      ...['first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name'],
      ...['email_address', 'phone_home', 'phone_mobile', 'phone_international', 'optin_sms_ind'],
    ],
  },
  {
    title: '[FIELD-04, FIELD-05, DATA-10] both addresses are kept as they were filled in, the second under its prefix',
    page: 'about',
    keys: [...ADDRESS, 'mailing_addr_same_as_perm_addr', ...withPrefix('permanent_', ADDRESS)],
  },
  {
    title: '[FIELD-06, FIELD-08, DATA-07] who somebody is is kept as it was filled in, choices with their labels',
    page: 'about',
    keys: [
      ...['gender', 'gender_iden', 'financial_aid', 'birth_date', 'first_gen', 'marital_status'],
      ...['birth_city', 'birth_state', 'birth_country'],
      ...['native_language', 'frequent_language', 'frequent_language_specify', 'ethnicity'],
      ...['religious_affiliation', 'religious_affiliation_other_specify'],
    ],
  },
  {
    title: '[FIELD-10, FIELD-12] both parents are kept as they were filled in',
    page: 'about',
    keys: [
      ...withPrefix('parent_', PERSON),
      ...withPrefix('parent_2_', PERSON),
      ...['parent_communication_preference', 'parent_relationship', 'parent_2_relationship'],
    ],
  },
  {
    title: '[FIELD-11] the guardian is kept as filled in',
    page: 'about',
    keys: withPrefix('guardian_', PERSON),
  },
  {
    title: '[FIELD-14, FIELD-16, DATA-05] graduation, counselor and GPA are kept as they were filled in',
    page: 'education',
    keys: [
      ...['grad_month', 'grad_year', 'hs_gpa', 'gpa_scale', 'gpa_scale_other'],
      ...withPrefix('counselor_', ['first_name', 'last_name', 'email_address']),
    ],
  },
  {
    title: '[FIELD-17, FIELD-18, FIELD-19] the tests are kept as they were filled in',
    page: 'education',
    keys: [
      ...withPrefix('sat_', ['taken', 'score_reading_writing', 'score_math', 'test_month', 'test_year']),
      ...withPrefix('sat_score_essay_', ['reading', 'analysis', 'writing']),
      ...withPrefix('act_', ['taken', 'score_composite', 'test_month', 'test_year']),
      ...withPrefix('toefl_', ['taken', 'score', 'test_month', 'test_year']),
    ],
  },
  {
    title: '[FIELD-20, FIELD-22, FIELD-23] supporters, courses and work are kept as they were filled in',
    page: 'education',
    keys: [
      ...SUPPORTERS.split(' '),
      ...['college_course', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `college_${number}_course`)],
      ...['employment', 'employment_2', 'employment_3', 'employment_4'].flatMap((job) => [job, `${job}_hours`]),
    ],
  },
  {
    title: '[FIELD-24] the last page is kept as it was filled in',
    page: 'final-steps',
    keys: ['labor_program', 'conviction', 'conviction_comment', 'legal_agree', 'counselor_waiver_request'],
  },
] as const;

/** The answers to these questions, and to those that decide which questions are shown. */
function partOf(answers: Answers, keys: readonly string[]): Answers {
  const storedKeys = new Set([...keys, ...form.watchedKeys].flatMap((key) => [key, descKey(key)]));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => storedKeys.has(key)));
}

for (const { title, page: id, keys: ofProduct } of GROUPS) {
  const keys = ofProduct.filter((key) => !LEFT_OUT.has(key));
  test(title, async ({ page }) => {
    const username = newAddress();
    await newApplicant(page, username);
    const typed = keepTypable(completeAnswers(form, { email_address: username }));
    if (id !== 'about') await page.goto(`/${id}`);
    await fillPage(page, id, partOf(typed, keys));
    await page.getByRole('button', { name: id === 'final-steps' ? 'Previous' : 'Save and Continue' }).click();
    await expect(page).not.toHaveURL(new RegExp(`/${id}$`));
    const saved: Answers = (await loadProfile(page)).answer;
    for (const key of keys) {
      expect(typed, `the test types ${key}`).toHaveProperty(key);
      expect(answerOf(saved, key), key).toBe(answerOf(typed, key));
      const question = form.byKey.get(key)?.question;
      if (question?.kind === 'check') expect(typeof saved[key], key).toBe('boolean');
      if (question && isChoice(question)) {
        expect(answerOf(saved, descKey(key)), descKey(key)).toBe(answerOf(typed, descKey(key)));
        expect(answerOf(saved, descKey(key)), descKey(key)).not.toBe('');
      }
    }
    for (const [key, value] of Object.entries(saved)) expect(['string', 'boolean'], key).toContain(typeof value);
    expect(saved).not.toHaveProperty('guardian_relationship');
  });
}

test('saved answers are shown again after a reload', async ({ page }) => {
  await newApplicant(page, newAddress());
  await page.locator('#preferred_name').fill('Adele');
  await page.getByRole('button', { name: 'Save and Continue' }).click();
  await expect(page).toHaveURL(/\/education$/);
  await page.getByRole('link', { name: 'Your Information' }).click();
  await expect.poll(async () => (await loadProfile(page)).last_page).toBe('/about');
  await page.reload();
  await expect(page.locator('#preferred_name')).toHaveValue('Adele');
});
