import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asks, tokenTo } from '../modules/application/helpers/helpers.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';

const PAGE = '<html lang="en"><title>School papers</title>';

let root: string;
let server: TestApp;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-help-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), PAGE);
  await writeFile(path.join(root, 'assets/app-1.js'), 'start();');
  server = await testApp({ deps: { helpRoot: root } });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

/** All rows that a link is about, as text. */
async function stored(): Promise<string> {
  const [helpers, links, requests, items] = await Promise.all([
    server.db.selectFrom('helper').selectAll().execute(),
    server.db.selectFrom('helper_link').selectAll().execute(),
    server.db.selectFrom('helper_request').selectAll().execute(),
    server.db.selectFrom('item').selectAll().execute(),
  ]);
  return JSON.stringify([helpers, links, requests, items]);
}

test('programs that check mail change nothing by opening a link, and see the same page for every link', async () => {
  const email = 'casey@school.example';
  await asks(server, email);
  const token = await tokenTo(server, email);
  const before = await stored();
  for (const address of [token, 'x'.repeat(43), 'nothing']) {
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { 'user-agent': 'Mail scanner' }]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await server.app.inject({ method, url: `/help/${address}`, headers });
        expect([response.statusCode, response.body]).toEqual([200, method === 'GET' ? PAGE : '']);
      }
    }
    for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE'] as const) {
      expect((await server.app.inject({ method, url: `/help/${address}` })).statusCode).toBe(405);
    }
  }
  expect(await stored()).toBe(before);
});

test('the page is never stored, indexed, framed or named to another site, and runs no script but its own', async () => {
  const { headers } = await server.app.inject({ url: `/help/${'x'.repeat(43)}` });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(headers['set-cookie']).toBeUndefined();
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|frame-src/);
});

test('its files are kept for good, and the language that an address asks for is named on the page and remembered', async () => {
  const file = await server.app.inject({ url: '/help/assets/app-1.js' });
  expect([file.body, file.headers['cache-control']]).toEqual(['start();', 'public, max-age=31536000, immutable']);
  for (const url of ['/help/assets/app-2.js', '/help', '/help/a/b'])
    expect((await server.app.inject({ url })).statusCode, url).toBe(404);
  const { headers, body } = await server.app.inject({ url: '/help/x?lang=es' });
  expect(body).toMatch(/^<html lang="es">/);
  expect(String(headers['set-cookie'])).toMatch(/=es;/);
});
