import { describe, expect, test } from 'vitest';
import type { Answers } from './answers.ts';
import { defineForm, page, showWhen } from './builders.ts';
import {
  allOf,
  anyOf,
  type Condition,
  comparisonsOf,
  conditionKeys,
  equals,
  holds,
  isNoneOf,
  isOneOf,
  notAnswered,
  notEquals,
  OPERATORS,
} from './condition.ts';
import { text } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';
import { visibleFields } from './visibility.ts';

const MOMENT = { now: 0, today: '2026-11-20' };

const CASES: readonly (readonly [Condition, Answers, Answers])[] = [
  [{ valueKey: 'a', operator: 'equals', target: 'yes' }, { a: 'yes' }, { a: 'no' }],
  [{ valueKey: 'a', operator: 'notEquals', target: 'yes' }, { a: 'no' }, { a: 'yes' }],
  [{ valueKey: 'a', operator: 'lt', target: 10 }, { a: '9' }, { a: '10' }],
  [{ valueKey: 'a', operator: 'lte', target: 10 }, { a: '10' }, { a: '10.5' }],
  [{ valueKey: 'a', operator: 'gt', target: 10 }, { a: '11' }, { a: '10' }],
  [{ valueKey: 'a', operator: 'gte', target: 10 }, { a: '10' }, { a: '9' }],
  [{ valueKey: 'a', operator: 'answered' }, { a: 'x' }, { a: '' }],
  [{ valueKey: 'a', operator: 'notAnswered' }, { a: '' }, { a: 'x' }],
  [{ valueKey: 'a', operator: 'in', target: ['x', 'y'] }, { a: 'y' }, { a: 'z' }],
  [{ valueKey: 'a', operator: 'notIn', target: ['x', 'y'] }, { a: 'z' }, { a: 'x' }],
];

describe('the operators of a condition', () => {
  test.each(CASES)('[COND-02] %o holds for %o and not for %o', (condition, yes, no) => {
    expect(holds(condition, yes)).toBe(true);
    expect(holds(condition, no)).toBe(false);
  });

  test.each([
    [notAnswered('a'), {}, { a: 'x' }],
    [notEquals('a', 'x'), { a: 'y' }, { a: 'x' }],
    [isOneOf('a', ['x', 'y']), { a: 'y' }, { a: 'z' }],
    [isNoneOf('a', ['x', 'y']), { a: 'z' }, { a: 'y' }],
  ])('[COND-02] %o, as a form writes it down, holds for %o and not for %o', (condition, yes, no) => {
    expect([holds(condition, yes), holds(condition, no)]).toEqual([true, false]);
    expect(OPERATORS).toContain(condition.operator);
  });

  test('[COND-02] each of the ten operators is tried above', () => {
    expect(CASES.map(([condition]) => condition.operator).toSorted()).toEqual([...OPERATORS].toSorted());
    expect(OPERATORS).toHaveLength(10);
  });

  test.each(['lt', 'lte', 'gt', 'gte'] as const)('%s never holds for a value that is not a number', (operator) => {
    for (const a of ['', ' ', 'many', true]) expect(holds({ valueKey: 'a', operator, target: 0 }, { a })).toBe(false);
  });

  test.each([
    ['x', true],
    [true, true],
    ['', false],
    [false, false],
  ])("[COND-03] 'answered' of %o is %o", (a, expected) => {
    expect(holds({ valueKey: 'a', operator: 'answered' }, { a })).toBe(expected);
  });

  test('a missing key is an empty answer, also if every object has a property of that name', () => {
    expect(holds(equals('a', ''), {})).toBe(true);
    expect(holds({ valueKey: 'constructor', operator: 'answered' }, {})).toBe(false);
  });
});

test('[COND-01] a definition has valueKey, operator and target; another target changes when the field is shown', () => {
  const shownFor = (target: string, answer: string) => {
    const condition = equals('a', target);
    expect(condition).toEqual({ valueKey: 'a', operator: 'equals', target });
    const form = englishForm(
      defineForm([
        page({ id: 'about', navLabel: '', title: '' }, [showWhen(condition, [text({ key: 'b', label: 'B' })])]),
      ]),
    );
    return visibleFields(form, { answers: { a: answer }, tabs: {}, addAnother: {} }, MOMENT).length;
  };
  expect(shownFor('x', 'x')).toBe(1);
  expect(shownFor('y', 'x')).toBe(0);
  expect(shownFor('y', 'y')).toBe(1);
});

test('conditions combine, and list the answers that they read', () => {
  const both = allOf(equals('a', 'x'), anyOf(equals('b', 'x'), notEquals('a', 'x')));
  expect(holds(both, { a: 'x', b: 'x' })).toBe(true);
  expect(holds(both, { a: 'x', b: 'y' })).toBe(false);
  expect(holds(both, { a: 'y', b: 'x' })).toBe(false);
  expect(conditionKeys(both)).toEqual(['a', 'b']);
  expect(comparisonsOf(both)).toHaveLength(3);
});
