import { expect, test } from 'vitest';
import { EMPTY_STATE } from './answers.ts';
import { monthYear, section, showWhen } from './builders.ts';
import { equals } from './condition.ts';
import { changedKeys, correctAnswers, correctableFields, correctionErrors, labelsOf } from './corrections.ts';
import { check, conditionalSelect, file, phone, select, text } from './kinds/index.ts';
import { englishForm } from './testing/english-form.ts';
import { validate } from './validate.ts';

const NOW = { now: Date.parse('2026-11-20T12:00:00Z'), today: '2026-11-20' };
const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const form = englishForm({
  pages: [
    {
      ...{ id: 'about', navLabel: 'About', title: 'About' },
      items: [
        section({ id: 'all', title: 'All' }, [
          text({ key: 'name', label: 'Name', required: true }),
          text({ key: 'number', label: 'Number', sealed: true }),
          file({ key: 'paper', label: 'Paper' }),
          text({ key: 'reason', label: 'Why not?', rules: [{ rule: 'needed-when', when: equals('name', 'Eve') }] }),
          showWhen(equals('works', 'no'), [], { alsoClears: ['reason'] }),
          phone({ key: 'phone', label: 'Phone', optIn: check({ key: 'texts', label: 'Send me texts' }) }),
          select({ key: 'works', label: 'Do you work?', options: YES_NO }),
          showWhen(equals('works', 'yes'), [
            text({ key: 'job', label: 'Job', required: true }),
            select({ key: 'paid', label: 'Is it paid?', options: YES_NO }),
            showWhen(equals('paid', 'yes'), [text({ key: 'hours', label: 'Hours' })]),
          ]),
          check({ key: 'agreed', label: 'All of this is true.', required: true }),
          select({ key: 'waived', label: 'I give up my right to read letters.', options: YES_NO }),
        ]),
      ],
    },
  ],
  roles: { counselor_waiver: 'waived' },
});
const before = { ...EMPTY_STATE, answers: { name: 'Jon', works: 'no', works_desc: 'No', agreed: true, waived: 'yes' } };
const correct = (asked: readonly string[], given: Readonly<Record<string, string>>) =>
  correctAnswers(form, before, asked, given, NOW);
const errorsOf = (correction: ReturnType<typeof correct>) =>
  correctionErrors(form, before, correction, validate(form, { ...before, answers: correction.answers }, NOW), NOW);

test('a visible question is offered, but not a sealed one, a document, a hidden one, one that another carries, or what was signed', () => {
  const keys = correctableFields(form, before, NOW).map(({ question }) => question.key);
  expect(keys).toEqual(['name', 'reason', 'phone', 'works']);
});

test('only the answers to asked questions are taken, and those that come with them', () => {
  const { answers, open } = correct(['phone'], { phone: '(502) 555-0100', name: 'Eve', number: '1' });
  expect(answers).toMatchObject({ name: 'Jon', phone: '(502) 555-0100' });
  expect(answers.number).toBeUndefined();
  expect([...open]).toEqual(['phone', 'texts']);
  expect(correct(['number', 'paper'], { number: '1', paper: 'ANSWERED' })).toEqual({
    answers: before.answers,
    open: new Set(),
  });
});

test('questions that a corrected answer shows open with it, at any depth, and have to be answered', () => {
  expect([...correct(['works'], {}).open]).toEqual(['works']);
  const shown = correct(['works'], { works: 'yes', paid: 'yes', hours: '12' });
  expect([...shown.open]).toEqual(['works', 'job', 'paid', 'hours']);
  expect(shown.answers).toMatchObject({ works_desc: 'Yes', hours: '12' });
  expect(Object.keys(errorsOf(shown))).toEqual(['job']);
  expect(errorsOf(correct(['works'], { works: 'yes', job: 'Baker' }))).toEqual({});
});

test('what a corrected answer hides is cleared; the names of what changed are told', () => {
  const worked = { ...EMPTY_STATE, answers: { name: 'Jon', works: 'yes', works_desc: 'Yes', job: 'Baker' } };
  const { answers } = correctAnswers(form, worked, ['works'], { works: 'no' }, NOW);
  expect(answers).toMatchObject({ works: 'no', job: '' });
  const changed = changedKeys(form, worked.answers, answers);
  expect(changed).toEqual(['works', 'job']);
  expect(changedKeys(form, worked.answers, { ...worked.answers, works_desc: 'I do' })).toEqual(['works']);
  const free = { ...EMPTY_STATE, answers: { works: 'no', reason: 'School' } };
  expect([...correctAnswers(form, free, ['works'], { works: 'yes' }, NOW).open]).toContain('reason');
  expect(labelsOf(form, [...changed, 'gone'])).toBe('Do you work?, Job, gone');
});

test('an error that was there before is nothing that a correction of another answer has to do with', () => {
  const wrong = { ...EMPTY_STATE, answers: { works: 'no', agreed: true } };
  const correction = correctAnswers(form, wrong, ['phone'], {}, NOW);
  const errors = validate(form, { ...wrong, answers: correction.answers }, NOW);
  expect(Object.keys(errors)).toEqual(['name']);
  expect(correctionErrors(form, wrong, correction, errors, NOW)).toEqual({});
  const errorsAfter = (key: string, value: string) => {
    const next = correctAnswers(form, wrong, [key], { [key]: value }, NOW);
    return Object.keys(correctionErrors(form, wrong, next, validate(form, { ...wrong, ...next }, NOW), NOW));
  };
  expect([errorsAfter('name', ''), errorsAfter('works', 'yes')]).toEqual([['name'], ['job']]);
  expect(Object.keys(errorsOf(correct(['name'], { name: '' })))).toEqual(['name']);
  expect(Object.keys(errorsOf(correct(['name'], { name: 'Eve' })))).toEqual(['reason']);
});

test('a month and its year are corrected together, as are an answer and the choices that follow it', () => {
  const pair = (name: string) =>
    monthYear({
      legend: name,
      month: select({ key: `${name}_month`, label: 'Month', options: YES_NO }),
      year: select({ key: `${name}_year`, label: 'Year', options: YES_NO }),
    });
  const options = { controlledBy: 'country', cases: {}, unanswered: YES_NO, otherwise: 'text' } as const;
  const state = conditionalSelect({ key: 'state', label: 'State', options });
  const dated = englishForm({
    pages: [
      {
        id: 'one',
        navLabel: 'One',
        title: 'One',
        items: [text({ key: 'country', label: 'Country' }), state, pair('start')],
      },
      { id: 'two', navLabel: 'Two', title: 'Two', items: [text({ key: 'x', label: 'X' }), pair('end')] },
    ],
  });
  const opened = (key: string) => [...correctAnswers(dated, EMPTY_STATE, [key], {}, NOW).open];
  expect([opened('end_year'), opened('country')]).toEqual([
    ['end_month', 'end_year'],
    ['country', 'state'],
  ]);
});
