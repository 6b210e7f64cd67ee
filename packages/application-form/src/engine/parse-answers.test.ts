import { describe, expect, test } from 'vitest';
import { defineForm, page } from './builders.ts';
import { indexForm } from './index-form.ts';
import { check, file, radio, text, textarea } from './kinds/index.ts';
import { parseAnswers } from './parse-answers.ts';

const form = indexForm(
  defineForm([
    page({ id: 'final-steps', navLabel: '', title: '' }, [
      text({ key: 'name', label: 'Name' }),
      textarea({ key: 'comment', label: 'Comment', limit: 10 }),
      radio({ key: 'taken', label: 'Taken', options: [{ value: 'yes', label: 'Yes' }] }),
      check({ key: 'agree', label: 'Agree' }),
      file({ key: 'paper', label: 'Paper' }),
    ]),
  ]),
);

describe('answers from outside', () => {
  test('known keys pass with the type their question asks for', () => {
    const answers = { name: 'Ada', comment: 'ten chars!', taken: 'yes', taken_desc: 'Yes', agree: false };
    expect(parseAnswers(form, answers)).toEqual({ ok: true, answers });
    expect(parseAnswers(form, { agree: '' })).toEqual({ ok: true, answers: { agree: '' } });
  });

  test('null becomes the empty answer', () => {
    expect(parseAnswers(form, { comment: null })).toEqual({ ok: true, answers: { comment: '' } });
  });

  test.each([
    ['name', 1],
    ['name', true],
    ['name', ['x']],
    ['name', { x: 'x' }],
    ['agree', 'true'],
    ['taken_desc', 1],
    ['name', 'a\0b'],
    ['name', 'half \ud800 a pair'],
  ])('%s may not be %o', (key, value) => {
    expect(parseAnswers(form, { [key]: value })).toEqual({ ok: false, key, problem: 'wrong-type' });
  });

  test.each(['unknown', 'name_desc', 'constructor', '_desc', 'toString'])('the key %s is unknown', (key) => {
    expect(parseAnswers(form, { [key]: 'x' })).toEqual({ ok: false, key, problem: 'unknown' });
  });

  test('__proto__ in JSON is an unknown key and changes nothing', () => {
    const input: unknown = JSON.parse('{"__proto__": {"name": "x"}}');
    if (typeof input !== 'object' || input === null) throw new Error('not an object');
    expect(parseAnswers(form, { ...Object.fromEntries(Object.entries(input)) })).toMatchObject({
      ok: false,
      key: '__proto__',
    });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  test.each([
    ['name', 45],
    ['comment', 10],
    ['taken_desc', 300],
  ])('%s takes %i characters and not one more', (key, length) => {
    expect(parseAnswers(form, { [key]: 'x'.repeat(length) }).ok).toBe(true);
    expect(parseAnswers(form, { [key]: 'x'.repeat(length + 1) })).toEqual({ ok: false, key, problem: 'too-long' });
  });

  test('documents are left out: only the server sets them', () => {
    expect(parseAnswers(form, { paper: 'ANSWERED', name: 'Ada' })).toEqual({ ok: true, answers: { name: 'Ada' } });
  });
});
