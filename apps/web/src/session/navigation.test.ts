import { expect, test } from 'vitest';
import { parseNavigationState } from './navigation.ts';

test('[REDIR-11] carried answers, username and messages are read back from a history entry', () => {
  const state = { answers: { first_name: 'Ada', optin_sms_ind: true }, username: 'ada@mail.example', success: 'Done.' };
  expect(parseNavigationState(structuredClone(state))).toEqual(state);
});

test('[REDIR-08] a logout without a message differs from no logout', () => {
  expect(parseNavigationState({ error: null })).toStrictEqual({ error: null });
  expect(parseNavigationState({})).toStrictEqual({});
  const state = { ended: 'invalid', error: 'Please try the new password first.' };
  expect(parseNavigationState(state)).toStrictEqual(state);
});

test.each([
  null,
  undefined,
  'text',
  7,
  [],
  { answers: null },
  { answers: 'x', username: 3, ended: 5, error: 4, success: {} },
])('a history entry that holds %j is read as nothing', (state) => {
  expect(parseNavigationState(state)).toEqual({});
});

test('answers that are neither text nor true or false are left out', () => {
  expect(parseNavigationState({ answers: { a: 'x', b: { c: 1 }, d: null } })).toEqual({ answers: { a: 'x' } });
});
