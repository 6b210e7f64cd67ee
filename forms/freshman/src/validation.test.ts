import { ANSWERED, type AnswerValue, mergeAnswers, neededKeys, parseAnswers, validate } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { minimalAnswers, stateOf } from '@firstyear/freshman/testing';
import { definition, freshman } from '@firstyear/partners/larkmoor/form';
import { describe, expect, test } from 'vitest';
import { type AnswerKey, freshmanForm } from './application.ts';

const MOMENT = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const form = englishForm(definition);
const MINIMAL = minimalAnswers(form, {}, MOMENT);

/** The errors of the fewest valid answers with some changed. Hidden questions are shown by what the test sets. */
const errors = (changes: Partial<Record<AnswerKey, AnswerValue>>, moment = MOMENT) =>
  validate(form, stateOf(form, { ...MINIMAL, ...changes }), moment);

test('the fewest answers that can be submitted have no error', () => {
  expect(errors({})).toEqual({});
});

describe('[VAL-23] the label of a required field is its message', () => {
  test.each([
    ['[VAL-24]', 'entry_term', 'Enroll Term'],
    ['[VAL-25]', 'first_name', 'First Name'],
    ['[VAL-26]', 'last_name', 'Last Name'],
    ['[VAL-27]', 'address_line_1', 'Address'],
    ['[VAL-28]', 'city', 'City'],
    ['[VAL-29]', 'country', 'Country'],
    ['[VAL-30]', 'gender', 'Gender'],
    ['[VAL-31]', 'first_gen', 'Are you a first-generation college student?'],
    ['[VAL-32]', 'hs_name', 'Search for Your School'],
    ['[VAL-33]', 'sat_taken', 'Have you taken the SAT?'],
    ['[VAL-34]', 'act_taken', 'Have you taken the ACT?'],
    ['[VAL-35]', 'conviction', 'Have you been convicted of a felony?'],
    [
      '[VAL-36]',
      'counselor_waiver_request',
      'I waive my right to review or access letters and statements of recommendation written on my behalf.',
    ],
    ['[VAL-54]', 'birth_date', 'Date of Birth'],
  ] as const)('%s %s: %s', (_id, key, message) => {
    expect(errors({ [key]: '' })).toEqual({ [key]: [message] });
    expect(form.byKey.get(key)?.question.label).toBe(message);
  });

  test('spaces are not an answer', () => {
    expect(errors({ first_name: '   ' })).toEqual({ first_name: ['First Name'] });
    expect(errors({ zip: '     ' })).toEqual({ zip: ['ZIP/Postal Code'] });
    expect(errors({ zip: '123  ' })).toEqual({ zip: ['ZIP/Postal Code must be at least 5 characters.'] });
    expect(errors({ phone_home: '', phone_international: ' ' })).toHaveProperty('phone_home');
  });

  test("'No' is an answer to the waiver and to the conviction", () => {
    expect(errors({ counselor_waiver_request: 'no', conviction: 'no' })).toEqual({});
  });

  test('nothing else is required', () => {
    expect(Object.keys(validate(form, stateOf(form, {}), MOMENT)).toSorted()).toEqual(
      [
        ...['entry_term', 'first_name', 'last_name', 'address_line_1', 'city', 'country', 'gender', 'first_gen'],
        ...['phone_home', 'birth_date', 'hs_name', 'grad_month', 'sat_taken', 'act_taken', 'conviction'],
        ...['legal_agree', 'counselor_waiver_request'],
      ].toSorted(),
    );
  });
});

test('[VAL-37] the certification must be ticked; its text is the message', () => {
  for (const legal_agree of ['', false]) {
    const message = errors({ legal_agree }).legal_agree?.[0];
    expect(message).toMatch(
      /^I hereby certify that all information provided in my application is accurate and complete/,
    );
    expect(Object.keys(errors({ legal_agree }))).toEqual(['legal_agree']);
  }
  expect(errors({ legal_agree: true })).toEqual({});
});

describe('email addresses', () => {
  test.each([
    ['[VAL-38]', 'email_address', 'Please enter a valid email address.'],
    ['[VAL-39]', 'parent_email_address', 'Parent: Please enter a valid email address.'],
    ['[VAL-39]', 'parent_2_email_address', 'Additional Parent: Please enter a valid email address.'],
    ['[VAL-39]', 'guardian_email_address', 'Legal Guardian: Please enter a valid email address.'],
    ['[VAL-40]', 'counselor_email_address', 'The counselor email address you entered is invalid.'],
  ] as const)('%s %s may be blank, but not be no address', (_id, key, message) => {
    for (const bad of ['x', 'a b@mail.example', 'a@mail', '@mail.example'])
      expect(errors({ [key]: bad })).toEqual({ [key]: [message] });
    for (const good of ['', 'a.b+c_d-1@mail.example']) expect(errors({ [key]: good })).toEqual({});
  });
});

describe('telephone numbers', () => {
  test.each([
    ['[VAL-43]', 'phone_home', 'Please enter a valid home phone number.'],
    ['[VAL-45]', 'parent_phone_home', 'Parent: Please enter a valid home phone number.'],
    ['[VAL-45]', 'parent_2_phone_home', 'Additional Parent: Please enter a valid home phone number.'],
    ['[VAL-45]', 'guardian_phone_home', 'Legal Guardian: Please enter a valid home phone number.'],
  ] as const)('[VAL-41] %s %s takes seven digits, with an area code from 2 on or without', (_id, key, message) => {
    for (const good of ['(212) 555-1234', '(212) 155-1234', '555-1234']) expect(errors({ [key]: good })).toEqual({});
    for (const bad of ['(112) 555-1234', '(212)555-1234', ' 555-1234', '5551234', '(212) 555-12345', 'x']) {
      expect(errors({ [key]: bad })).toEqual({ [key]: [message] });
    }
  });

  test('[VAL-42, VAL-44] a cell phone has the US format', () => {
    expect(errors({ phone_mobile: '(212) 555-1234' })).toEqual({});
    for (const bad of ['(112) 555-1234', '(212) 155-1234', '555-1234', '(212)555-1234']) {
      expect(errors({ phone_mobile: bad })).toEqual({ phone_mobile: ['Please enter a valid cell phone number.'] });
    }
  });

  test('[VAL-47] text messages require a cell phone, and then the home phone is not required', () => {
    const message = 'A cell phone number is required to receive text message updates.';
    expect(errors({ optin_sms_ind: true, phone_home: '' })).toEqual({ phone_mobile: [message] });
    expect(errors({ optin_sms_ind: true, phone_home: '(212) 555-1234' })).toEqual({ phone_mobile: [message] });
    expect(errors({ optin_sms_ind: true, phone_home: '', phone_mobile: '(212) 555-1234' })).toEqual({});
  });

  test('[VAL-48] otherwise a home or cell phone is required', () => {
    const message = 'Please enter either a home phone or cell phone number.';
    for (const optin_sms_ind of ['', false]) {
      expect(errors({ phone_home: '', optin_sms_ind })).toEqual({ phone_home: [message] });
    }
    expect(errors({ phone_home: '', phone_mobile: '(212) 555-1234' })).toEqual({});
  });

  test('[VAL-49] an international number is enough', () => {
    expect(errors({ phone_home: '', phone_international: '+44 20 7946 0123' })).toEqual({});
  });
});

describe('addresses', () => {
  test('[VAL-50] a state is needed in the USA and in Canada', () => {
    for (const country of ['USA', 'CAN']) {
      expect(errors({ country, state: '' })).toEqual({ state: ['State/Province'] });
    }
    expect(errors({ country: 'DEU', state: '' })).toEqual({});
  });

  test('[VAL-51] a ZIP code is needed in the USA', () => {
    expect(errors({ zip: '' })).toEqual({ zip: ['ZIP/Postal Code'] });
    expect(errors({ zip: '', country: 'CAN', state: 'ON' })).toEqual({});
    expect(errors({ zip: '', country: 'DEU', state: '' })).toEqual({});
  });

  test('[VAL-52, CONST-10] a ZIP code of the USA has at least 5 characters', () => {
    for (const zip of ['1234', ' 1234 '])
      expect(errors({ zip })).toEqual({ zip: ['ZIP/Postal Code must be at least 5 characters.'] });
    expect(errors({ zip: '12345' })).toEqual({});
    expect(errors({ zip: '123', country: 'ISL', state: '' })).toEqual({});
  });

  test.each([
    ['permanent_', { mailing_addr_same_as_perm_addr: 'no' }],
    ['parent_', { parent_addr_same_as_stu_perm: 'no' }],
    ['parent_2_', { parent_2_addr_same_as_stu_perm: 'no' }],
    ['guardian_', { guardian_addr_same_as_stu_perm: 'no' }],
    ['hs_', {}],
    ['college_', { college_courses_toggle: 'yes' }],
  ] as const)("other addresses ('%s') may be left out, but a ZIP code of the USA is whole", (prefix, shown) => {
    expect(errors({ ...shown, [`${prefix}country`]: 'USA' })).toEqual({});
    expect(errors({ ...shown, [`${prefix}country`]: 'USA', [`${prefix}zip`]: '1234' })).toEqual({
      [`${prefix}zip`]: ['ZIP/Postal Code must be at least 5 characters.'],
    });
  });
});

describe('the date of birth', () => {
  test.each(['2001-02-30', '1900-02-29', '2008-13-01', '2008-00-10', '2008-1-1', 'yesterday', '02/03/2008'])(
    '[VAL-53] %s is no date',
    (birth_date) => {
      expect(errors({ birth_date })).toEqual({ birth_date: ['A valid date of birth is required.'] });
    },
  );

  test('[VAL-55, CONST-10] 100 years ago is the earliest', () => {
    const message = 'This date is not supported. Please contact help support for assistance.';
    expect(errors({ birth_date: '1926-11-19' })).toEqual({ birth_date: [message] });
    expect(errors({ birth_date: '1926-11-20' })).toEqual({});
  });

  test('[VAL-56, CONST-10] 13 years ago is the latest', () => {
    expect(errors({ birth_date: '2013-11-21' })).toEqual({
      birth_date: ['You must be 13 years or older to apply.'],
    });
    expect(errors({ birth_date: '2013-11-20' })).toEqual({});
  });

  test('[VAL-56] the number in the message is the configured one', () => {
    const older = englishForm(freshmanForm({ ...freshman, minimum_age: 16 }));
    const answers = { ...MINIMAL, birth_date: '2010-11-21' };
    expect(validate(older, stateOf(older, answers), MOMENT)).toEqual({
      birth_date: ['You must be 16 years or older to apply.'],
    });
    expect(errors({ birth_date: '2010-11-21' })).toEqual({});
  });

  test('February 29 is a day of leap years, and an applicant born on it is 13 on March 1', () => {
    const on = (today: string) => errors({ birth_date: '2012-02-29' }, { now: 0, today }).birth_date;
    expect(on('2025-02-28')).toEqual(['You must be 13 years or older to apply.']);
    expect(on('2025-03-01')).toBeUndefined();
    expect(errors({ birth_date: '2011-03-01' }, { now: 0, today: '2024-02-29' }).birth_date).toHaveLength(1);
    expect(errors({ birth_date: '2011-02-28' }, { now: 0, today: '2024-02-29' }).birth_date).toBeUndefined();
  });

  test('[VAL-66] a birth date that breaks a rule is not stored', () => {
    expect(mergeAnswers(form, MINIMAL, { birth_date: '2021-11-20' }, MOMENT).birth_date).toBe('');
    expect(mergeAnswers(form, MINIMAL, { birth_date: '2009-01-31' }, MOMENT).birth_date).toBe('2009-01-31');
  });
});

describe('the expected graduation', () => {
  test('[VAL-57] month and year are required, with one message', () => {
    expect(errors({ grad_month: '', grad_year: '' })).toEqual({ grad_month: ['Expected Graduation Date'] });
    expect(errors({ grad_month: '', grad_year: '2027' })).toEqual({ grad_month: ['Expected Graduation Date'] });
  });

  test('[VAL-58] without a year the month must be ANSWERED', () => {
    expect(errors({ grad_month: '6', grad_year: '' })).toEqual({ grad_month: ['Expected Graduation Date'] });
    expect(errors({ grad_month: ANSWERED, grad_year: '' })).toEqual({});
    expect(errors({ grad_month: '6', grad_year: '2027' })).toEqual({});
  });
});

describe('scores', () => {
  const SAT = 'The score must be between 200 and 800 in an increment of 10 (e.g., 570).';
  const ESSAY = 'The score must be between 2 and 8.';

  test.each([
    [
      '[VAL-59, CONST-10]',
      'sat_score_reading_writing',
      `Please provide a valid SAT Evidence-Based Reading and Writing Score. ${SAT}`,
    ],
    ['[VAL-60, CONST-10]', 'sat_score_math', `Please provide a valid SAT Math Score. ${SAT}`],
  ] as const)('%s %s', (_id, key, message) => {
    for (const bad of ['190', '810', '575', 'abc', '200.5', '-200', '2e2', ' 200']) {
      expect(errors({ sat_taken: 'yes', [key]: bad }), bad).toEqual({ [key]: [message] });
    }
    for (const good of ['', '200', '570', '800']) expect(errors({ sat_taken: 'yes', [key]: good })).toEqual({});
  });

  test.each([
    ['[VAL-61, CONST-10]', 'sat_score_essay_reading', `Please provide a valid SAT Essay Reading Score. ${ESSAY}`],
    ['[VAL-62, CONST-10]', 'sat_score_essay_analysis', `Please provide a valid SAT Essay Analysis Score. ${ESSAY}`],
    ['[VAL-63, CONST-10]', 'sat_score_essay_writing', `Please provide a valid SAT Essay Writing Score. ${ESSAY}`],
  ] as const)('%s %s', (_id, key, message) => {
    for (const bad of ['1', '9', '2.5', 'x'])
      expect(errors({ sat_taken: 'yes', [key]: bad })).toEqual({ [key]: [message] });
    for (const good of ['', '2', '8']) expect(errors({ sat_taken: 'yes', [key]: good })).toEqual({});
  });

  test('[VAL-64, CONST-10] the ACT composite', () => {
    const message = 'Please provide a valid ACT Composite Score. The score must be between 1 and 36.';
    for (const act_score_composite of ['0', '37', '20.5', 'x']) {
      expect(errors({ act_taken: 'yes', act_score_composite })).toEqual({ act_score_composite: [message] });
    }
    for (const act_score_composite of ['', '1', '36']) {
      expect(errors({ act_taken: 'yes', act_score_composite })).toEqual({});
    }
  });

  test('scores of a test that was not taken are not validated', () => {
    expect(errors({ sat_taken: 'no', sat_score_math: '1' })).toEqual({});
  });
});

test('the needed keys are those that are errors when empty, including each of several phone numbers of which one is enough', () => {
  const needed = (changes: Partial<Record<AnswerKey, AnswerValue>>) =>
    neededKeys(form, stateOf(form, { ...MINIMAL, ...changes }), MOMENT);
  const empty = neededKeys(form, stateOf(form, {}), MOMENT);
  expect([...empty].sort()).toEqual(Object.keys(validate(form, stateOf(form, {}), MOMENT)).sort());
  expect(needed({ phone_home: '(212) 555-0123', phone_mobile: '' })).toContain('phone_home');
  expect(needed({ phone_home: '(212) 555-0123', phone_mobile: '(212) 555-0145' })).not.toContain('phone_home');
  expect(needed({})).not.toContain('middle_name');
  expect(needed({ sat_taken: 'no' })).not.toContain('sat_score_math');
});

test('a job and a course have room for what people write there', () => {
  const answers = {
    employment:
      'Cashier and stock clerk at Kroger in Berea, Kentucky, and two summers as a camp counselor at Lake Cumberland',
    college_course: 'HIS 109: American History since 1865, at Bluegrass Community and Technical College',
  };
  expect(parseAnswers(form, answers)).toEqual({ answers, refused: [] });
});
