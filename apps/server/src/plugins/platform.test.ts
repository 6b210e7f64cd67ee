import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { profile, stopReminders, temporaryApplication } from '@firstyear/api-contract/application';
import { officePaths } from '@firstyear/api-contract/desk';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { forgotPassword, login, resendConfirm } from '@firstyear/api-contract/identity';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { CALL_LIMITS } from '../config/limits.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { loggableError } from '../log/log.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { databaseLine } from '../testing/database-line.ts';

let t: TestApp;
beforeAll(async () => {
  const sign_on = { issuer: 'https://login.example.edu', client_id: 'desk' };
  t = await testApp({ deps: { office: { sign_on } } });
});
afterAll(() => t.stop());

const json = { 'content-type': 'application/json' };
const post = (url: string, payload: string, headers: Record<string, string> = json) =>
  t.app.inject({ method: 'POST', url, payload, headers });

describe('errors', () => {
  test('[API-01] unknown calls return JSON, like every call', async () => {
    for (const url of ['/api/nothing', '/public/nothing', '/service/nothing', '/lookup/nothing', '/files/nothing']) {
      const response = await t.app.inject(url);
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual({ message: apiErrors.in(ENGLISH).not_found, code: 'not_found' });
    }
  });

  test('[ERR-02, ERR-03] a refused call returns a message to display, and its code', async () => {
    const response = await t.app.inject(profile.path);
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { message: apiErrors.in(ENGLISH).no_session, code: 'no_session' },
    ]);
    const wrong = await post(login.path, JSON.stringify({ username: 'cy@mail.example', password: 'x' }));
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, apiErrors.in(ENGLISH).wrong_credentials]);
  });

  test.each([
    ['broken JSON', '{"username": ', 400],
    ['a NUL in a string', '{"username":"a\\u0000b@ex.org","password":"x"}', 400],
    ['an unknown key', '{"username":"a@ex.org","password":"x","admin":true}', 400],
    ['__proto__', '{"username":"a@ex.org","password":"x","__proto__":{"admin":true}}', 400],
    ['a value of the wrong type', '{"username":["a@ex.org"],"password":"x"}', 400],
    ['no body', '', 400],
    ['a body above 8 kB', JSON.stringify({ username: 'a@ex.org', password: 'x'.repeat(8_200) }), 413],
    ['a password of 8 kB', JSON.stringify({ username: 'a@ex.org', password: 'x'.repeat(8_000) }), 400],
  ])('%s is a JSON error without a stack', async (_what, payload, status) => {
    const response = await post(login.path, payload);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json()).sort()).toEqual(['code', 'message']);
    expect(response.body).not.toMatch(/\bat .*\.[jt]s|node_modules/);
  });

  test('an escaped backslash before u0000 is text, not a NUL', async () => {
    const response = await post(login.path, '{"username":"a@ex.org","password":"\\\\u0000"}');
    expect(response.json().code).toBe('wrong_credentials');
  });

  test('other content types, wrong methods, NUL bytes and broken paths are JSON errors', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(login.path, 'username=a', form)).statusCode).toBe(415);
    expect((await post(login.path, '{}', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const response = await t.app.inject({ method, url: login.path });
      expect([response.statusCode, response.json().code]).toEqual([405, 'method_not_allowed']);
    }
    expect((await t.app.inject('/api/profile%00')).json().code).toBe('bad_request');
    expect((await t.app.inject(`${temporaryApplication.path}?token=%00`)).json().code).toBe('bad_request');
    expect((await t.app.inject('/%zz')).json().code).toBe('bad_request');
  });

  test('a request that is not HTTP gets a JSON response too', async () => {
    const listening = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = new URL(listening);
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('MAKEBELIEVE / HTTP/1.1\r\n\r\n'));
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('close', () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 400/);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ code: 'bad_request' });
  });

  test('without a database, calls that need it return 503 with Retry-After, and recover by themselves', async () => {
    const line = await databaseLine(t.database.url);
    const pool = createPool(line.url, { connections: 2 });
    const behind = await testApp({ deps: { db: createDatabase(pool) } });
    const logIn = () => behind.client().call(login, { payload: { username: 'eve@mail.example', password: 'x' } });
    expect((await logIn()).status).toBe(400);
    await line.cut();
    for (const response of [await behind.app.inject('/health'), await logIn()]) {
      expect(response.headers['retry-after']).toBe('2');
    }
    expect(await logIn()).toMatchObject({ status: 503, body: { code: 'database_gone' } });
    await line.mend();
    expect((await logIn()).status).toBe(400);
    await pool.end();
    await behind.stop();
    await line.cut();
  });

  test('a logged error contains no value of a row', async () => {
    await t.db
      .insertInto('throttle')
      .values({ subject: 'secret', failures: 1, blocked_until: null, updated_at: new Date() })
      .execute();
    const twice = t.db
      .insertInto('throttle')
      .values({ subject: 'secret', failures: 1, blocked_until: null, updated_at: new Date() });
    const error = await twice.execute().catch((caught: unknown) => caught);
    const line = JSON.stringify(loggableError(error));
    expect(line).toContain('throttle_pkey');
    expect(line).not.toContain('secret');
    const { error: refused } = z.strictObject({}).safeParse({ secret: 1 });
    expect(JSON.stringify([loggableError(refused), loggableError('secret')])).not.toContain('secret');
  });
});

describe('headers', () => {
  test('pages, calls and errors have the security headers, and personal data is not stored', async () => {
    for (const url of ['/about', '/health', '/api/profile', '/api/nothing', '/assets/nothing.js']) {
      const { headers } = await t.app.inject(url);
      expect(String(headers['content-security-policy']).split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  test('with an object store, pages may send files there and nowhere else', async () => {
    const s3 = {
      endpoint: 'https://s3.example',
      bucket: 'applications',
      region: 'us-east-1',
      accessKeyId: 'invented',
      secretAccessKey: 'invented',
    };
    const stored = await testApp({ config: { s3 } });
    const { headers } = await stored.app.inject('/about');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.filter((directive) => directive.includes('https:'))).toEqual([
      "connect-src 'self' https://s3.example",
    ]);
    await stored.stop();
  });

  test('HSTS is sent where the public address is https', async () => {
    const behindTls = await testApp({ config: { publicUrl: 'https://apply.example' } });
    const { headers } = await behindTls.app.inject('/about');
    expect(headers['strict-transport-security']).toContain('max-age=63072000');
    await behindTls.stop();
  });
});

describe('other sites', () => {
  const write = (headers: Record<string, string>) =>
    post(login.path, '{"username":"dee@mail.example","password":"x"}', { ...json, ...headers });

  test('a write from another site, or from a sister site, is refused', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    ]) {
      const response = await write(headers);
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site']);
    }
  });

  test('a write from our own pages, or from a program other than a browser, is allowed', async () => {
    const own = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }];
    for (const headers of [{}, { origin: 'http://localhost:3000' }, ...own]) {
      expect((await write(headers)).json().code).toBe('wrong_credentials');
    }
  });

  test("a form posted by a mail program or the office's provider is allowed, since its signature is checked", async () => {
    const headers = { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' };
    for (const url of [stopReminders.path, officePaths.backChannelLogout]) {
      const response = await t.app.inject({ method: 'POST', url, headers, payload: 'a=1' });
      expect([url, response.json().code]).not.toEqual([url, 'cross_site']);
      expect([url, response.json().code]).not.toEqual([url, 'wrong_type']);
    }
  });
});

describe('limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await testApp({
      deps: { callLimits: { ...CALL_LIMITS, visitor: 2, link: 2, lookup: 2, uploads: 2, mail: 2 } },
    });
  });
  afterAll(() => limited.stop());
  const statusOf = async (app: FastifyInstance, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: '/public/tmp?token=made-up', remoteAddress, headers })).statusCode;

  test('one network gets 429 with Retry-After, others do not, and a forged X-Forwarded-For changes nothing', async () => {
    const statuses = [];
    for (const forged of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      statuses.push(await statusOf(limited.app, '198.51.100.1', { 'x-forwarded-for': forged }));
    }
    expect(statuses).toEqual([404, 404, 429]);
    expect(await statusOf(limited.app, '198.51.100.2')).toBe(404);
    const stopped = await limited.app.inject({ url: '/public/tmp?token=x', remoteAddress: '198.51.100.1' });
    expect(stopped.json().code).toBe('too_many');
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('uploads are counted too, even invalid ones', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const statuses = [];
    for (let upload = 0; upload < 3; upload += 1) {
      const request = {
        method: 'POST',
        url: filePaths.uploads,
        headers,
        payload: 'x',
        remoteAddress: '198.51.100.4',
      } as const;
      statuses.push((await limited.app.inject(request)).statusCode);
    }
    expect(statuses).toEqual([400, 400, 429]);
  });

  test('each audience has its own limit, and unknown addresses count as visitors', async () => {
    const remoteAddress = '198.51.100.7';
    const status = async (method: 'GET' | 'POST', url: string) =>
      (await limited.app.inject({ method, url, remoteAddress, ...(method === 'POST' && { payload: {} }) })).statusCode;
    for (let call = 0; call < 3; call += 1) await status('GET', '/public/tmp?token=x');
    expect(await status('GET', '/public/tmp?token=x')).toBe(429);
    expect([await status('POST', '/public/login'), await status('GET', '/public/none')]).toEqual([400, 404]);
    expect([await status('POST', '/public/login'), await status('GET', '/service/none')]).toEqual([429, 429]);
    for (let call = 0; call < 3; call += 1) expect(await status('GET', '/api/logout')).toBe(200);
    expect(await status('GET', '/api/profile')).toBe(401);
  });

  test('an IPv6 subscriber counts as one /64', async () => {
    const statuses = [];
    for (const end of ['1', '2', 'ffff:3']) statuses.push(await statusOf(limited.app, `2001:db8:1:2::${end}`));
    expect(statuses).toEqual([404, 404, 429]);
    expect(await statusOf(limited.app, '2001:db8:1:3::1')).toBe(404);
  });

  test('X-Forwarded-For is trusted from the configured proxy', async () => {
    const proxied = await testApp({
      config: { trustedProxy: ['10.0.0.0/8'] },
      deps: { callLimits: { ...CALL_LIMITS, link: 1 } },
    });
    const from = (address: string) => statusOf(proxied.app, '10.1.2.3', { 'x-forwarded-for': address });
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')]).toEqual([404, 404, 429]);
    await proxied.stop();
  });

  test('calls that can send a mail count together, for ten minutes, and apart from other calls', async () => {
    const client = limited.client('198.51.100.9');
    const payload = { username: 'fay.testperson@mail.example' };
    const responses = [
      await client.call(forgotPassword, { payload }),
      await client.call(resendConfirm, { payload }),
      await client.call(forgotPassword, { payload }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(responses.at(-1)?.headers['retry-after']).toBe('600');
    const others = [];
    for (let call = 0; call < 3; call += 1) {
      others.push(await limited.app.inject({ url: '/public/tmp?token=x', remoteAddress: '198.51.100.9' }));
    }
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 429]);
    expect(others.at(-1)?.headers['retry-after']).toBe('60');
  });
});

describe('the web app', () => {
  let built: TestApp;
  let webRoot: string;
  beforeAll(async () => {
    webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-web-'));
    await mkdir(path.join(webRoot, 'assets'));
    await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>the app</title>');
    await writeFile(path.join(webRoot, 'assets', 'main-1a2b3c.js'), 'export {};');
    built = await testApp({ deps: { webRoot } });
  });
  afterAll(async () => {
    await built.stop();
    await rm(webRoot, { recursive: true, force: true });
  });

  test('every path other than a call is the app, which is never stored', async () => {
    for (const url of ['/', '/about', '/final-steps?token=x', '/nobody/knows/this', '/reset?username=a@ex.org&id=x']) {
      const response = await built.app.inject(url);
      expect([url, response.statusCode, response.headers['cache-control']]).toEqual([url, 200, 'no-store']);
      expect(response.body).toContain('the app');
    }
  });

  test('files with a hash in their name are cached for a year, and missing files are 404', async () => {
    const file = await built.app.inject('/assets/main-1a2b3c.js');
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await built.app.inject('/assets/main-000000.js')).statusCode).toBe(404);
    expect((await built.app.inject('/../../etc/passwd.txt')).statusCode).not.toBe(200);
    expect((await built.app.inject('/..%2f..%2fetc%2fpasswd.txt')).statusCode).not.toBe(200);
  });

  test('before the app is built, a page says so', async () => {
    const response = await t.app.inject('/about');
    expect([response.statusCode, response.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(response.body).toContain('npm start');
  });
});

test('[API-01] responses are JSON with a content type, even empty ones', async () => {
  const response = await t.app.inject('/api/logout');
  expect([response.statusCode, response.headers['content-type'], response.json()]).toEqual([
    200,
    'application/json; charset=utf-8',
    {},
  ]);
});
