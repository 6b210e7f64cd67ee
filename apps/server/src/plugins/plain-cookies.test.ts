import { profile } from '@firstyear/api-contract/application';
import { MARKER_COOKIE, PLAIN_COOKIES, plainCookieName, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { logout } from '@firstyear/api-contract/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, logInAs } from '../modules/accounts/identity/person.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';

const SESSION = plainCookieName(SESSION_COOKIE);
const MARKER = plainCookieName(MARKER_COOKIE);

let onThisMachine: TestApp;
let onTheWeb: TestApp;
beforeAll(async () => {
  onThisMachine = await testApp();
  onTheWeb = await testApp({ config: { publicUrl: 'https://apply.example.edu' } });
});
afterAll(() => Promise.all([onThisMachine.stop(), onTheWeb.stop()]));

/** Logs somebody in with a browser that asks for plain cookies. */
async function logInWithSafari(app: TestApp) {
  const { client, username } = await confirmed(app);
  client.cookies.clear();
  client.cookies.set(PLAIN_COOKIES, '1');
  const response = await logInAs(client, username);
  return { client, lines: [response.headers['set-cookie'] ?? []].flat().map(String) };
}

test('a browser that refuses Secure cookies over http on this machine gets plain ones, and logs in and out', async () => {
  const { client, lines } = await logInWithSafari(onThisMachine);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line).not.toMatch(/Secure|__Host-/i);
    expect(line).toContain('SameSite=Strict');
  }
  expect(lines.find((line) => line.startsWith(`${SESSION}=`))).toContain('HttpOnly');
  expect([client.cookies.has(SESSION), client.cookies.has(MARKER)]).toEqual([true, true]);
  expect((await client.call(profile)).status).toBe(200);
  expect((await client.call(logout)).status).toBe(200);
  expect([client.cookies.has(SESSION), client.cookies.has(MARKER)]).toEqual([false, false]);
  expect((await client.call(profile)).status).toBe(401);
});

test('every other browser gets Secure cookies there', async () => {
  const { client, username } = await confirmed(onThisMachine);
  const response = await logInAs(client, username);
  const lines = [response.headers['set-cookie'] ?? []].flat().map(String);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^__Host-adm\..*; Secure/);
});

test('over https, no browser gets cookies without Secure, and plain ones are ignored', async () => {
  const { client, lines } = await logInWithSafari(onTheWeb);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^__Host-adm\..*; Secure/);
  const token = client.cookies.get(SESSION_COOKIE) ?? '';
  client.cookies.clear();
  client.cookies.set(PLAIN_COOKIES, '1');
  client.cookies.set(SESSION, token);
  expect((await client.call(profile)).status).toBe(401);
});
