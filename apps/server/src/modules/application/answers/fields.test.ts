import { answer, profile } from '@firstyear/api-contract/application';
import { type Answers, descKey, isChoice, momentOf } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Applicant, newApplicant } from '../row/applicant.testing.ts';

let complete: Answers;
const server = await suiteApp();
beforeAll(async () => {
  complete = completeAnswers(server.form, {}, momentOf(server.clock.now()));
});

const words = (text: string) => text.split(' ');
const PARENT =
  'prefix first_name last_name email_address phone_home addr_same_as_stu_perm address_line_1 address_line_2 city state zip country';
const withPrefix = (prefix: string, names: string) => words(names).map((name) => `${prefix}${name}`);
const numbered = (from: number, to: number, name: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, index) => name(from + index));

/** The keys of one FIELD requirement, deliberately repeated here. */
const ROWS: readonly (readonly [id: string, group: string, keys: readonly string[]])[] = [
  ['[FIELD-01]', 'enrollment', words('housing_plans applied_major enroll_type entry_term')],
  ['[FIELD-02]', 'name', words('first_name middle_name last_name suffix preferred_name')],
  ['[FIELD-03]', 'contact', words('email_address phone_home phone_mobile phone_international optin_sms_ind')],
  [
    '[FIELD-04]',
    'address',
    words('address_line_1 address_line_2 city state zip country mailing_addr_same_as_perm_addr'),
  ],
  ['[FIELD-05]', 'permanent address', withPrefix('permanent_', 'address_line_1 address_line_2 city state zip country')],
  [
    '[FIELD-06]',
    'person',
    words('gender gender_iden financial_aid birth_date first_gen marital_status birth_city birth_state birth_country'),
  ],
  [
    '[FIELD-08]',
    'language and belief',
    words(
      'native_language frequent_language frequent_language_specify ethnicity religious_affiliation religious_affiliation_other_specify',
    ),
  ],
  ['[FIELD-10]', 'parents', [...withPrefix('parent_', PARENT), ...withPrefix('parent_2_', PARENT)]],
  ['[FIELD-11]', 'guardian', withPrefix('guardian_', PARENT)],
  ['[FIELD-12]', 'relations', words('parent_communication_preference parent_relationship parent_2_relationship')],
  ['[FIELD-13]', 'high school', withPrefix('hs_', 'ceeb name address_line_1 city state zip country')],
  [
    '[FIELD-14]',
    'graduation and counselor',
    words('grad_month grad_year counselor_first_name counselor_last_name counselor_email_address'),
  ],
  [
    '[FIELD-15]',
    'earlier schools',
    ['hs_2_', 'hs_3_'].flatMap((prefix) =>
      withPrefix(prefix, 'ceeb address_line_1 city state name zip country last_grade'),
    ),
  ],
  ['[FIELD-16]', 'grades', words('hs_gpa gpa_scale gpa_scale_other')],
  [
    '[FIELD-17]',
    'SAT',
    words(
      'sat_taken sat_score_reading_writing sat_score_math sat_score_essay_reading sat_score_essay_analysis sat_score_essay_writing sat_test_month sat_test_year',
    ),
  ],
  ['[FIELD-18]', 'ACT', words('act_taken act_score_composite act_test_month act_test_year')],
  ['[FIELD-19]', 'TOEFL', words('toefl_taken toefl_score toefl_test_month toefl_test_year')],
  [
    '[FIELD-21]',
    'college',
    words(
      'college_courses_toggle college_ceeb college_address_line_1 college_city college_state college_name college_zip college_country',
    ),
  ],
  ['[FIELD-22]', 'courses', ['college_course', ...numbered(2, 10, (number) => `college_${number}_course`)]],
  [
    '[FIELD-23]',
    'work',
    [
      'employment',
      'employment_hours',
      ...numbered(2, 4, (number) => `employment_${number}`),
      ...numbered(2, 4, (number) => `employment_${number}_hours`),
    ],
  ],
  [
    '[FIELD-24]',
    'final steps',
    words('labor_program conviction conviction_comment legal_agree counselor_waiver_request'),
  ],
];

/** The answers that make the keys of a row visible. */
function openers(keys: readonly string[]): readonly string[] {
  const watched = server.form.conditionGroups
    .filter((group) => group.associatedKeys.some((key) => keys.includes(key)))
    .flatMap((group) => group.watchedKeys);
  return [...watched, ...keys.filter((key) => key.endsWith('state')).map((key) => key.replace(/state$/, 'country'))];
}

const pick = (answers: Answers, keys: readonly string[]): Answers =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(answers, key) ? [[key, answers[key] ?? '']] : [])));

async function savedAnd(applicant: Applicant, answers: Answers): Promise<Answers> {
  expect((await applicant.call(answer, { payload: answers })).status).toBe(200);
  return (await applicant.call(profile)).body.answer ?? {};
}

for (const [id, group, keys] of ROWS) {
  test(`${id} every answer of ${group} is saved and read back, choices with their labels`, async () => {
    const applicant = await newApplicant(server);
    const answers = pick(complete, [...openers(keys), ...keys]);
    const saved = await savedAnd(applicant, answers);
    for (const key of keys) {
      expect(complete[key], `a sample answer for ${key}`).toBeTruthy();
      expect(saved[key], key).toBe(complete[key]);
      const question = server.form.byKey.get(key)?.question;
      if (question && isChoice(question)) {
        expect(saved[descKey(key)], descKey(key)).toBe(complete[descKey(key)]);
        expect(saved[descKey(key)], descKey(key)).toBeTruthy();
      }
      if (question?.kind === 'check') expect(saved[key], key).toBe(true);
    }
  });
}

test('[FIELD-07] citizenship answers are saved under each citizenship type that asks for them', async () => {
  const asked: Readonly<Record<string, Answers>> = {
    us_citizen: { legal_state: 'KY' },
    dual_citizen: { citizenship: 'CAN', legal_state: 'KY' },
    permanent_resident: { citizenship: 'CAN', alien_registration_number: 'A000000001', legal_state: 'KY' },
    refugee_asylee: { citizenship: 'CAN', alien_registration_number: 'A000000002', legal_state: 'KY' },
    other_country: { citizenship: 'CAN', citizenship_visa_status: 'f1' },
  };
  for (const [citizenship_type, answers] of Object.entries(asked)) {
    const saved = await savedAnd(await newApplicant(server), { citizenship_type, ...answers });
    expect(saved, citizenship_type).toMatchObject({ citizenship_type, ...answers });
    expect(saved.citizenship_type_desc, citizenship_type).toBeTruthy();
  }
});

test('[FIELD-09] the checked race boxes are true and the others stay empty', async () => {
  const races = withPrefix('race_', 'american_indian asian black native_hawaiian white');
  for (const race of races) expect(server.form.byKey.get(race)?.question.kind, race).toBe('check');
  const saved = await savedAnd(await newApplicant(server), { race_asian: true, race_white: true, race_black: false });
  const ticked = races.filter((race) => saved[race] === true);
  expect(ticked).toEqual(['race_asian', 'race_white']);
});

test('[FIELD-20] each of the 14 supporting people has its own key', async () => {
  const people = words(
    'mother father grandparent teacher faith_based_organization friend_adult friend_peer extended_family sister brother coach community_based_organization club neighbor',
  );
  for (const person of people) {
    const saved = await savedAnd(await newApplicant(server), { [person]: true });
    expect(people.filter((key) => saved[key] === true)).toEqual([person]);
  }
});

test('[FIELD-11] a guardian has no relationship', async () => {
  const applicant = await newApplicant(server);
  const response = await applicant.call(answer, { payload: { guardian_relationship: 'other' } });
  expect(response).toMatchObject({ status: 400, body: { code: 'bad_answer' } });
});

test('[DATA-10] the keys of a block have its prefix, and none is stored without it', async () => {
  const blocks = ['permanent_', 'parent_', 'parent_2_', 'guardian_', 'hs_', 'hs_2_', 'hs_3_', 'college_'];
  const keys = Object.keys(complete).filter((key) => blocks.some((prefix) => key.startsWith(prefix)));
  const answers = { ...pick(complete, keys), mailing_addr_same_as_perm_addr: 'no', college_courses_toggle: 'yes' };
  const saved = await savedAnd(await newApplicant(server), answers);
  for (const prefix of blocks)
    expect(Object.keys(saved).some((key) => key.startsWith(prefix) && saved[key])).toBe(true);
  for (const bare of ['address_line_1', 'city', 'zip', 'country', 'state', 'name', 'first_name', 'ceeb']) {
    expect(saved[bare] ?? '', bare).toBe('');
  }
});

test('a whole application is read back exactly as it was saved', async () => {
  const saved = await savedAnd(await newApplicant(server), complete);
  const answered = Object.entries(complete).filter(([, value]) => value !== '');
  expect(answered.length).toBeGreaterThan(200);
  expect(saved).toMatchObject(Object.fromEntries(answered));
});
