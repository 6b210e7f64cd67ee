import { describe, expect, test } from 'vitest';
import { defineForm, page } from './builders.ts';
import { check, file, radio, select, text, textarea } from './kinds/index.ts';
import { cleanAnswer, cleanTyped, parseAnswers } from './parse-answers.ts';
import { englishForm } from './testing/english-form.ts';

const form = englishForm(
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
  test('known keys are accepted with the type of their question', () => {
    const answers = { name: 'Ada', comment: 'ten chars!', taken: 'yes', taken_desc: 'Yes', agree: false };
    expect(parseAnswers(form, answers)).toEqual({ answers, refused: [] });
    expect(parseAnswers(form, { agree: '' })).toEqual({ answers: { agree: '' }, refused: [] });
  });

  test('a label is accepted as it is, a text while it is typed keeps the space at its end, and a page may keep long ones', () => {
    const label = { taken_desc: ' Yes,  sir ' };
    expect(parseAnswers(form, label)).toEqual({ answers: label, refused: [] });
    const name = form.byKey.get('name')?.question;
    expect(name && cleanTyped(name, 'a\0b ')).toBe('ab ');
    const long = { comment: 'x'.repeat(11) };
    expect(parseAnswers(form, long, true)).toEqual({ answers: long, refused: [] });
  });

  test('null becomes the empty answer', () => {
    expect(parseAnswers(form, { comment: null })).toEqual({ answers: { comment: '' }, refused: [] });
  });

  test.each([
    ['name', 1],
    ['name', true],
    ['comment', 1],
    ['name', ['x']],
    ['name', { x: 'x' }],
    ['agree', 'true'],
    ['taken_desc', 1],
  ])('%s may not be %o', (key, value) => {
    expect(parseAnswers(form, { [key]: value })).toEqual({ answers: {}, refused: [{ key, problem: 'wrong-type' }] });
  });

  test('[AMB-082] one bad answer never stops the others', () => {
    expect(parseAnswers(form, { comment: 'x'.repeat(11), name: 'Ada', agree: 'true', taken: 'yes' })).toEqual({
      answers: { name: 'Ada', taken: 'yes' },
      refused: [
        { key: 'comment', problem: 'too-long' },
        { key: 'agree', problem: 'wrong-type' },
      ],
    });
  });

  test.each([
    ['a NUL', 'a\0b', 'ab', 'ab'],
    ['half of a pair', 'a\ud800b\udc00', 'ab', 'ab'],
    ['a whole pair', '𠮷 👩‍🎓', '𠮷 👩‍🎓', '𠮷 👩‍🎓'],
    ['control characters', 'a\u0007b\u009fc\u007f', 'abc', 'abc'],
    ['a direction that is turned around', 'Ada \u202eetaD\u202c\u2066 B\u2069\u200f', 'Ada etaD B', 'Ada etaD B'],
    [
      'a name from right to left',
      '\u05e2\u05d3\u05d4 \u0622\u062f\u0627',
      '\u05e2\u05d3\u05d4 \u0622\u062f\u0627',
      '\u05e2\u05d3\u05d4 \u0622\u062f\u0627',
    ],
    ['a tab', 'a\tb', 'a b', 'a b'],
    ['line ends of every system', 'a\r\nb\rc\nd\u2028e', 'a b c d e', 'a\nb\nc\nd\ne'],
    ['a letter and its mark', 'Zoe\u0308', 'Zo\u00eb', 'Zo\u00eb'],
  ])('[AMB-082] %s that a paste brings along is cleaned, in one line and in several', (_, pasted, line, lines) => {
    const [name, comment] = ['name', 'comment'].map((key) => form.byKey.get(key)?.question);
    if (!name || !comment) throw new Error('The form lacks a question.');
    expect([cleanAnswer(name, pasted), cleanAnswer(comment, pasted)]).toEqual([line, lines]);
    expect(parseAnswers(form, { name: pasted, comment: pasted.slice(0, 10) }).answers.name).toBe(line);
  });

  test.each([
    ['spaces around it', ' 570 ', '570'],
    ['blanks alone', ' \u00a0\u3000', ''],
    ['several spaces', 'Ada\u00a0 Maria', 'Ada Maria'],
    ['zero-width characters', '\u200bBerea\ufeff\u2060\u00ad', 'Berea'],
    ['joiners in a Latin name and at its ends', '\u200dA\u200cda\u200d', 'Ada'],
    [
      'joiners that shape Persian and emoji',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩‍🎓',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩‍🎓',
    ],
    ['full-width digits', '５７０', '570'],
    ['a full-width code', 'Ｋ１Ａ　０Ｂ１', 'K1A 0B1'],
    ['Arabic digits', '٤٠٤٠٣', '40403'],
    ['digits in an Arabic address', 'شارع ١٢', 'شارع ١٢'],
    ['a name in Katakana', 'ｱﾀﾞ 高橋', 'ｱﾀﾞ 高橋'],
  ])('a line of text is stored clean: %s', (_, typed, stored) => {
    const name = form.byKey.get('name')?.question;
    if (!name) throw new Error('The form lacks a question.');
    expect(cleanAnswer(name, typed)).toBe(stored);
    expect(parseAnswers(form, { name: typed })).toEqual({ answers: { name: stored }, refused: [] });
  });

  test('the value of a choice is stored as the form has it, and other text of such a question clean', () => {
    const chosen = select({ key: 'place', label: 'Place', options: [{ value: ' A  B ', label: 'A' }] });
    expect([cleanAnswer(chosen, ' A  B '), cleanAnswer(chosen, ' C  D ')]).toEqual([' A  B ', 'C D']);
  });

  test('several lines of text keep their spaces', () => {
    expect(parseAnswers(form, { comment: ' a\n  b ' }).answers).toEqual({ comment: ' a\n  b ' });
  });

  test('a text that is too long with combining marks fits once they are composed', () => {
    expect(parseAnswers(form, { comment: 'e\u0301'.repeat(10) }).refused).toEqual([]);
  });

  test.each(['unknown', 'name_desc', 'constructor', '_desc', 'toString'])('the key %s is unknown', (key) => {
    expect(parseAnswers(form, { [key]: 'x' })).toEqual({ answers: {}, refused: [{ key, problem: 'unknown' }] });
  });

  test('__proto__ in JSON is an unknown key and changes nothing', () => {
    const input: unknown = JSON.parse('{"__proto__": {"name": "x"}}');
    if (typeof input !== 'object' || input === null) throw new Error('not an object');
    expect(parseAnswers(form, { ...Object.fromEntries(Object.entries(input)) })).toEqual({
      answers: {},
      refused: [{ key: '__proto__', problem: 'unknown' }],
    });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  test.each([
    ['name', 45],
    ['comment', 10],
    ['taken_desc', 300],
  ])('%s takes %i characters and not one more', (key, length) => {
    expect(parseAnswers(form, { [key]: 'x'.repeat(length) }).refused).toEqual([]);
    expect(parseAnswers(form, { [key]: 'x'.repeat(length + 1) })).toEqual({
      answers: {},
      refused: [{ key, problem: 'too-long' }],
    });
  });

  test('documents are left out: only the server sets them', () => {
    expect(parseAnswers(form, { paper: 'ANSWERED', name: 'Ada' })).toEqual({ answers: { name: 'Ada' }, refused: [] });
  });
});
