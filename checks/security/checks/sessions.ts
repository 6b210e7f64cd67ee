import { defaultPath } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { activity, logout } from '@firstyear/api-contract/identity';
import { expect, type Page } from '@playwright/test';
import { byTest, type Check, quick, slow } from '../check.ts';
import { insist, insistStatus } from '../finding.ts';
import { forget, logIn, reset, type Target } from '../target.ts';

/** 128 bits as base64url. */
const MIN_TOKEN_LENGTH = 22;

/** Reads the texts, fields and storage of a page as one text. */
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

/** Logs out after an answer, and searches the storage and the whole history for it. */
async function nothingLeft(target: Target): Promise<void> {
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
    const entries: string[] = [];
    for (;;) {
      await page.waitForSelector('h1');
      entries.push(await readEverything(page));
      await page.goBack();
      if (page.url() === 'about:blank') break;
    }
    const isClean = entries.every((entry) => !entry.includes(typed) && !entry.includes(username));
    insist(isClean, 'after logout a page or its storage shows the person');
  });
}

const LOGIN_TEST = 'apps/server/src/modules/accounts/identity/login.test.ts';
const SESSION_TEST = 'apps/server/src/modules/accounts/session/session.test.ts';

export const SESSION_CHECKS: readonly Check[] = [
  quick('B1', 'cookies are __Host-, Secure, HttpOnly, SameSite', async (target) => {
    const { username } = await target.account();
    const lines = (await logIn(target.visitor(), username)).headers['set-cookie'] ?? [];
    const session = lines.find((line) => line.startsWith(`${SESSION_COOKIE}=`)) ?? '';
    const isHost = SESSION_COOKIE.startsWith('__Host-') && session !== '';
    insist(isHost, 'login sets no session cookie with the prefix __Host-');
    for (const line of lines) {
      for (const flag of [/; secure/i, /; samesite=(strict|lax)/i, /; path=\/(;|$)/i])
        insist(flag.test(line), `a cookie lacks ${flag.source}: ${line.replace(/=[^;]*/, '=…')}`);
      insist(!/; domain=/i.test(line), 'a cookie names a domain');
      const isHidden = /; httponly/i.test(line) || line.startsWith(`${MARKER_COOKIE}=`);
      insist(isHidden, 'a cookie other than the marker is readable');
    }
  }),
  quick('B2', 'tokens have 128 random bits, are new at login, hashed at rest', LOGIN_TEST, async (target) => {
    const { username } = await target.account();
    const browser = target.visitor();
    browser.cookies.set(SESSION_COOKIE, 'A'.repeat(43));
    await logIn(browser, username);
    const first = browser.cookies.get(SESSION_COOKIE) ?? '';
    insist(first !== 'A'.repeat(43), 'login keeps the session token that the browser sent');
    const earlier = target.visitor();
    earlier.cookies.set(SESSION_COOKIE, first);
    await logIn(browser, username);
    const second = browser.cookies.get(SESSION_COOKIE) ?? '';
    insist(first !== second, 'two logins give the same token');
    insist(second.length >= MIN_TOKEN_LENGTH && /^[\w-]+$/.test(second), `a token has ${second.length} characters`);
    insistStatus(await earlier.exchange(profile), 401, 'the session before a new login in the same browser');
  }),
  byTest('B3', 'sessions end after 15 minutes idle and 12 hours, on the server', LOGIN_TEST),
  quick('B4', 'logout ends the session on the server', async (target) => {
    const { visitor } = await target.person();
    const copy = target.visitor();
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    insistStatus(await copy.exchange(profile), 200, 'a session');
    const response = await visitor.exchange(logout);
    const cleared = String(response.headers['clear-site-data'] ?? '');
    insist(cleared.includes('storage') && cleared.includes('cache'), `Clear-Site-Data is ${cleared || 'missing'}`);
    insistStatus(await copy.exchange(profile), 401, 'after logout the token');
  }),
  quick('B5', 'a reset ends all sessions and sends a notice', async (target) => {
    const { visitor, username } = await target.person();
    const other = target.visitor();
    await logIn(other, username);
    await forget(target.visitor(), username);
    const id = await target.resetId(username);
    insistStatus(await reset(target.visitor(), username, id), 200, 'the reset');
    for (const client of [visitor, other])
      insistStatus(await client.exchange(activity), 401, 'a session after the reset');
    await target.mail(username, ({ subject }) => /password was changed/i.test(subject));
    insistStatus(await logIn(target.visitor(), username), 400, 'the old password');
  }),
  quick('B6', 'the readable cookie alone grants nothing', async (target) => {
    // There is a session, which the marker must not open.
    if (target.options.outbox !== undefined) await target.person();
    const visitor = target.visitor();
    visitor.cookies.set(MARKER_COOKIE, '1');
    for (const path of [profile.path, answer.path, filePaths.document('transcript')]) {
      const { status } = await target.get(path, visitor);
      insist(status !== 200, `${path} gives ${status} for the marker alone`);
    }
    insistStatus(await visitor.exchange(profile), 401, 'the marker alone');
  }),
  slow('B28', 'nothing personal is in storage after logout', nothingLeft),
  slow('11.7', 'after logout the history shows nothing of the person', nothingLeft),
  byTest('11.10', 'a clock that jumps ends no session', SESSION_TEST),
];
