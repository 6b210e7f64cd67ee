import {
  type Answers,
  type AnswerValue,
  EMAIL_PATTERN,
  isCalendarDay,
  isKept,
  momentOf,
  type Question,
  questionErrors,
  type Rule,
  text,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { describe, expect, test } from 'vitest';
import { dateOfBirth, emailFormat, mobileFormat, phoneFormat } from './rules.ts';

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
  test('a limit before the year 1000 still compares correctly', () => {
    expect(check(dateOfBirth(13, 1500), '0600-01-01')).toBeUndefined();
    expect(check(dateOfBirth(13, 1500), '0500-01-01')).toContain('not supported');
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
});
