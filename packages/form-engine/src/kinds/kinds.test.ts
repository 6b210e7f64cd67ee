import { describe, expect, test } from 'vitest';
import { ANSWERED, type Answers } from '../answers.ts';
import { defineForm, page } from '../builders.ts';
import { englishForm } from '../testing/english-form.ts';
import {
  check,
  conditionalSelect,
  date,
  file,
  formatSsn,
  isChoice,
  isDocument,
  isKind,
  labelOf,
  lookup,
  maxLengthOf,
  number,
  password,
  phone,
  type Question,
  radio,
  select,
  storedKeysOf,
  text,
  textarea,
  traitsOf,
} from './index.ts';

const MOMENT = { now: 0, today: '2026-11-20' };
const OPTIONS = [{ value: 'x', label: 'The X' }];
const OF_EVERY_KIND = [
  text({ key: 'text', label: 'L' }),
  textarea({ key: 'textarea', label: 'L' }),
  date({ key: 'date', label: 'L' }),
  number({ key: 'number', label: 'L', unit: 'km' }),
  password({ key: 'password', label: 'L' }),
  phone({ key: 'phone', label: 'L', optIn: check({ key: 'opt_in', label: 'L' }) }),
  select({ key: 'select', label: 'L', options: OPTIONS }),
  conditionalSelect({
    key: 'conditional',
    label: 'L',
    options: { controlledBy: 'select', cases: { x: OPTIONS }, unanswered: OPTIONS, otherwise: 'text' },
  }),
  radio({ key: 'radio', label: 'L', options: OPTIONS }),
  check({ key: 'check', label: 'L' }),
  lookup({ key: 'lookup', label: 'L', category: 'address', fills: { city: 'text', zip: 'password' } }),
  file({ key: 'file', label: 'L' }),
] as const;
const form = englishForm(defineForm([page({ id: 'about', navLabel: '', title: '' }, OF_EVERY_KIND)]));
const keysWith = (has: (question: Question) => boolean) =>
  OF_EVERY_KIND.filter(has).map((question: Question) => question.key);
const textOfAnswer = (question: Question, answers: Answers) =>
  traitsOf(question).toText(question, answers, MOMENT, form.words);

describe('the traits of kinds', () => {
  test('choices are answered from a list, documents by an upload', () => {
    expect(keysWith(isChoice)).toEqual(['select', 'conditional', 'radio']);
    expect(keysWith(isDocument)).toEqual(['file']);
    expect(isKind('text')).toBe(true);
    for (const other of ['section', 'toString', '']) expect(isKind(other)).toBe(false);
  });

  test('lengths: 45 characters for a line, 1500 for a text area, 20 for a number, 100 for answers that are not typed freely', () => {
    expect(OF_EVERY_KIND.map((question) => [question.kind, maxLengthOf(question)])).toEqual([
      ['text', 45],
      ['textarea', 1500],
      ['date', 100],
      ['number', 20],
      ['password', 45],
      ['phone', 100],
      ['select', 100],
      ['conditional-select', 100],
      ['radio', 100],
      ['check', 100],
      ['lookup', 45],
      ['file', 100],
    ]);
    expect(maxLengthOf(text({ key: 'a', label: 'A', maxLength: 7 }))).toBe(7);
    expect(maxLengthOf(textarea({ key: 'a', label: 'A', limit: 7 }))).toBe(7);
    expect(maxLengthOf(password({ key: 'a', label: 'A', maxLength: 7 }))).toBe(7);
    expect(maxLengthOf(lookup({ key: 'a', label: 'A', maxLength: 7, category: 'address', fills: {} }))).toBe(7);
  });

  test('a social security number is sealed, and so is any question that says so', () => {
    expect(keysWith((question) => traitsOf(question).isSealed(question))).toEqual([]);
    for (const question of [
      text({ key: 'a', label: 'A', category: 'ssn' }),
      text({ key: 'a', label: 'A', sealed: true }),
      date({ key: 'a', label: 'A', sealed: true }),
    ]) {
      expect(traitsOf(question).isSealed(question)).toBe(true);
    }
    const hidden = text({ key: 'a', label: 'A', category: 'password' });
    expect(traitsOf(hidden).isSealed(hidden)).toBe(false);
  });
});

describe('the keys of a kind', () => {
  test('a choice stores its label too, and every other kind stores one key', () => {
    for (const question of OF_EVERY_KIND) {
      const { key } = question;
      expect(storedKeysOf(question)).toEqual(isChoice(question) ? [key, `${key}_desc`] : [key]);
    }
    expect(form.byStoredKey.get('select_desc')?.question.key).toBe('select');
    expect(form.byStoredKey.has('text_desc')).toBe(false);
  });

  test('a phone adds its check box to the form, right after it', () => {
    const keys = form.fields.map((field) => field.question.key);
    expect(keys[keys.indexOf('phone') + 1]).toBe('opt_in');
    const alone = phone({ key: 'a', label: 'A' });
    expect(traitsOf(alone).carries(alone)).toEqual([]);
  });

  test('a conditional select follows its country, and a lookup lists the keys that it fills', () => {
    for (const question of OF_EVERY_KIND) {
      expect(traitsOf(question).follows(question)).toBe(question.kind === 'conditional-select' ? 'select' : undefined);
      const traits = traitsOf(question);
      expect(traits.references(question)).toEqual(question.kind === 'conditional-select' ? ['select'] : []);
      expect(traits.fills(question), question.key).toEqual(question.kind === 'lookup' ? ['text', 'password'] : []);
    }
  });
});

describe('how an answer reads as plain text', () => {
  test('no answer is empty text, except for an unticked box', () => {
    for (const question of OF_EVERY_KIND) {
      expect(textOfAnswer(question, {}), question.key).toBe(question.kind === 'check' ? '[ ]' : '');
    }
  });

  test.each([
    ['text', 'Ada', 'Ada'],
    ['textarea', 'One\nTwo', 'One\nTwo'],
    ['date', '2008-05-04', 'May 4, 2008'],
    ['number', '12', '12 km'],
    ['password', 'open sesame', '••••••••'],
    ['phone', '(212) 555-0123', '(212) 555-0123'],
    ['select', 'x', 'The X'],
    ['conditional', 'x', 'The X'],
    ['radio', 'gone', 'gone'],
    ['check', true, '[X]'],
    ['check', false, '[ ]'],
    ['lookup', 'Sampleton', 'Sampleton'],
    ['file', ANSWERED, 'A document is attached.'],
    ['file', 'something else', ''],
  ])('%s: %o reads %s', (key, value, expected) => {
    const question = form.byKey.get(key)?.question;
    expect(question && textOfAnswer(question, { [key]: value })).toBe(expected);
  });

  test('a choice has the label of its list, and one that has left the list its stored label', () => {
    const [, , , , , , choice, conditional] = OF_EVERY_KIND;
    expect(textOfAnswer(choice, { select: 'x', select_desc: 'La X' })).toBe('The X');
    expect(textOfAnswer(choice, { select: 'gone', select_desc: 'The old X' })).toBe('The old X');
    expect(textOfAnswer(choice, { select: '', select_desc: 'The old X' })).toBe('');
    expect(textOfAnswer(conditional, { select: 'elsewhere', conditional: 'Hessen' })).toBe('Hessen');
    expect(labelOf(choice, 'x', {}, MOMENT)).toBe('The X');
    expect(labelOf(choice, 'gone', {}, MOMENT)).toBe('gone');
    expect(labelOf(conditional, 'x', { select: 'elsewhere' }, MOMENT)).toBe('x');
  });

  test('a password category is dots, a social security number is shaped', () => {
    expect(textOfAnswer(text({ key: 'a', label: 'A', category: 'password' }), { a: 'secret' })).toBe('••••••••');
    expect(textOfAnswer(text({ key: 'a', label: 'A', category: 'password' }), {})).toBe('');
    expect(textOfAnswer(text({ key: 'a', label: 'A', category: 'ssn' }), { a: '000 12-3456' })).toBe('000-12-3456');
    expect(['', '123', '1234', '12345', '123456', '1234567890'].map(formatSsn)).toEqual([
      '',
      '123',
      '123-4',
      '123-45',
      '123-45-6',
      '123-45-6789',
    ]);
  });
});
