import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { EMPTY_STATE } from '../answers.ts';
import { defineForm, page } from '../builders.ts';
import { changeAnswer, mergeAnswers } from '../change-answers.ts';
import { formProblems } from '../check-form.ts';
import { answered } from '../condition.ts';
import { parseAnswers } from '../parse-answers.ts';
import type { Rule } from '../rules.ts';
import { englishForm } from '../testing/english-form.ts';
import { questionErrors, validate } from '../validate.ts';
import { maxLengthOf, number, type Question, select, storedKeysOf, traitsOf } from './index.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const unit = select({
  key: 'height_unit',
  label: 'Unit',
  options: [
    { value: 'cm', label: 'centimeters' },
    { value: 'in', label: 'inches' },
  ],
});
const height = number({
  key: 'height',
  label: 'Height',
  unit,
  limitsByUnit: { cm: { minimum: 50, maximum: 250 }, in: { minimum: 20, maximum: 100 } },
});
const hours = number({ key: 'hours', label: 'Hours', unit: 'hours a week', minimum: 0, maximum: 168, step: 0.5 });
const formOf = (...questions: Question[]) =>
  englishForm(defineForm([page({ id: 'about', navLabel: '', title: '' }, questions)]));
const form = formOf(height, hours);
const errorsOf = (question: Question, value: string, more: Record<string, string> = {}) =>
  questionErrors(form, question, { [question.key]: value, ...more }, MOMENT);

describe('the keys of a number', () => {
  test('are its own, and those of the unit when it is chosen; the types know them', () => {
    expectTypeOf<NonNullable<typeof hours.keyType>>().toEqualTypeOf<'hours'>();
    expectTypeOf<NonNullable<typeof height.keyType>>().toEqualTypeOf<'height' | 'height_unit' | 'height_unit_desc'>();
    expect(form.fields.map((field) => field.question.key)).toEqual(['height', 'height_unit', 'hours']);
    expect(storedKeysOf(height)).toEqual(['height']);
    expect(form.byStoredKey.get('height_unit_desc')?.question.key).toBe('height_unit');
  });

  test('a chosen unit is stored with its label', () => {
    expect(changeAnswer(form, {}, 'height_unit', 'in', MOMENT)).toEqual({
      height_unit: 'in',
      height_unit_desc: 'inches',
    });
    expect(mergeAnswers(form, {}, { height: '70', height_unit: 'in' }, MOMENT)).toEqual({
      height: '70',
      height_unit: 'in',
      height_unit_desc: 'inches',
    });
  });
});

describe('a number from outside', () => {
  test.each([
    ['3.6', '3.6'],
    [3.6, '3.6'],
    [-2, '-2'],
    ['many', 'many'],
    [null, ''],
  ])('%o is taken as %o', (given, taken) => {
    expect(parseAnswers(form, { hours: given })).toEqual({ answers: { hours: taken }, refused: [] });
  });

  test.each([true, ['1'], Number.NaN, Number.POSITIVE_INFINITY])('%o is of the wrong type', (given) => {
    expect(parseAnswers(form, { hours: given })).toEqual({
      answers: {},
      refused: [{ key: 'hours', problem: 'wrong-type' }],
    });
  });

  test('has at most 20 characters', () => {
    expect(maxLengthOf(hours)).toBe(20);
    expect(parseAnswers(form, { hours: '1'.repeat(20) }).refused).toEqual([]);
    expect(parseAnswers(form, { hours: '1'.repeat(21) })).toEqual({
      answers: {},
      refused: [{ key: 'hours', problem: 'too-long' }],
    });
  });
});

describe('the messages about a number', () => {
  const plain = number({ key: 'n', label: 'Number', unit: 'miles' });

  test.each(['0', '12', '-3', '+3', '3.6', '.5', '.25', '5.', ' 7 ', ''])('%o is a number', (value) => {
    expect(errorsOf(plain, value)).toEqual([]);
  });

  test.each(['many', '1,5', '1e3', '0x10', 'Infinity', 'NaN', '1.2.3', '.', '-', '3 4', '٣'])(
    '%o is not a number',
    (value) => {
      expect(errorsOf(plain, value)).toEqual(['Number: Please enter a number, for example 1.']);
    },
  );

  test.each<[string, Partial<Parameters<typeof number>[0]>, string, string]>([
    ['below both', { minimum: 2, maximum: 9 }, '1.9', 'a number from 2 to 9 miles'],
    ['above both', { minimum: 2, maximum: 9 }, '9.1', 'a number from 2 to 9 miles'],
    ['below the minimum', { minimum: 2 }, '1', 'a number of at least 2 miles'],
    ['above the maximum', { maximum: 9 }, '10', 'a number of at most 9 miles'],
    ['off the step', { minimum: 1, step: 0.5 }, '1.7', 'a number in steps of 0.5, for example 1.5'],
    ['off the step of one', { step: 1 }, '1.5', 'a whole number, for example 1'],
    ['off a step of one from a half', { minimum: 0.5, step: 1 }, '1', 'a number in steps of 1, for example 1.5'],
    ['no number beside limits', { minimum: 2, maximum: 2.5 }, 'x', 'a number, for example 2'],
    ['no number one step below a maximum', { minimum: 2, maximum: 3 }, 'x', 'a number, for example 3'],
    ['no number below a maximum', { maximum: 0.5 }, 'x', 'a number, for example 0.5'],
  ])('%s', (_what, limits, value, expected) => {
    const { minimum, maximum, step } = limits;
    const limited = number({
      key: 'n',
      label: 'Number',
      unit: 'miles',
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(step !== undefined && { step }),
    });
    expect(errorsOf(limited, value)).toEqual([`Number: Please enter ${expected}.`]);
  });

  test('the limits are inclusive, and tenths are steps of a tenth', () => {
    for (const value of ['0', '168', '0.5', '167.5']) expect(errorsOf(hours, value)).toEqual([]);
    const tenths = number({ key: 'n', label: 'N', unit: 'points', step: 0.1 });
    for (const value of ['0.3', '0.7', '3.6', '100.1', '123456789.1']) expect(errorsOf(tenths, value)).toEqual([]);
  });

  test('the limits follow the unit that is chosen, and the words name it', () => {
    expect(errorsOf(height, '180', { height_unit: 'cm' })).toEqual([]);
    expect(errorsOf(height, '180', { height_unit: 'in' })).toEqual([
      'Height: Please enter a number from 20 to 100 inches.',
    ]);
    expect(errorsOf(height, '5000')).toEqual([]);
    const other = number({ key: 'n', label: 'N', unit, maximum: 3, limitsByUnit: { cm: { maximum: 9 } } });
    expect(errorsOf(other, '5', { height_unit: 'in' })).toEqual(['N: Please enter a number of at most 3 inches.']);
    expect(errorsOf(other, '5', { height_unit: 'toString' })).toHaveLength(1);
    expect(errorsOf(other, '5')).toEqual(['N: Please enter a number of at most 3.']);
    expect(errorsOf(other, '5', { height_unit: 'cm' })).toEqual([]);
  });

  test('a number without its unit asks for the unit, at the unit; a unit alone asks for nothing', () => {
    const state = (answers: Record<string, string>) => validate(form, { ...EMPTY_STATE, answers }, MOMENT);
    expect(state({ height: '180' })).toEqual({ height_unit: ['Unit'] });
    expect(state({ height_unit: 'cm' })).toEqual({});
    expect(state({ height: '180', height_unit: 'miles' })).toEqual({ height_unit: ['Unit'] });
  });

  test("its messages use the question's errorLabel", () => {
    const named = number({ key: 'n', label: 'How many?', errorLabel: 'Brothers', unit: 'people', step: 1 });
    expect(errorsOf(named, 'two')).toEqual(['Brothers: Please enter a number, for example 1.']);
    const choosing = number({ key: 'n', label: 'How far?', errorLabel: 'Distance', unit });
    expect(validate(formOf(choosing), { ...EMPTY_STATE, answers: { n: '1' } }, MOMENT)).toEqual({
      height_unit: ['Unit'],
    });
  });

  test('rules that the unit has already are kept', () => {
    const rule: Rule = { rule: 'needed-when', when: answered('never') };
    const ruled = number({ key: 'n', label: 'N', unit: { ...unit, rules: [rule] } });
    expect(ruled.unit).toMatchObject({ rules: [rule, { rule: 'needed-when', when: answered('n') }] });
  });

  test('exactly the numbers within its limits and on its steps are accepted', () => {
    const limits = fc.record({
      minimum: fc.integer({ min: -50, max: 50 }),
      span: fc.nat(100),
      step: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(
        limits,
        fc.integer({ min: -200, max: 200 }),
        fc.constantFrom(1, 10, 100),
        ({ minimum, span, step }, at, scale) => {
          const scaled = { minimum: minimum / scale, maximum: (minimum + span) / scale, step: step / scale };
          const question = number({ key: 'n', label: 'N', unit: 'points', ...scaled });
          const isTaken = at >= minimum && at <= minimum + span && (at - minimum) % step === 0;
          expect(errorsOf(question, String(at / scale))).toHaveLength(isTaken ? 0 : 1);
          // The example in the message is itself a valid number.
          const example = /for example (\S+)\.$/.exec(errorsOf(question, 'x')[0] ?? '')?.[1] ?? '';
          expect(example).not.toBe('');
          expect(errorsOf(question, example), example).toEqual([]);
        },
      ),
    );
  });
});

describe('a number as plain text', () => {
  const read = (question: Question, answers: Record<string, string>) =>
    traitsOf(question).toText(question, answers, MOMENT, form.words);

  test('has its unit, and is empty without a number', () => {
    expect(read(hours, { hours: '12.5' })).toBe('12.5 hours a week');
    expect(read(hours, {})).toBe('');
    expect(read(height, { height: '70', height_unit: 'in', height_unit_desc: 'inches' })).toBe('70 inches');
    expect(read(height, { height: '70' })).toBe('70');
    expect(read(height, { height_unit: 'in' })).toBe('');
  });
});

describe('a number that contradicts itself', () => {
  const problemsOf = (question: Question) => formProblems(formOf(question));

  test('is refused with a message', () => {
    expect(problemsOf(hours)).toEqual([]);
    expect(problemsOf(height)).toEqual([]);
    const of = (more: object) => problemsOf({ ...number({ key: 'n', label: 'N', unit: 'km' }), ...more });
    expect(of({ minimum: 3, maximum: 2 })).toEqual(["'n' takes no number: 3 is above 2."]);
    expect(of({ minimum: 3, maximum: 3, step: 1 })).toEqual([]);
    expect(of({ step: 0 })).toEqual(["The step of 'n' is 0; it must be above 0."]);
    expect(of({ step: Number.NaN })).toHaveLength(1);
    expect(of({ unit: ' ' })).toEqual(["'n' has no unit."]);
    expect(of({ limitsByUnit: { km: {} } })).toEqual(["'n' has limits by unit, but its unit is always the same."]);
    expect(problemsOf(number({ key: 'n', label: 'N', unit, limitsByUnit: { mi: { step: -1 } } }))).toEqual([
      "The step of 'n' is -1; it must be above 0.",
      "'n' has limits for 'mi', which is no unit of it.",
    ]);
    const years = select({ key: 'y', label: 'Y', options: { kind: 'years', count: 1, direction: 'past' } });
    expect(problemsOf(number({ key: 'n', label: 'N', unit: years, limitsByUnit: { any: {} } }))).toEqual([]);
  });
});
