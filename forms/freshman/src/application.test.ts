import {
  EMPTY_STATE,
  type Item,
  isChoice,
  momentOf,
  type Question,
  traitsOf,
  visibleFields,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition, freshman } from '@firstyear/partners/larkmoor/form';
import { describe, expect, test } from 'vitest';
import type { QuestionKey } from './application.ts';

const form = englishForm(definition);
const keysOf = (page: string) => form.fields.filter((field) => field.page === page).map((field) => field.question.key);
const questionOf = (key: QuestionKey): Question => {
  const question = form.byKey.get(key)?.question;
  if (!question) throw new Error(`There is no ${key}.`);
  return question;
};
const prefixed = (prefix: string, parts: readonly string[]) => parts.map((part) => `${prefix}${part}`);
const ADDRESS = ['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'];
const SCHOOL = ['ceeb', 'address_line_1', 'city', 'state', 'name', 'zip', 'country'];
const PARENT = [
  'prefix',
  'first_name',
  'last_name',
  'email_address',
  'phone_home',
  'addr_same_as_stu_perm',
  ...ADDRESS,
];

/** The application's fields (FIELD-01 to FIELD-24), by page. */
const FIELDS = {
  about: [
    ...['housing_plans', 'applied_major', 'enroll_type', 'entry_term'],
    ...['first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name'],
    ...['email_address', 'phone_home', 'phone_mobile', 'phone_international', 'optin_sms_ind'],
    ...ADDRESS,
    'mailing_addr_same_as_perm_addr',
    ...prefixed('permanent_', ADDRESS),
    ...['gender', 'gender_iden', 'financial_aid', 'birth_date', 'first_gen', 'marital_status'],
    ...['birth_city', 'birth_state', 'birth_country'],
    ...['citizenship_type', 'alien_registration_number', 'citizenship', 'citizenship_visa_status', 'legal_state'],
    ...['native_language', 'frequent_language', 'frequent_language_specify'],
    ...['ethnicity', 'religious_affiliation', 'religious_affiliation_other_specify'],
    ...prefixed('race_', ['american_indian', 'asian', 'black', 'native_hawaiian', 'white']),
    ...prefixed('parent_', PARENT),
    ...prefixed('parent_2_', PARENT),
    ...prefixed('guardian_', PARENT),
    ...['parent_communication_preference', 'parent_relationship', 'parent_2_relationship'],
  ],
  education: [
    ...prefixed('hs_', SCHOOL),
    ...prefixed('hs_2_', [...SCHOOL, 'last_grade']),
    ...prefixed('hs_3_', [...SCHOOL, 'last_grade']),
    ...['grad_month', 'grad_year', 'counselor_first_name', 'counselor_last_name', 'counselor_email_address'],
    ...['hs_gpa', 'gpa_scale', 'gpa_scale_other'],
    ...['sat_taken', 'sat_score_reading_writing', 'sat_score_math', 'sat_score_essay_reading'],
    ...['sat_score_essay_analysis', 'sat_score_essay_writing', 'sat_test_month', 'sat_test_year'],
    ...['act_taken', 'act_score_composite', 'act_test_month', 'act_test_year'],
    ...['toefl_taken', 'toefl_score', 'toefl_test_month', 'toefl_test_year'],
    ...['mother', 'father', 'grandparent', 'teacher', 'faith_based_organization', 'friend_adult', 'friend_peer'],
    ...['extended_family', 'sister', 'brother', 'coach', 'community_based_organization', 'club', 'neighbor'],
    'college_courses_toggle',
    ...prefixed('college_', SCHOOL),
    'college_course',
    ...Array.from({ length: 9 }, (_, n) => `college_${n + 2}_course`),
    ...['employment', 'employment_2', 'employment_3', 'employment_4'].flatMap((key) => [key, `${key}_hours`]),
    // A document question of the partner's data model (AMB-095).
    'transcript',
  ],
  'final-steps': ['labor_program', 'conviction', 'conviction_comment', 'legal_agree', 'counselor_waiver_request'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

describe('every required field is on its page, and on no other', () => {
  test.each([
    ['[LAYOUT-32] about', 'about'],
    ['[LAYOUT-33] education', 'education'],
    ['[LAYOUT-34] final-steps', 'final-steps'],
  ] as const)('%s', (_title, page) => {
    expect(keysOf(page).toSorted()).toEqual([...FIELDS[page]].toSorted());
  });
});

describe('the kinds of the questions', () => {
  const keysOfKind = (...kinds: readonly Question['kind'][]) =>
    form.fields.filter((field) => kinds.includes(field.question.kind)).map((field) => field.question.key);

  test('states, countries, months, years and yes-or-no questions are choices, with a label to store', () => {
    const keys = form.fields.map((field) => field.question.key);
    const choices = keys.filter((key) =>
      /(_|^)(state|country|month|year|taken|last_grade|relationship|suffix|language|first_gen|conviction)$|_same_as_/.test(
        key,
      ),
    );
    expect(choices.length).toBeGreaterThan(40);
    for (const key of choices) {
      const question = form.byKey.get(key)?.question;
      expect(question && isChoice(question), key).toBe(true);
    }
  });

  test('schools and the first line of each address are found by a search and can be typed', () => {
    expect(keysOfKind('lookup').toSorted()).toEqual(
      [
        ...['', 'permanent_', 'parent_', 'parent_2_', 'guardian_'].map((prefix) => `${prefix}address_line_1`),
        ...['hs_', 'hs_2_', 'hs_3_', 'college_'].map((prefix) => `${prefix}name`),
      ].toSorted(),
    );
    expect(questionOf('hs_name')).toMatchObject({ category: 'hs_ceeb', fills: { ceeb: 'hs_ceeb', name: 'hs_name' } });
    expect(questionOf('college_name')).toMatchObject({ category: 'college_ceeb' });
    expect(questionOf('guardian_address_line_1')).toMatchObject({
      category: 'address',
      fills: { zip: 'guardian_zip' },
    });
  });

  test('the school search fills in the CEEB code', () => {
    for (const key of ['hs_ceeb', 'hs_2_ceeb', 'hs_3_ceeb', 'college_ceeb'] as const) {
      expect(questionOf(key)).toMatchObject({ readOnly: true });
    }
  });
});

describe('words', () => {
  test.each([
    ['entry_term', 'Enroll Term'],
    ['address_line_1', 'Address'],
    ['address_line_2', 'Apt. #'],
    ['permanent_address_line_2', 'Apt. #'],
    ['state', 'State/Province'],
    ['zip', 'ZIP/Postal Code'],
    ['birth_date', 'Date of Birth'],
    ['hs_name', 'Search for Your School'],
    ['first_gen', 'Are you a first-generation college student?'],
    ['sat_taken', 'Have you taken the SAT?'],
    ['act_taken', 'Have you taken the ACT?'],
    ['conviction', 'Have you been convicted of a felony?'],
    ['labor_program', freshman.texts.labor_program],
    ['housing_plans', freshman.texts.housing_plans],
    ['optin_sms_ind', freshman.texts.sms_opt_in],
    ['legal_agree', freshman.texts.certification],
  ] as const)('%s reads: %s', (key, label) => {
    expect(questionOf(key).label).toBe(label);
  });

  test('a sensitive question says why it is asked, and that it may be skipped', () => {
    for (const key of ['gender', 'gender_iden', 'religious_affiliation', 'conviction', 'citizenship_type'] as const) {
      expect(questionOf(key).hint, key).toBeTruthy();
    }
    const sections = form.pages.flatMap((page) => page.items.filter((item: Item) => item.kind === 'section'));
    expect(sections.find((section) => section.title === 'Your background')?.hint).toContain(
      'You can skip these questions.',
    );
  });

  test("only the applicant's own fields have autocomplete tokens", () => {
    const withToken = form.fields.flatMap(({ question }) => (question.autocomplete ? [question.key] : []));
    expect(withToken).toEqual(expect.arrayContaining(['first_name', 'last_name', 'birth_date', 'phone_mobile', 'zip']));
    expect(withToken.filter((key) => /^(parent|guardian|hs|college|counselor|employment)/.test(key))).toEqual([]);
    const tokens = form.fields.flatMap(({ question }) => question.autocomplete ?? []);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe('the repeaters and the tabs', () => {
  test('the transcript comes from the counselor, or is uploaded; leaving the upload clears it', () => {
    expect([...form.tabGroups.keys()]).toEqual(['hs_record']);
    expect(form.tabGroups.get('hs_record')?.tabs).toMatchObject([
      { id: 'counselor', label: 'Counselor will send it' },
      { id: 'upload', label: 'Upload transcript', clears: ['transcript'] },
    ]);
  });
});

test('[D1] a page without answers shows no sealed question, since the tab stores the fields of a prerendered page', () => {
  const sealed = form.fields.filter(({ question }) => traitsOf(question).isSealed(question));
  expect(sealed.map(({ question }) => question.key)).toEqual(['alien_registration_number']);
  const atFirst = visibleFields(form, EMPTY_STATE, momentOf(new Date()));
  expect(sealed.filter((field) => atFirst.includes(field))).toEqual([]);
});

describe('the letters of the form', () => {
  test('are all in the first font file: one more letter would cost every visitor 60 kB', () => {
    const beyond = [...new Set(JSON.stringify(form.pages).match(/[\u0100-\u02ff\u1e00-\u1eff]/g))];
    expect(beyond).toEqual([]);
    expect(JSON.stringify(form.pages)).toContain('Norwegian Bokmål');
  });
});
