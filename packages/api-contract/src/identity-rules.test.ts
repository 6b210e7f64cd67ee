import { ENGLISH, say } from '@firstyear/words';
import { identityRules } from '@firstyear/words/identity-rules';
import { expect, test } from 'vitest';
import {
  CODE_LENGTH,
  isCode,
  isEmail,
  MIN_PASSWORD_LENGTH,
  passwordErrors,
  SPECIAL_CHARACTERS,
} from './identity-rules.ts';

const sentences = (password: string) => passwordErrors(password).map((message) => say(identityRules, message, ENGLISH));
const brokenRules = (password: string) => passwordErrors(password).map((message) => message.id);

test('[VAL-04, AMB-064] an address is letters, digits, _ . + - and apostrophes before an @, then a domain with a dot', () => {
  for (const good of ['a.b+c_d-1@ex.org', 'A@EX.ORG', 'x@a-b.c.example', "o'hara@example.org"])
    expect([good, isEmail(good)]).toEqual([good, true]);
  const bad = [
    'a b@ex.org',
    'a@ex',
    'a!@ex.org',
    '@ex.org',
    'a@ex..org',
    'a@.org',
    'a@ex.org ',
    'a@b@ex.org',
    '',
    'ä@ex.org',
    "a@o'hara.org",
    'a"b@ex.org',
    'a`b@ex.org',
  ];
  for (const wrong of bad) expect([wrong, isEmail(wrong)]).toEqual([wrong, false]);
});

test('an address longer than mail allows is refused', () => {
  expect(isEmail(`${'a'.repeat(247)}@ex.org`)).toBe(true);
  expect(isEmail(`${'a'.repeat(248)}@ex.org`)).toBe(false);
});

test('[VAL-07, CONST-03] a password has at least 12 characters', () => {
  expect(MIN_PASSWORD_LENGTH).toBe(12);
  expect(sentences('Abcdefgh1!x')).toEqual(['At least 12 characters']);
  expect(passwordErrors('Abcdefgh1!xy')).toEqual([]);
});

test.each([
  ['[VAL-08] one uppercase letter', 'abcdefghij1!', 'uppercase'],
  ['[VAL-09] one lowercase letter', 'ABCDEFGHIJ1!', 'lowercase'],
  ['[VAL-10] one number', 'Abcdefghijk!', 'number'],
  ['[VAL-11] one special character', 'Abcdefghijk1', 'special'],
  ['[VAL-12] no whitespace before it', ' Abcdefghij1!', 'whitespace'],
  ['[VAL-12] no whitespace after it', 'Abcdefghij1! ', 'whitespace'],
])('%s: a password that lacks it breaks that rule only', (_title, password, rule) => {
  expect(brokenRules(password)).toEqual([rule]);
});

test('[VAL-11] every character of the fixed set counts, any other does not', () => {
  for (const character of SPECIAL_CHARACTERS) expect(passwordErrors(`Abcdefghijk1${character}`)).toEqual([]);
  for (const other of ['§', '€', '¿', ' ', 'é', '🦉']) {
    expect(brokenRules(`Abcdefghij${other}k1`)).toEqual(['special']);
  }
});

test('length counts characters, not UTF-16 units, and the maximum is 128', () => {
  expect(sentences(`Ab1!${'🦉'.repeat(7)}`)).toEqual(['At least 12 characters']);
  expect(passwordErrors(`Ab1!${'🦉'.repeat(124)}`)).toEqual([]);
  expect(sentences(`Ab1!${'x'.repeat(125)}`)).toEqual(['At most 128 characters']);
});

test('[VAL-15, CONST-03] a code is exactly six digits', () => {
  expect([CODE_LENGTH, identityRules.in(ENGLISH).code]).toEqual([
    6,
    'The confirmation code must be exactly 6 numbers.',
  ]);
  expect(isCode('123456')).toBe(true);
  for (const wrong of ['12345', '1234567', '12a456', '', '١٢٣٤٥٦', '123456\n', ' 123456'])
    expect(isCode(wrong)).toBe(false);
});
