import { expect, test } from 'vitest';
import { ANSWERED, EMPTY_STATE } from './answers.ts';
import { check, form, page, radio, select, showWhen, text } from './builders.ts';
import { equals } from './condition.ts';
import type { Item } from './form.ts';
import { indexForm } from './index-form.ts';
import type { Rule } from './question.ts';
import { validate } from './validate.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const says = (message: string): Rule => ({ check: (value) => (value === 'bad' ? message : undefined) });
const about = (...items: Item[]) => page({ id: 'about', navLabel: '', title: '' }, items);
const education = (...items: Item[]) => page({ id: 'education', navLabel: '', title: '' }, items);
const errors = (index: ReturnType<typeof indexForm>, answers: Record<string, string | boolean>) =>
  validate(index, { ...EMPTY_STATE, answers }, MOMENT);

test('[VAL-01] a required question added to one page changes the check of that page only', () => {
  const name = text({ key: 'name', label: 'Name', required: true });
  const school = text({ key: 'school', label: 'School', required: true });
  const before = indexForm(form([about(name), education()]));
  const after = indexForm(form([about(name), education(school)]));
  for (const index of [before, after])
    expect(validate(index, EMPTY_STATE, MOMENT, 'about')).toEqual({ name: ['Name'] });
  expect(validate(before, EMPTY_STATE, MOMENT, 'education')).toEqual({});
  expect(validate(after, EMPTY_STATE, MOMENT, 'education')).toEqual({ school: ['School'] });
  expect(validate(after, EMPTY_STATE, MOMENT)).toEqual({ name: ['Name'], school: ['School'] });
});

test('[VAL-02] all messages of a field are collected without repeats, and only broken fields are named', () => {
  const index = indexForm(
    form([
      about(
        text({ key: 'a', label: 'A', rules: [says('One.'), says('Two.'), says('One.')] }),
        text({ key: 'b', label: 'B', rules: [says('Three.')] }),
      ),
    ]),
  );
  expect(errors(index, { a: 'bad', b: 'good' })).toEqual({ a: ['One.', 'Two.'] });
});

test('[VAL-03] a rule that says the same as the label says it once', () => {
  const sameWords: Rule = { check: (value, { label }) => (value === '' ? label : undefined) };
  const index = indexForm(form([about(text({ key: 'a', label: 'A', required: true, rules: [sameWords] }))]));
  expect(errors(index, {})).toEqual({ a: ['A'] });
});

test('errors come in the order of the page', () => {
  const index = indexForm(
    form([about(...['z', 'm', 'a'].map((key) => text({ key, label: key.toUpperCase(), required: true })))]),
  );
  expect(Object.keys(errors(index, {}))).toEqual(['z', 'm', 'a']);
});

test('a hidden question is not asked for, and what it holds is not read', () => {
  const reads: Rule = { check: (_value, { answers }) => (answers.b === 'x' ? 'b is x' : undefined) };
  const index = indexForm(
    form([
      about(
        text({ key: 'a', label: 'A', rules: [reads] }),
        showWhen(equals('a', 'show'), [text({ key: 'b', label: 'B', required: true })]),
      ),
    ]),
  );
  expect(errors(index, { a: 'show' })).toEqual({ b: ['B'] });
  expect(errors(index, { a: 'hide', b: 'x' })).toEqual({});
});

test('a required check must be ticked', () => {
  const index = indexForm(form([about(check({ key: 'agree', label: 'I agree', required: true }))]));
  expect(errors(index, { agree: false })).toEqual({ agree: ['I agree'] });
  expect(errors(index, { agree: true })).toEqual({});
});

test('a question whose label says little is called by other words in its messages', () => {
  const year = select({ key: 'y', label: 'Year', errorLabel: 'When?', required: true, options: [] });
  const index = indexForm(form([about(year)]));
  expect(errors(index, {})).toEqual({ y: ['When?'] });
  expect(errors(index, { y: '1999' })).toEqual({ y: ['When?'] });
});

test('a choice that is not on its list has to be chosen again; ANSWERED stands for a document', () => {
  const options = [{ value: 'x', label: 'X' }];
  const index = indexForm(
    form([about(select({ key: 'a', label: 'A', options }), radio({ key: 'b', label: 'B', options }))]),
  );
  expect(errors(index, { a: 'gone', b: 'gone' })).toEqual({ a: ['A'], b: ['B'] });
  expect(errors(index, { a: ANSWERED, b: 'x' })).toEqual({});
});
