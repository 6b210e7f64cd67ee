import { type IdentityMessage, SPECIAL_CHARACTERS } from '@firstyear/api-contract/identity-rules';
import { ENGLISH, say } from '@firstyear/words';
import { identityRules } from '@firstyear/words/identity-rules';
import { describe, expect, test } from 'vitest';
import {
  checkCode,
  checkEmailChange,
  checkForgot,
  checkLogin,
  checkPasswordChange,
  checkReset,
  checkSignup,
  passwordChecklist,
} from './auth-rules.ts';
import type { FormErrors } from './use-auth-form.ts';

const GOOD = 'Abcdefghij1!';
const EMAIL = 'ada@mail.example';

/** The errors of a card in English. */
function said(errors: FormErrors<string>): Readonly<Record<string, readonly string[]>> {
  const sentences = (messages: readonly IdentityMessage[] = []) =>
    messages.map((message) => say(identityRules, message, ENGLISH));
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, sentences(messages)]));
}

describe('what the cards check', () => {
  test('[VAL-06, VAL-14, VAL-17] login: a valid email address and any password', () => {
    expect(said(checkLogin({ username: 'x', password: '' }))).toEqual({
      username: ['Please provide a valid email address.'],
      password: ['Password is required.'],
    });
    expect(said(checkLogin({ username: EMAIL, password: 'x' }))).toEqual({});
  });

  test('[VAL-20, DATA-13] sign-up: each field alone is found, with every message of it', () => {
    expect(said(checkSignup({ username: 'x', password: GOOD }))).toEqual({
      username: ['Your email address must be valid.'],
    });
    expect(said(checkSignup({ username: EMAIL, password: 'abc' }))).toEqual({
      password: [
        'At least 12 characters',
        'One uppercase letter',
        'One number',
        `One special character from ${SPECIAL_CHARACTERS}`,
      ],
    });
    expect(said(checkSignup({ username: EMAIL, password: GOOD }))).toEqual({});
  });

  test('a change of the email address: a valid address and any password', () => {
    expect(said(checkEmailChange({ username: 'x', current_password: '' }))).toEqual({
      username: ['Your email address must be valid.'],
      current_password: ['Password is required.'],
    });
    expect(said(checkEmailChange({ username: ` ${EMAIL} `, current_password: 'x' }))).toEqual({});
  });

  test('spaces around an email address are allowed; spaces around a password are not', () => {
    expect(said(checkSignup({ username: ` ${EMAIL} `, password: GOOD }))).toEqual({});
    expect(said(checkSignup({ username: EMAIL, password: ` ${GOOD}` }))).toHaveProperty('password');
  });

  test.each(['', '12345', '1234567', '12a456'])('[VAL-15, VAL-18] confirm: %j is no code', (code) => {
    const values = { username: '', code };
    expect(said(checkCode(values))).toEqual({
      code: ['The confirmation code must be exactly 6 numbers.'],
    });
  });

  test('[VAL-18] confirm checks nothing but the code', () => {
    const values = { username: 'nonsense', code: '123456' };
    expect(said(checkCode(values))).toEqual({});
  });

  test('[VAL-19] forgot checks the email address', () => {
    expect(said(checkForgot({ username: 'a@b' }))).toEqual({ username: ['Your email address must be valid.'] });
    expect(said(checkForgot({ username: EMAIL }))).toEqual({});
  });

  test('[VAL-13, VAL-22] reset checks both passwords and the id of the link, not the email address', () => {
    const values = { username: 'nonsense', password: GOOD, confirm_password: GOOD, id: 'x' };
    expect(said(checkReset(values))).toEqual({});
    expect(said(checkReset({ ...values, confirm_password: `${GOOD}x` }))).toEqual({
      confirm_password: ['passwords must match'],
    });
    expect(said(checkReset({ ...values, id: '' }))).toEqual({
      id: ['This page needs the whole link from our email, and part of it is missing. Please ask for a new link.'],
    });
    expect(said(checkReset({ ...values, password: 'abc', confirm_password: 'abc' }))).toHaveProperty('password');
  });
});

test('a change of password needs the current one, and the new one twice', () => {
  const values = { current_password: 'x', password: GOOD, confirm_password: GOOD };
  expect(said(checkPasswordChange(values))).toEqual({});
  expect(said(checkPasswordChange({ ...values, current_password: '' }))).toEqual({
    current_password: ['Password is required.'],
  });
  expect(said(checkPasswordChange({ ...values, confirm_password: `${GOOD}x` }))).toEqual({
    confirm_password: ['passwords must match'],
  });
  expect(said(checkPasswordChange({ ...values, password: 'abc', confirm_password: 'abc' }))).toHaveProperty('password');
});

describe('the checklist', () => {
  const states = (password: string, errors: readonly IdentityMessage[]) =>
    Object.fromEntries(passwordChecklist(password, errors).map(({ message, state }) => [message.id, state]));
  const errorsOf = (password: string) => checkSignup({ username: EMAIL, password }).password ?? [];

  test('[AUTHCARD-15] every item is inactive while the password is empty', () => {
    expect(new Set(Object.values(states('', errorsOf(''))))).toEqual(new Set(['inactive']));
  });

  test('[AUTHCARD-16] an item shows error while its message is among the errors', () => {
    expect(states('abc', errorsOf('abc'))).toEqual({
      length: 'error',
      uppercase: 'error',
      lowercase: 'success',
      number: 'error',
      special: 'error',
      whitespace: 'success',
    });
  });

  test('the maximum is listed only when it is exceeded', () => {
    const long = `${GOOD}${'x'.repeat(128)}`;
    expect(states(long, errorsOf(long))).toMatchObject({ length: 'success', maximum: 'error' });
    expect(Object.keys(states('', errorsOf('')))).toHaveLength(6);
  });

  test('[AUTHCARD-17] every item of a good password shows success', () => {
    const all = Object.values(states(GOOD, errorsOf(GOOD)));
    expect(all).toEqual(Array.from({ length: 6 }, () => 'success'));
  });
});
