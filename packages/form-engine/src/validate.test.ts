import { expect, test } from 'vitest';
import { ANSWERED, EMPTY_STATE } from './answers.ts';
import { defineForm, page, showWhen } from './builders.ts';
import { equals, notAnswered } from './condition.ts';
import type { Item } from './form.ts';
import type { Form } from './index-form.ts';
import { check, conditionalSelect, radio, select, text } from './kinds/index.ts';
import type { Rule } from './rules.ts';
import { englishForm } from './testing/english-form.ts';
import { validate } from './validate.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const says = (message: string): Rule => ({ rule: 'pattern', pattern: '^good$', message });
const about = (...items: Item[]) => page({ id: 'about', navLabel: '', title: '' }, items);
const education = (...items: Item[]) => page({ id: 'education', navLabel: '', title: '' }, items);
const errors = (form: Form, answers: Record<string, string | boolean>) =>
  validate(form, { ...EMPTY_STATE, answers }, MOMENT);

test('[VAL-01] a required question added to one page changes the check of that page only', () => {
  const name = text({ key: 'name', label: 'Name', required: true });
  const school = text({ key: 'school', label: 'School', required: true });
  const before = englishForm(defineForm([about(name), education()]));
  const after = englishForm(defineForm([about(name), education(school)]));
  for (const form of [before, after]) expect(validate(form, EMPTY_STATE, MOMENT, 'about')).toEqual({ name: ['Name'] });
  expect(validate(before, EMPTY_STATE, MOMENT, 'education')).toEqual({});
  expect(validate(after, EMPTY_STATE, MOMENT, 'education')).toEqual({ school: ['School'] });
  expect(validate(after, EMPTY_STATE, MOMENT)).toEqual({ name: ['Name'], school: ['School'] });
});

test('a choice of a conditional select has to be on its list, and without a list any text is accepted', () => {
  const state = conditionalSelect({
    key: 'state',
    label: 'State',
    options: {
      controlledBy: 'country',
      cases: { USA: [{ value: 'KY', label: 'Kentucky' }] },
      unanswered: [{ value: 'KY', label: 'Kentucky' }],
      otherwise: 'text',
    },
  });
  const form = englishForm(defineForm([about(text({ key: 'country', label: 'Country' }), state)]));
  expect(errors(form, { country: 'USA', state: 'KY' })).toEqual({});
  expect(errors(form, { country: 'USA', state: 'Hessen' })).toEqual({ state: ['State'] });
  expect(errors(form, { country: 'DEU', state: 'Hessen' })).toEqual({});
});

test('[VAL-02] all messages of a field are collected without repeats, and only broken fields are named', () => {
  const form = englishForm(
    defineForm([
      about(
        text({ key: 'a', label: 'A', rules: [says('One.'), says('Two.'), says('One.')] }),
        text({ key: 'b', label: 'B', rules: [says('Three.')] }),
      ),
    ]),
  );
  expect(errors(form, { a: 'bad', b: 'good' })).toEqual({ a: ['One.', 'Two.'] });
});

test('[VAL-03] a message that equals the label is listed once', () => {
  const sameWords: Rule = { rule: 'needed-when', when: notAnswered('a') };
  const form = englishForm(defineForm([about(text({ key: 'a', label: 'A', required: true, rules: [sameWords] }))]));
  expect(errors(form, {})).toEqual({ a: ['A'] });
});

test.each([
  ['', true],
  [' one  two\nthree ', true],
  ["one two three's four", false],
])('a text of three words at most: %j', (value, isFine) => {
  const rule: Rule = { rule: 'max-words', words: 3, message: 'Three words.' };
  const form = englishForm(defineForm([about(text({ key: 'a', label: 'A', rules: [rule] }))]));
  expect(errors(form, { a: value })).toEqual(isFine ? {} : { a: ['Three words.'] });
});

test('errors are in page order', () => {
  const form = englishForm(
    defineForm([about(...['z', 'm', 'a'].map((key) => text({ key, label: key.toUpperCase(), required: true })))]),
  );
  expect(Object.keys(errors(form, {}))).toEqual(['z', 'm', 'a']);
});

test('a hidden question is not required, and its answer is ignored', () => {
  const reads: Rule = { rule: 'min-length', length: 9, when: equals('b', 'x'), message: 'b is x' };
  const form = englishForm(
    defineForm([
      about(
        text({ key: 'a', label: 'A', rules: [reads] }),
        showWhen(equals('a', 'show'), [text({ key: 'b', label: 'B', required: true })]),
      ),
    ]),
  );
  expect(errors(form, { a: 'show' })).toEqual({ b: ['B'] });
  expect(errors(form, { a: 'hide', b: 'x' })).toEqual({});
});

test('a required check must be ticked', () => {
  const form = englishForm(defineForm([about(check({ key: 'agree', label: 'I agree', required: true }))]));
  expect(errors(form, { agree: false })).toEqual({ agree: ['I agree'] });
  expect(errors(form, { agree: true })).toEqual({});
});

test('messages use errorLabel in place of the label', () => {
  const year = select({ key: 'y', label: 'Year', errorLabel: 'When?', required: true, options: [] });
  const form = englishForm(defineForm([about(year)]));
  expect(errors(form, {})).toEqual({ y: ['When?'] });
  expect(errors(form, { y: '1999' })).toEqual({ y: ['When?'] });
});

test('a choice that is not on its list has to be chosen again; ANSWERED stands for a document', () => {
  const options = [{ value: 'x', label: 'X' }];
  const form = englishForm(
    defineForm([about(select({ key: 'a', label: 'A', options }), radio({ key: 'b', label: 'B', options }))]),
  );
  expect(errors(form, { a: 'gone', b: 'gone' })).toEqual({ a: ['A'], b: ['B'] });
  expect(errors(form, { a: ANSWERED, b: 'x' })).toEqual({});
});
