import { defaultPath } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { activity, forgotPassword, login, logout, resetPassword } from '@firstyear/api-contract/identity';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../../support/person.ts';
import { type Check, insist } from '../check.ts';
import { OTHER_PASSWORD, type Target, type Visitor } from '../target.ts';

const logIn = (visitor: Visitor, username: string, password = PASSWORD) =>
  visitor.exchange(login, { payload: { username, password } });

/** 128 bits as base64url. */
const MIN_TOKEN_LENGTH = 22;

async function cookieFlags(target: Target): Promise<string> {
  const { username } = await target.account();
  const lines = (await logIn(target.visitor(), username)).headers['set-cookie'] ?? [];
  const session = lines.find((line) => line.startsWith(`${SESSION_COOKIE}=`)) ?? '';
  insist(
    SESSION_COOKIE.startsWith('__Host-') && session !== '',
    'login sets no session cookie with the prefix __Host-',
  );
  for (const line of lines) {
    for (const flag of [/; secure/i, /; samesite=(strict|lax)/i, /; path=\/(;|$)/i]) {
      insist(flag.test(line), `a cookie lacks ${flag.source}: ${line.replace(/=[^;]*/, '=…')}`);
    }
    insist(!/; domain=/i.test(line), 'a cookie names a domain');
    insist(
      /; httponly/i.test(line) || line.startsWith(`${MARKER_COOKIE}=`),
      'a cookie other than the marker is readable',
    );
  }
  return session.replace(/=[^;]*/, '=…');
}

async function newTokens(target: Target): Promise<string> {
  const { username } = await target.account();
  const planted = target.visitor();
  planted.cookies.set(SESSION_COOKIE, 'A'.repeat(43));
  await logIn(planted, username);
  const first = planted.cookies.get(SESSION_COOKIE) ?? '';
  insist(first !== 'A'.repeat(43), 'login keeps a session token that the browser came with');
  const before = target.visitor();
  before.cookies.set(SESSION_COOKIE, first);
  await logIn(planted, username);
  const second = planted.cookies.get(SESSION_COOKIE) ?? '';
  insist(first !== second, 'two logins give the same token');
  insist(second.length >= MIN_TOKEN_LENGTH && /^[\w-]+$/.test(second), `a token has ${second.length} characters`);
  insist((await before.exchange(profile)).status === 401, 'the session before a new login of the same browser goes on');
  return `${second.length} characters, another at each login, the earlier one ends`;
}

async function endedByLogout(target: Target): Promise<string> {
  const { visitor } = await target.person();
  const kept = target.visitor();
  for (const [name, value] of visitor.cookies) kept.cookies.set(name, value);
  insist((await kept.exchange(profile)).status === 200, 'a session does not work');
  const reply = await visitor.exchange(logout);
  const cleared = String(reply.headers['clear-site-data'] ?? '');
  insist(cleared.includes('storage') && cleared.includes('cache'), `Clear-Site-Data is ${cleared || 'missing'}`);
  const status = (await kept.exchange(profile)).status;
  insist(status === 401, `after logout the token still gets ${status}`);
  return `401 afterwards, Clear-Site-Data: ${cleared}`;
}

async function endedByReset(target: Target): Promise<string> {
  const { visitor, username } = await target.person();
  const other = target.visitor();
  await logIn(other, username);
  await target.visitor().exchange(forgotPassword, { payload: { username } });
  const id = await target.resetId(username);
  const reply = await target.visitor().exchange(resetPassword, { payload: { username, password: OTHER_PASSWORD, id } });
  insist(reply.status === 200, `the reset got ${reply.status}`);
  for (const client of [visitor, other])
    insist((await client.exchange(activity)).status === 401, 'a session survives a reset');
  const notice = await target.mail(username, ({ subject }) => /password was changed/i.test(subject));
  insist((await logIn(target.visitor(), username)).status === 400, 'the old password still works');
  return `two sessions ended, notice "${notice.subject}"`;
}

async function markerAlone(target: Target): Promise<string> {
  // Somebody has a session: the marker must not lead to it.
  if (target.options.outbox !== undefined) await target.person();
  const visitor = target.visitor();
  visitor.cookies.set(MARKER_COOKIE, '1');
  for (const path of [profile.path, answer.path, filePaths.document('transcript')]) {
    const { status } = await target.get(path, visitor);
    insist(status !== 200, `${path} gives ${status} for the marker alone`);
  }
  insist((await visitor.exchange(profile)).status === 401, 'the marker alone is no 401');
  return '401 with the marker and no session';
}

/** Everything that a page shows, holds in its fields, or keeps in this browser, as one text. */
const readEverything = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.title,
      document.body.textContent,
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((field) => field.value),
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
    ]),
  );

/** Logs out of an application with an answer and looks through the storage and the whole history. */
async function nothingLeft(target: Target): Promise<string> {
  const typed = 'Persephone';
  const { visitor, username } = await target.person();
  await visitor.exchange(answer, { payload: { first_name: typed } });
  return target.inBrowser(async (page) => {
    await target.lendCookies(page, visitor);
    const first = defaultPath(target.options.form);
    await page.goto(first);
    await expect(page.locator('#first_name')).toHaveValue(typed);
    await page.getByRole('button', { name: 'Save and Continue' }).click();
    await page.waitForURL((url) => url.pathname !== first);
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/login');
    const seen: string[] = [];
    for (;;) {
      await page.waitForSelector('h1');
      seen.push(await readEverything(page));
      await page.goBack();
      if (page.url() === 'about:blank') break;
    }
    for (const entry of seen) {
      insist(
        !entry.includes(typed) && !entry.includes(username),
        'after logout a page or its storage shows the person',
      );
    }
    return `${seen.length} entries of the history and the storage: no answer, no address`;
  });
}

export const SESSION_CHECKS: readonly Check[] = [
  { id: 'B1', what: 'cookies are __Host-, Secure, HttpOnly, SameSite', isShort: true, run: cookieFlags },
  {
    id: 'B2',
    what: 'tokens have 128 random bits, are new at login, hashed at rest',
    isShort: true,
    shownBy: 'apps/server/src/modules/accounts/identity/login.test.ts',
    run: newTokens,
  },
  {
    id: 'B3',
    what: 'sessions end after 15 minutes idle and 12 hours, on the server',
    shownBy: 'apps/server/src/modules/accounts/identity/login.test.ts',
  },
  { id: 'B4', what: 'logout ends the session on the server', isShort: true, run: endedByLogout },
  { id: 'B5', what: 'a reset ends all sessions and sends a notice', isShort: true, run: endedByReset },
  { id: 'B6', what: 'the readable cookie alone grants nothing', isShort: true, run: markerAlone },
  { id: 'B28', what: 'nothing personal is in storage after logout', run: nothingLeft },
  { id: '11.7', what: 'after logout no way back shows the person', run: nothingLeft },
  {
    id: '11.10',
    what: 'a clock that jumps ends no session',
    shownBy: 'apps/server/src/modules/accounts/session/session.test.ts',
  },
];
