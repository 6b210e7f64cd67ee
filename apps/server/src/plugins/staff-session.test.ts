import { Readable } from 'node:stream';
import cookies from '@fastify/cookie';
import {
  COOKIE_PREFIX,
  DEVICE_COOKIE,
  MARKER_COOKIE,
  SESSION_COOKIE,
  STAFF_COOKIE,
} from '@firstyear/api-contract/cookies';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '../crypto/tokens.ts';
import { currentParty, runFor } from '../process/current-party.ts';
import { registerErrors } from './errors.ts';
import { sendStored } from './send-stored.ts';
import { clearBrowser, setSessionCookies } from './session.ts';
import { expireStaffCookie, requireStaff, type StaffSession, setStaffCookie } from './staff-session.ts';

const TOKEN = newToken();
const app = Fastify();
const grace: Omit<StaffSession, 'network'> = {
  sessionId: 's',
  staffId: '7',
  email: 'grace@larkmoor.example',
  name: 'Grace',
  role: 'clerk',
  rights: new Set(['note']),
  condition: undefined,
  isReadOnly: false,
  newSince: new Date(0),
};
let isReadOnly = false;

beforeAll(async () => {
  await app.register(cookies);
  registerErrors(app);
  const find = async (token: string) => (token === TOKEN ? { ...grace, isReadOnly } : undefined);
  app.addHook('onRequest', (_request, _reply, done) => runFor({ name: '' }, done));
  for (const [url, right] of [
    ['/any', undefined],
    ['/note', 'note'],
    ['/export', 'export'],
  ] as const) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request) => {
        const { network } = await requireStaff({ staff: { find }, limitSession: async () => {} }, request, right);
        return { network, party: currentParty().name };
      },
    });
  }
  app.get('/in', async (_request, reply) => {
    setSessionCookies(reply, 'applicant');
    setStaffCookie(reply, 'staff');
  });
  app.get('/out', async (request, reply) => clearBrowser(request, reply));
  app.get('/staff-out', async (_request, reply) => expireStaffCookie(reply));
  app.get('/file', async (_request, reply) =>
    sendStored(
      reply,
      { info: { size: 3 }, stream: Readable.from('PDF') },
      { type: 'application/pdf', name: 'document.pdf' },
    ),
  );
});
afterAll(() => app.close());

test('an office session allows calls for which it has the right, and only reads while the sign-on is away', async () => {
  const call = async (method: 'GET' | 'POST', url: string, token = TOKEN) => {
    const response = await app.inject({ method, url, cookies: { [STAFF_COOKIE]: token }, remoteAddress: '192.0.2.7' });
    return response.json().code ?? response.json();
  };
  const allowed = { network: '192.0.2.7', party: 'staff 7' };
  expect([await call('GET', '/any', newToken()), await call('GET', '/any', 'x')]).toEqual(['no_session', 'no_session']);
  expect([await call('POST', '/any'), await call('POST', '/note')]).toEqual([allowed, allowed]);
  expect(await call('GET', '/export')).toBe('not_allowed');
  isReadOnly = true;
  expect([await call('POST', '/any'), await call('GET', '/note')]).toEqual([allowed, allowed]);
  expect(await call('POST', '/note')).toBe('provider_away');
});

test('session cookies are hidden from scripts, the marker is not, and each lasts as long as its session may', async () => {
  const { headers } = await app.inject('/in');
  expect([headers['set-cookie']].flat()).toEqual([
    `${SESSION_COOKIE}=applicant; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Strict`,
    `${MARKER_COOKIE}=1; Max-Age=43200; Path=/; Secure; SameSite=Strict`,
    `${STAFF_COOKIE}=staff; Max-Age=36000; Path=/; HttpOnly; Secure; SameSite=Strict`,
  ]);
});

test("a logout expires the applicant's cookies, or the office's, and clears the browser's data, but keeps other cookies", async () => {
  const held = [SESSION_COOKIE, `${COOKIE_PREFIX}earlier`, DEVICE_COOKIE, STAFF_COOKIE, 'language'];
  const cookies = Object.fromEntries(held.map((name) => [name, TOKEN]));
  const expiredBy = async (url: string) => {
    const { headers } = await app.inject({ url, cookies });
    const lines = [headers['set-cookie'] ?? []].flat();
    return [lines.map((line) => line.split('=', 1)[0]), headers['clear-site-data']];
  };
  expect(await expiredBy('/out')).toEqual([
    [SESSION_COOKIE, MARKER_COOKIE, `${COOKIE_PREFIX}earlier`],
    '"cache", "storage"',
  ]);
  expect(await expiredBy('/staff-out')).toEqual([[STAFF_COOKIE], '"cache"']);
});

test('a stored file is sent with its name and is not cached', async () => {
  const { headers, body } = await app.inject('/file');
  expect(body).toBe('PDF');
  expect(headers).toMatchObject({
    'content-disposition': 'inline; filename="document.pdf"',
    'content-length': '3',
    'cache-control': 'no-store',
    'content-type': 'application/pdf',
  });
});
