import { ACCOUNT_HEADER } from '@firstyear/api-contract/account-header';
import { API_ERRORS } from '@firstyear/api-contract/errors';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { expect, onTestFinished, test } from 'vitest';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { onUnauthorized, request } from './client.ts';
import { isUnauthorized } from './errors.ts';

const SAVED: ScriptedResponse = [200, { message: 'Saved.' }];
const profileOf = (account: string): ScriptedResponse => [
  200,
  {
    username: `${account}@mail.example`,
    account,
    last_page: '',
    successful_login: [],
    web_status: [],
    answer: {},
    document_answer: {},
  },
];
const LOG_IN = { payload: { username: 'ben@mail.example', password: 'x' } };

test('every call under /api names the account whose profile the page has loaded, until the next login', async () => {
  const profiles = [profileOf('ada'), profileOf('ben')];
  const calls = scriptNetwork(({ path }) => (path === '/api/profile' ? (profiles.shift() ?? SAVED) : SAVED));
  await request('answer', { payload: {} });
  await request('profile');
  await request('answer', { payload: {}, headers: { 'save-client': 'tab' } });
  await request('logout');
  await request('forgotPassword', { payload: { username: 'ada@mail.example' } });
  await request('login', LOG_IN);
  await request('profile');
  await request('getTabs').catch(() => {});
  expect(calls.map(({ path, headers }) => [path, headers.get(ACCOUNT_HEADER)])).toEqual([
    ['/api/answer', null],
    ['/api/profile', null],
    ['/api/answer', 'ada'],
    ['/api/logout', 'ada'],
    ['/public/forgot-password', null],
    ['/public/login', null],
    ['/api/profile', null],
    ['/api/tabs', 'ben'],
  ]);
});

test('a refusal since another account is logged in ends the session of the page, with the words of the server', async () => {
  const status = API_ERRORS.other_account;
  const message = apiErrors.in(ENGLISH).other_account;
  scriptNetwork(() => [status, { code: 'other_account', message }]);
  const heard: unknown[] = [];
  onTestFinished(onUnauthorized((error) => heard.push([error.isOtherAccount, error.message])));
  const error = await request('answer', { payload: {} }).catch((thrown: unknown) => thrown);
  expect([isUnauthorized(error), heard]).toEqual([true, [[true, message]]]);
});
