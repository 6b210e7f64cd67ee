import { officePaths } from '@firstyear/api-contract/desk';
import { activity, logout } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { suiteApp } from '../testing/app.ts';

const server = await suiteApp();
const FOREIGN = { 'sec-fetch-site': 'cross-site' };

test.each(['/api/%6cogout', '/%61pi/logout', '/api/logou%74?x=1', '/office/c%61lls/me'])(
  'a call with encoded letters in its address, %s, is 404 and leaves the browser as it was',
  async (url) => {
    const { cookies } = await newApplicant(server);
    for (const headers of [FOREIGN, {}]) {
      const response = await server.app.inject({ url, headers, cookies: Object.fromEntries(cookies) });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
      expect([response.headers['set-cookie'], response.headers['clear-site-data']]).toEqual([undefined, undefined]);
    }
  },
);

test("another site's logout is refused however its address ends", async () => {
  const client = await newApplicant(server);
  for (const url of [logout.path, `${logout.path}#x`, `${logout.path}?x#y`]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await server.app.inject({ method, url, headers: FOREIGN });
      expect([url, response.statusCode, response.headers['clear-site-data']]).toEqual([url, 403, undefined]);
    }
  }
  expect((await client.call(activity)).status).toBe(200);
});

test('a write with encoded letters is refused like one without', async () => {
  const headers = { ...FOREIGN, 'content-type': 'application/x-www-form-urlencoded' };
  for (const url of [officePaths.backChannelLogout.replace('out', '%6fut'), '/uploa%64s', '/public/stop-%72eminders']) {
    const response = await server.app.inject({ method: 'POST', url, headers, payload: 'x=1' });
    expect([url, response.statusCode]).toEqual([url, 404]);
  }
});

test("a logout without a session leaves the browser's storage alone", async () => {
  const response = await server.client().call(logout);
  expect([response.status, response.headers['clear-site-data']]).toEqual([200, undefined]);
});

test('encoded letters in the address of a page are no mistake', async () => {
  expect((await server.app.inject('/%61bout')).statusCode).toBe(503);
});
