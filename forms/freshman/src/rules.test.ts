import {
  ANSWERED,
  type Answers,
  type AnswerValue,
  EMAIL_PATTERN,
  isCalendarDay,
  isKept,
  isShared,
  momentOf,
  type Question,
  questionErrors,
  type Rule,
  readsOf,
  text,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { describe, expect, test } from 'vitest';
import {
  actComposite,
  anyPhoneNumber,
  dateOfBirth,
  emailFormat,
  mobileFormat,
  mobileNeededForTexts,
  phoneFormat,
  satEssay,
  satSection,
  stateNeededInUsaAndCanada,
  zipLength,
  zipNeededInUsa,
} from './rules.ts';

const MOMENT = momentOf(new Date(2026, 10, 21));
/** The first message of these rules for a value; undefined when they are kept. */
const check = (rules: Rule | readonly Rule[], value: AnswerValue, answers: Answers = {}) => {
  const question: Question = text({ key: 'own', label: 'Its label', rules: [rules].flat() });
  return questionErrors(englishForm({ pages: [] }), question, { ...answers, own: value }, MOMENT)[0];
};
/** The values that keep these rules. */
const accepted = (rules: Rule | readonly Rule[], values: readonly AnswerValue[]) =>
  values.filter((value) => [rules].flat().every((rule) => isKept(rule, value, {}, MOMENT)));
const wholeNumber = (minimum: number, maximum: number, step: number): Rule => ({
  rule: 'whole-number',
  minimum,
  maximum,
  step,
  message: 'Wrong.',
});

describe('the shape of an email address', () => {
  test("letters, digits and _ . + - ' before the @, and a domain with a dot after it", () => {
    const good = ['ada@mail.example', 'A_d.a+1-x@a-1.b.example', '9@9.co', 'ada@MAIL.EXAMPLE', "o'hara@example.org"];
    expect(good.filter((text) => !EMAIL_PATTERN.test(text))).toEqual([]);
  });

  test('surrounding text, other characters and missing parts are refused', () => {
    const bad = [
      '@mail.example',
      'ada@',
      'ada@mail',
      'ada@.example',
      'ada@mail.',
      'ada@mail..example',
      'ada mail.example',
    ];
    const around = [
      ' ada@mail.example',
      'ada@mail.example ',
      'ada!@mail.example',
      'ada@mail.ex_ample',
      'ada@ma!l.example',
      "ada@ma'l.example",
      'o\u2019hara@mail.example',
    ];
    const twice = ['ada@b@mail.example', 'ada@mail.example/', 'ada@mail.e!'];
    expect([...bad, ...around, ...twice].filter((text) => EMAIL_PATTERN.test(text))).toEqual([]);
  });

  test('an empty address is accepted, and the rule ignores values that are not text', () => {
    const rule = emailFormat('Wrong.');
    expect(['', 'ada@mail.example', 'ada', true].map((value) => check(rule, value))).toEqual([
      undefined,
      undefined,
      'Wrong.',
      undefined,
    ]);
  });
});

describe('the calendar', () => {
  const days = (month: string, last: number) =>
    [last, last + 1].map((day) => isCalendarDay(`2025-${month}-${String(day)}`));

  test('each month ends with its last day', () => {
    for (const month of ['01', '03', '05', '07', '08', '10', '12'])
      expect(days(month, 31), month).toEqual([true, false]);
    for (const month of ['04', '06', '09', '11']) expect(days(month, 30), month).toEqual([true, false]);
    expect(days('02', 28)).toEqual([true, false]);
  });

  test('February 29 exists in every fourth year, but only in every fourth century year', () => {
    const years = ['2024', '2025', '2026', '1900', '2000', '2100', '2400'];
    expect(years.filter((year) => isCalendarDay(`${year}-02-29`))).toEqual(['2024', '2000', '2400']);
  });

  test('months, days and years begin with 1, and months end with 12', () => {
    const ends = ['2025-01-01', '2025-12-31', '0001-01-01', '2025-00-10', '2025-13-10', '2025-10-00', '0000-01-01'];
    expect(ends.filter(isCalendarDay)).toEqual(['2025-01-01', '2025-12-31', '0001-01-01']);
  });

  test('text around a day is refused', () => {
    const wrong = ['', 'x2025-01-01', '2025-01-01x', '2025-1-01', '2025-01-1', '202-01-01', 'abcd-01-01', '2025-ab-01'];
    expect([...wrong, '2025-01-ab', '12025-01-01', '2025-01-011'].filter(isCalendarDay)).toEqual([]);
  });
});

describe('the date of birth', () => {
  const rule = dateOfBirth(13, 100);

  test('both limits are inclusive', () => {
    expect(accepted(rule, ['', '1926-11-21', '1926-11-20', '2013-11-21', '2013-11-22'])).toEqual([
      '',
      '1926-11-21',
      '2013-11-21',
    ]);
  });

  test('each error has its own message', () => {
    expect(['2025-02-30', true, '1926-11-20', '2013-11-22'].map((value) => check(rule, value))).toEqual([
      'A valid date of birth is required.',
      'A valid date of birth is required.',
      'This date is not supported. Please contact help support for assistance.',
      'You must be 13 years or older to apply.',
    ]);
  });

  test('a limit before the year 1000 still compares correctly', () => {
    expect(check(dateOfBirth(13, 1500), '0600-01-01')).toBeUndefined();
    expect(check(dateOfBirth(13, 1500), '0500-01-01')).toContain('not supported');
  });
});

describe('addresses', () => {
  test('a state is needed in the United States and Canada only, and a ZIP code in the United States', () => {
    const countries = ['USA', 'CAN', 'MEX', ''];
    const asked = (rule: Rule) => countries.map((country) => check(rule, '', { country }));
    expect(asked(stateNeededInUsaAndCanada('country'))).toEqual(['Its label', 'Its label', undefined, undefined]);
    expect(asked(zipNeededInUsa('country'))).toEqual(['Its label', undefined, undefined, undefined]);
    expect(check(stateNeededInUsaAndCanada('country'), 'KY', { country: 'USA' })).toBeUndefined();
    expect(check(zipNeededInUsa('country'), '40404', { country: 'USA' })).toBeUndefined();
  });

  test('spaces do not count toward a ZIP code, and other countries accept any length', () => {
    const usa = { country: 'USA' };
    const message = 'ZIP/Postal Code must be at least 5 characters.';
    const rule = zipLength('country');
    expect(['', '   ', '4040', ' 4040 ', '40404', true].map((value) => check(rule, value, usa))).toEqual([
      undefined,
      undefined,
      message,
      message,
      undefined,
      undefined,
    ]);
    expect(check(rule, '4040', { country: 'CAN' })).toBeUndefined();
  });

  test('each rule declares the answers that it reads', () => {
    for (const rule of [stateNeededInUsaAndCanada, zipNeededInUsa, zipLength])
      expect(readsOf(rule('permanent_country'))).toEqual(['permanent_country']);
  });
});

describe('graduation', () => {
  const rule = { rule: 'pair', with: 'grad_year', message: 'When?' } as const;

  test('a month needs its year, and the pair has one message', () => {
    expect(readsOf(rule)).toEqual(['grad_year']);
    expect(check(rule, '5', { grad_year: '2027' })).toBeUndefined();
    expect([check(rule, '5'), check(rule, ''), check(rule, '', { grad_year: '2027' })]).toEqual([
      'When?',
      'When?',
      'When?',
    ]);
  });

  test('a month answered by a document needs no year', () => {
    expect(check(rule, ANSWERED)).toBeUndefined();
  });
});

describe('phones', () => {
  test('an area code may be left out, but has only one format', () => {
    const numbers = ['', '555-0100', '(859) 555-0100', '(159) 555-0100', '(859)555-0100', '859 555-0100', '8595550100'];
    const spoiled = [
      'x555-0100',
      '555-0100x',
      '(859) 55-0100',
      '(859) 555-010',
      '(85) 555-0100',
      '(8a9) 555-0100',
      '5a5-0100',
      '555-0a00',
    ];
    expect(accepted(phoneFormat('Wrong.'), [...numbers, ...spoiled])).toEqual(['', '555-0100', '(859) 555-0100']);
    expect(check(phoneFormat('Wrong.'), 'x')).toBe('Wrong.');
    expect(check(phoneFormat('Wrong.'), true)).toBeUndefined();
  });

  test('a number for text messages has an area code, and neither part begins with 0 or 1', () => {
    const numbers = [
      '',
      '555-0100',
      '(859) 555-0100',
      '(159) 555-0100',
      '(859) 155-0100',
      '(259) 255-0100',
      '(959) 955-0100',
    ];
    const spoiled = [
      'x(859) 555-0100',
      '(859) 555-0100x',
      '(859) 55-0100',
      '(85a) 555-0100',
      '(859) 5a5-0100',
      '(859) 555-010a',
      '(859) 555-010',
    ];
    expect(accepted(mobileFormat('Wrong.'), [...numbers, ...spoiled])).toEqual([
      '',
      '(859) 555-0100',
      '(259) 255-0100',
      '(959) 955-0100',
    ]);
    expect(check(mobileFormat('Wrong.'), 'x')).toBe('Wrong.');
  });

  test('asking for text messages requires a cell phone number', () => {
    const rule = mobileNeededForTexts('Wrong.');
    expect(readsOf(rule)).toEqual(['optin_sms_ind']);
    expect(check(rule, '', { optin_sms_ind: true })).toBe('Wrong.');
    expect(check(rule, '(859) 555-0100', { optin_sms_ind: true })).toBeUndefined();
    expect(check(rule, '', { optin_sms_ind: false })).toBeUndefined();
  });

  test('one phone number of any kind is enough, and text messages already require the cell phone', () => {
    const rule = anyPhoneNumber('Wrong.');
    expect([rule, mobileNeededForTexts('Wrong.'), zipNeededInUsa('country')].map(isShared)).toEqual([
      true,
      false,
      false,
    ]);
    expect(readsOf(rule)).toEqual(['optin_sms_ind', 'phone_mobile', 'phone_international']);
    expect(check(rule, '')).toBe('Wrong.');
    expect(check(rule, ' ', { phone_mobile: ' ', phone_international: '' })).toBe('Wrong.');
    expect(check(rule, '(859) 555-0100')).toBeUndefined();
    expect(check(rule, '', { phone_mobile: '(859) 555-0100' })).toBeUndefined();
    expect(check(rule, '', { phone_international: '+49 30 901820' })).toBeUndefined();
    expect(check(rule, '', { optin_sms_ind: true })).toBeUndefined();
  });
});

describe('scores', () => {
  test('steps are counted from the lower limit', () => {
    expect(accepted(wholeNumber(1, 10, 3), ['0', '1', '2', '3', '4', '7', '10', '11', '13'])).toEqual([
      '1',
      '4',
      '7',
      '10',
    ]);
  });

  test('a score is a whole number in digits, or empty', () => {
    const rule = wholeNumber(0, 99_999, 1);
    expect(accepted(rule, ['', '0', '9999', '10000', '1.5', '-1', '1e2', 'x1', '1x', ' ', true])).toEqual([
      '',
      '0',
      '9999',
    ]);
    expect(check(rule, 'x')).toBe('Wrong.');
  });

  test('each test has its limits and its message', () => {
    expect(accepted(satSection('Math'), ['190', '200', '205', '210', '800', '810'])).toEqual(['200', '210', '800']);
    expect(accepted(satEssay('Reading'), ['1', '2', '3', '8', '9'])).toEqual(['2', '3', '8']);
    expect(accepted(actComposite(), ['0', '1', '36', '37'])).toEqual(['1', '36']);
    expect(check(satSection('Math'), '1')).toBe(
      'Please provide a valid SAT Math Score. The score must be between 200 and 800 in an increment of 10 (e.g., 570).',
    );
    expect(check(satEssay('Reading'), '1')).toBe(
      'Please provide a valid SAT Essay Reading Score. The score must be between 2 and 8.',
    );
    expect(check(actComposite(), '0')).toBe(
      'Please provide a valid ACT Composite Score. The score must be between 1 and 36.',
    );
  });
});
