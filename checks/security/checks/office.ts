import { randomUUID } from 'node:crypto';
import { ALL_CALLS } from '@firstyear/api-contract/all-calls';
import { profile } from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import { SESSION_COOKIE, SIGN_ON_COOKIE, STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { addColleague as add } from '../../support/colleague.ts';
import { CannotRun } from '../../support/command.ts';
import { type HttpResponse, httpSend } from '../../support/http.ts';
import { type Check, quick } from '../check.ts';
import { insist, insistRefused, insistStatus } from '../finding.ts';
import { objectOf, type Target, type Visitor } from '../target.ts';

const callsFor = (audience: Call['for']): readonly Call[] =>
  ALL_CALLS.map(([, call]) => call).filter((call) => call.for === audience);
const STAFF_CALLS = callsFor('staff');
const APPLICANT_CALLS = callsFor('applicant');
const WITH_RIGHTS = STAFF_CALLS.filter(({ right }) => right !== undefined);

/** Makes a call with made-up ids and an empty body: rights are checked first. */
function attempt(visitor: Visitor, call: Call): Promise<HttpResponse> {
  const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, randomUUID()]));
  return visitor.exchange(call, { params, ...(call.method !== 'GET' && { payload: {} }) });
}

/** Insists that all calls are refused with a status. */
async function insistAll(caller: string, visitor: Visitor, calls: readonly Call[], status: number): Promise<void> {
  for (const call of calls)
    insistStatus(await attempt(visitor, call), status, `${caller}, for ${call.method} ${call.path},`);
}

/** Adds a member of the office, who signs in. */
export async function addColleague(target: Target, role: desk.StaffRole) {
  const { operate } = target.options;
  if (!operate) throw new CannotRun('needs an operator: only where this command starts the product');
  const [visitor, email] = [target.visitor(), target.newAddress()];
  const { setUp, signIn } = await add(visitor, operate, { email, role });
  const again = await visitor.exchange(desk.setUp, { payload: setUp });
  insist(again.status >= 400, 'a set-up link works twice');
  return { visitor, signIn };
}

const STAFF = 'apps/server/src/modules/accounts/staff';

export const OFFICE_CHECKS: readonly Check[] = [
  quick('B37', "strangers and applicants open no call of the office's", async (target) => {
    await insistAll('a stranger', target.visitor(), STAFF_CALLS, 401);
    const { visitor } = await target.person();
    await insistAll('an applicant', visitor, STAFF_CALLS, 401);
    visitor.cookies.set(STAFF_COOKIE, visitor.cookies.get(SESSION_COOKIE) ?? '');
    await insistAll("an applicant's session as the office's", visitor, STAFF_CALLS, 401);
  }),
  quick('B38', "the office's session opens no applicant's call", async (target) => {
    const { visitor } = await addColleague(target, 'director');
    await insistAll('a director', visitor, APPLICANT_CALLS, 401);
    visitor.cookies.set(SESSION_COOKIE, visitor.cookies.get(STAFF_COOKIE) ?? '');
    await insistAll("the office's session as an applicant's", visitor, [profile], 401);
  }),
  quick('B39', "calls of another role's rights are refused", `${STAFF}/rights.test.ts`, async (target) => {
    for (const role of ['reader', 'clerk'] as const) {
      const { visitor } = await addColleague(target, role);
      const { rights } = objectOf(await visitor.exchange(desk.me));
      const granted = new Set(Array.isArray(rights) ? rights : []);
      const forbidden = WITH_RIGHTS.filter(({ right }) => !granted.has(right));
      insist(forbidden.length > 0 && granted.size > 0, `a ${role} has ${granted.size} rights`);
      await insistAll(`a ${role}`, visitor, forbidden, 403);
    }
  }),
  quick('B40', 'another site changes nothing in the office', async (target) => {
    const { visitor } = await addColleague(target, 'director');
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = httpSend(target.baseUrl);
    const from = (origin: string, type: string) =>
      send({
        method: 'POST',
        path: desk.addStaff.path,
        headers: { cookie, origin, 'content-type': type },
        body: JSON.stringify({ email: 'mallory@office.example', name: 'Mallory', role: 'director' }),
      });
    const { origin } = new URL(target.baseUrl);
    insistRefused({
      'another site': await from('https://evil.example', 'application/json'),
      'a sandbox': await from('null', 'application/json'),
      'a form of our own': await from(origin, 'text/plain'),
    });
    const { people } = objectOf(await visitor.exchange(desk.staffList));
    insist(!JSON.stringify(people).includes('mallory'), 'another site has added somebody');
  }),
  quick('B41', 'forged sign-ons and logouts do nothing', `${STAFF}/sign-on.test.ts`, async (target) => {
    const { officePaths } = desk;
    const visitor = target.visitor();
    visitor.cookies.set(SIGN_ON_COOKIE, 'A'.repeat(43));
    const callback = await target.get(
      `${officePaths.signOnCallback}?code=made-up&state=made-up&iss=https://evil.example`,
      visitor,
    );
    insist(callback.status === 404 || callback.status === 303, `a forged callback gets ${callback.status}`);
    const unsigned = [
      { alg: 'none' },
      { sub: 'ada', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const logout = await httpSend(target.baseUrl)({
      method: 'POST',
      path: officePaths.backChannelLogout,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `logout_token=${unsigned}.`,
    });
    insistRefused({
      'an unsigned logout': logout,
      'the session afterward': await visitor.exchange(desk.me),
    });
    insist(!visitor.cookies.has(STAFF_COOKIE), 'a forged callback has opened a session');
  }),
  quick('B42', 'used codes and removed people are out at once', `${STAFF}/staff.test.ts`, async (target) => {
    const { visitor, signIn: payload } = await addColleague(target, 'reader');
    const stranger = target.visitor();
    const attempts = {
      'a used code': await stranger.exchange(desk.signIn, { payload }),
      'a code without the password': await stranger.exchange(desk.signIn, { payload: { ...payload, password: 'x' } }),
    };
    insistStatus(await visitor.exchange(desk.me), 200, 'a colleague');
    await target.options.operate?.('staff', 'remove', payload.email);
    const removed = { 'after the removal': await visitor.exchange(desk.me) };
    insistRefused(attempts);
    insistRefused(removed, 401);
  }),
];
