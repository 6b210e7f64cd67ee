import { ALL_CALLS } from '@firstyear/api-contract/all-calls';
import type { Audience, Call } from '@firstyear/api-contract/call';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { mintTemporaryToken } from '../../accounts/access-token/service.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { asks, tokenTo } from '../helpers/helpers.testing.ts';
import { newApplicant } from './applicant.testing.ts';

const callsFor = (audience: Audience) => ALL_CALLS.filter(([, call]) => call.for === audience);

/** The credentials of each audience: cookies of a session, and the tokens of three links. */
let cookies: Record<string, string>;
let staffCookies: Record<string, string>;
let tokens: readonly string[];
const server = await suiteApp();
beforeAll(async () => {
  const ada = await newApplicant(server);
  cookies = Object.fromEntries(ada.cookies);
  staffCookies = Object.fromEntries((await newColleague(server, 'director')).cookies);
  const application = await server.db.selectFrom('application').selectAll().executeTakeFirstOrThrow();
  const service = await mintStaffToken({ ...server.deps, operator: 'grace' }, application, 30);
  const temporary = await mintTemporaryToken(server.db, { first_name: 'Ada' }, 60_000, server.clock.now());
  const counselor = 'casey@school.example';
  await asks(server, counselor);
  tokens = [service, temporary, await tokenTo(server, counselor)];
});

/** The readable marker, and a session that nobody has. */
const INVENTED = { cookies: { '__Host-adm.marker': '1', '__Host-adm.session': 'invented' } };
const NOBODY = '00000000-0000-4000-8000-000000000000';
const HEADERS = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
async function make(
  { method, path }: Call,
  shown: { readonly cookies?: Record<string, string>; readonly token?: string },
) {
  const names =
    shown.token === undefined
      ? ''
      : `?${['token', 'service_token', 'application', 'signature'].map((name) => `${name}=${shown.token}`).join('&')}`;
  const named = path.startsWith('/public/help/') ? 'token' : 'id';
  const payload = method === 'GET' ? {} : { payload: shown.token === undefined ? {} : { [named]: shown.token } };
  const url = `${path.replace(':key', 'transcript').replace(/:(id|note|item|paper)/g, NOBODY)}${names}`;
  return server.app.inject({ method, url, headers: HEADERS, cookies: shown.cookies ?? {}, ...payload });
}

test('each call names its audience', () => {
  const names = (audience: Audience) =>
    callsFor(audience)
      .map(([name]) => name)
      .sort();
  expect(names('link')).toEqual([
    ...['helpDecline', 'helpLook', 'helpPaper', 'helpUpload'],
    ...['lookAtSetUp', 'restoreEmail', 'serviceApplication', 'setUp', 'stopReminders', 'temporaryApplication'],
  ]);
  expect(names('visitor')).toEqual([
    ...['clientError', 'confirm', 'forgotPassword', 'login', 'logout', 'lookupDetail', 'lookupFind', 'lookupText'],
    ...['privacyNotice', 'resendConfirm', 'resetPassword', 'signIn', 'signInWays', 'signOut', 'signup'],
  ]);
  // All other calls are for applicants, and no address contradicts that.
  expect(callsFor('applicant').filter(([, { path }]) => !path.startsWith('/api/'))).toEqual([]);
  expect(callsFor('staff').filter(([, { path }]) => !path.startsWith('/office/api/'))).toEqual([]);
  expect(
    callsFor('visitor')
      .filter(([, { path }]) => path.startsWith('/api/'))
      .map(([name]) => name),
  ).toEqual(['logout']);
});

test('[ROLE-04] a call for applicants or the office requires its own session, whatever other session, marker or link the caller has', async () => {
  const isRegistered = ({ method, path }: Call) => server.app.hasRoute({ method, url: path });
  const asked = [
    ...callsFor('applicant').map((named) => [...named, staffCookies] as const),
    ...callsFor('staff').map((named) => [...named, cookies] as const),
  ];
  for (const [name, call, others] of asked.filter(([, one]) => isRegistered(one))) {
    for (const shown of [{}, INVENTED, { cookies: others }, ...tokens.map((token) => ({ token, cookies: others }))]) {
      const refused = await make(call, shown);
      expect([refused.statusCode, refused.json()], name).toEqual([
        401,
        { code: 'no_session', message: expect.any(String) },
      ]);
    }
  }
});

test('a call by link needs its own token, whatever session or other link the caller has', async () => {
  const TOKEN_OF: Readonly<Record<string, string | undefined>> = {
    serviceApplication: tokens[0],
    temporaryApplication: tokens[1],
    helpLook: tokens[2],
  };
  for (const [name, call] of callsFor('link')) {
    for (const token of [undefined, ...tokens.filter((token) => token !== TOKEN_OF[name])]) {
      const refused = await make(call, {
        cookies: { ...cookies, ...staffCookies },
        ...(token !== undefined && { token }),
      });
      expect([400, 404], name).toContain(refused.statusCode);
      expect(refused.body, name).not.toContain('Ada');
    }
  }
});

test('[ROLE-08] a call for visitors requires neither', async () => {
  for (const [name, call] of callsFor('visitor')) {
    const response = await make(call, {});
    expect([401, 403, 404], name).not.toContain(response.statusCode);
  }
});
