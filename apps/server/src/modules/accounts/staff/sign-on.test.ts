import { createServer, type Server } from 'node:http';
import { SIGN_ON_COOKIE, STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type TestApp, testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { TestClock } from '../../../testing/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.ts';
import { respondAsProvider } from './provider.testing.ts';
import { signOnProvider } from './provider.ts';
import { newColleague } from './staff.testing.ts';

const CLIENT = 'desk';
const SECRET = 'a client secret that only this test knows';
const PUBLIC = 'http://localhost:3000';

interface Account {
  readonly email: string;
  readonly email_verified: boolean;
  readonly groups: readonly string[];
}
const accounts = new Map<string, Account>();
let http: Server;
let issuer: string;
let server: TestApp;
let provider: Provider;
let key: JWK;
/** The person who signs in at the provider next. */
let who = '';
/** Whether the provider responds like a server that is down. */
let isAway = false;
/** Whether the provider's people may not consent themselves. */
let asksAdministrator = false;
/** Makes the provider's forged ID token, if any. */
let forgery: ((claims: { nonce: string }) => Promise<string>) | undefined;
let lastNonce = '';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  http = createServer((request, response) => {
    const forged = forgery && (() => forgery?.({ nonce: lastNonce }));
    respondAsProvider(provider, { who, isAway, asksAdministrator, forged }, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(http.address());
  issuer = `http://localhost:${port}`;
  const office = {
    sign_on: {
      issuer,
      client_id: CLIENT,
      roles_claim: 'groups',
      role_of_claim: { 'admissions-clerks': 'clerk', 'admissions-heads': 'director' },
    },
  } as const;
  const clock = new TestClock(new Date().toISOString());
  server = await testApp({ clock, deps: { office }, config: { officeClientSecret: SECRET } });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  const client = {
    client_secret: SECRET,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [`${PUBLIC}${desk.officePaths.signOnCallback}`],
    backchannel_logout_uri: `${address}${desk.officePaths.backChannelLogout}`,
    backchannel_logout_session_required: true,
  };
  provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: CLIENT },
      { ...client, client_id: 'another' },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'sid', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, name: `Person ${sub}`, ...account }) };
    },
    rotateRefreshToken: true,
    // Like providers where an administrator has consented for everybody.
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    // The default refuses addresses of this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
  });
  provider.on('server_error', (_context, error) => console.error(error));
  provider.on('backchannel.error', (_context, error) => console.error(error));
}, 60_000);
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  http.closeAllConnections();
  http.close();
});
beforeEach(() => {
  isAway = false;
  asksAdministrator = false;
  forgery = undefined;
});

let count = 0;
function newAccount(groups: readonly string[] = [], more: Partial<Account> = {}): { sub: string; email: string } {
  count += 1;
  const sub = `person-${count}`;
  const email = `person.${count}@office.example`;
  accounts.set(sub, { email, email_verified: true, groups, ...more });
  return { sub, email };
}

/** Begins a sign-on at the office's server; returns the provider's address. */
async function begin(client: Client, to = '/office'): Promise<URL> {
  const response = await client.open(`${desk.officePaths.signOn}?to=${encodeURIComponent(to)}`);
  for (const { name, value } of response.cookies) client.cookies.set(name, value);
  return new URL(String(response.headers.location), PUBLIC);
}

/** Signs in on the provider's pages; returns the address that they redirect to. */
async function atProvider(from: URL, sub: string, jar = new Map<string, string>()): Promise<URL> {
  who = sub;
  lastNonce = from.searchParams.get('nonce') ?? '';
  for (let url = from; ; ) {
    if (url.origin === PUBLIC) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href} leads nowhere: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
}

/** Returns to the office; the address that it redirects to. */
async function comeBack(client: Client, back: URL): Promise<string> {
  const response = await client.open(`${back.pathname}${back.search}`);
  expect(response.statusCode).toBe(303);
  for (const { name, value } of response.cookies) client.cookies.set(name, value);
  return String(response.headers.location);
}

async function signOn(client: Client, sub: string, to?: string): Promise<string> {
  return comeBack(client, await atProvider(await begin(client, to), sub));
}

const statusOf = async (client: Client) => (await client.call(desk.me)).status;
/** Advances the clocks of the provider, the office and its database. */
function advance(milliseconds: number): void {
  server.clock.advance(milliseconds);
  vi.setSystemTime(server.clock.now());
}
/** Advances the time with calls that keep a session active. */
async function pass(client: Client, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 5) {
    advance(Math.min(left, 5) * MINUTE_MS);
    await client.call(desk.me);
  }
}

test('a listed person signs in and returns to the requested address', async () => {
  const { sub, email } = newAccount();
  const { staffId } = await newColleague(server, 'reader');
  await server.db.updateTable('staff_person').set({ email }).where('id', '=', staffId).execute();
  const client = server.client();
  expect(await signOn(client, sub, '/office/applications?q=garcia')).toBe('/office/applications?q=garcia');
  expect((await client.call(desk.me)).body).toMatchObject({ id: staffId, email, role: 'reader' });
  expect((await client.call(desk.signInWays)).body.has_provider).toBe(true);
});

test('consent is requested only where office.ts says so, and a colleague who may not give it is told who can', async () => {
  const { sub } = newAccount(['admissions-clerks']);
  expect((await begin(server.client())).searchParams.get('prompt')).toBeNull();
  asksAdministrator = true;
  expect(await signOn(server.client(), sub)).toBe('/office/sign-in?problem=not_approved');
  const { sign_on = { issuer, client_id: CLIENT } } = server.deps.office;
  const asking = signOnProvider({
    signOn: { ...sign_on, asks_for_consent: true },
    secret: SECRET,
    publicUrl: PUBLIC,
    clock: server.clock.now,
  });
  const address = await asking.addressOf({ state: 's', nonce: 'n', verifier: 'v' });
  expect(new URL(address).searchParams.get('prompt')).toBe('consent');
});

test('a claim with a known role signs a person in; without one, no account is created', async () => {
  const clerk = newAccount(['everybody', 'admissions-clerks']);
  const client = server.client();
  expect(await signOn(client, clerk.sub)).toBe('/office');
  expect((await client.call(desk.me)).body).toMatchObject({ role: 'clerk', email: clerk.email });
  const stranger = newAccount(['everybody']);
  const other = server.client();
  expect(await signOn(other, stranger.sub)).toContain('problem=not_listed');
  expect([other.cookies.get(STAFF_COOKIE), await statusOf(other)]).toEqual([undefined, 401]);
  const rows = await server.db.selectFrom('staff_person').select('id').where('email', '=', stranger.email).execute();
  expect(rows).toEqual([]);
});

test('an unverified address and an address of another person at the provider are refused', async () => {
  const listed = await newColleague(server, 'director');
  const forged = newAccount([], { email: listed.email, email_verified: false });
  expect(await signOn(server.client(), forged.sub)).toContain('problem=not_listed');
  const first = newAccount([], { email: listed.email });
  expect(await signOn(server.client(), first.sub)).toBe('/office');
  const second = newAccount([], { email: listed.email });
  expect(await signOn(server.client(), second.sub)).toContain('problem=not_listed');
});

test('a response is accepted once, from the browser that began the sign-on, within ten minutes', async () => {
  const { sub } = newAccount(['admissions-clerks']);
  const client = server.client();
  const back = await atProvider(await begin(client), sub);
  const thief = server.client();
  thief.cookies.set(SIGN_ON_COOKIE, 'x'.repeat(43));
  expect(await comeBack(thief, back)).toContain('problem=expired');
  expect(await comeBack(client, back)).toContain('problem=expired');
  const again = await atProvider(await begin(client), sub);
  const cookies = new Map(client.cookies);
  expect(await comeBack(client, again)).toBe('/office');
  for (const [name, value] of cookies) client.cookies.set(name, value);
  expect(await comeBack(client, again)).toContain('problem=expired');
  const slow = await atProvider(await begin(client), sub);
  advance(10 * MINUTE_MS);
  expect(await comeBack(client, slow)).toContain('problem=expired');
});

test('a code of another sign-on, and one for another client, are refused', async () => {
  const { sub } = newAccount(['admissions-clerks']);
  const client = server.client();
  const first = await atProvider(await begin(client), sub);
  const own = await begin(client);
  const mixed = new URL(first);
  mixed.searchParams.set('state', own.searchParams.get('state') ?? '');
  expect(await comeBack(client, mixed)).toContain('problem=refused');
  const address = await begin(client);
  address.searchParams.set('client_id', 'another');
  expect(await comeBack(client, await atProvider(address, sub))).toContain('problem=refused');
});

const CLAIMS = { groups: ['admissions-heads'], email: 'forged@office.example' };
async function forged(change: {
  readonly audience?: string;
  readonly issuer?: string;
  readonly nonce?: string;
  readonly expires?: number;
  readonly isForeignKey?: boolean;
}) {
  const foreign = await generateKeyPair('RS256');
  const signingKey = change.isForeignKey ? foreign.privateKey : await importJWK(key, 'RS256');
  return async ({ nonce }: { nonce: string }) =>
    new SignJWT({ ...CLAIMS, nonce: change.nonce ?? nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setSubject('forged')
      .setIssuer(change.issuer ?? issuer)
      .setAudience(change.audience ?? CLIENT)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + (change.expires ?? 600))
      .sign(signingKey);
}
test.each([
  ['for another client', { audience: 'another' }],
  ['of another issuer', { issuer: 'https://login.example.com' }],
  ['with another nonce', { nonce: 'another' }],
  ['that has expired', { expires: -600 }],
] as const)('an ID token %s is refused', async (_, change) => {
  const { sub } = newAccount();
  forgery = await forged(change);
  expect(await signOn(server.client(), sub)).toContain('problem=refused');
});
test('the same ID token without the defect is accepted', async () => {
  forgery = await forged({});
  expect(await signOn(server.client(), newAccount().sub)).toBe('/office');
});

test.each([5, -5])('people can sign in although the clock is off by %i minutes', async (minutes) => {
  server.clock.advance(minutes * MINUTE_MS);
  try {
    const client = server.client();
    expect(await signOn(client, newAccount(['admissions-clerks']).sub)).toBe('/office');
    expect(await statusOf(client)).toBe(200);
  } finally {
    server.clock.advance(-minutes * MINUTE_MS);
  }
});

test('the provider is checked every ten minutes: a new role applies, and a removed person is signed out', async () => {
  const { sub, email } = newAccount(['admissions-clerks']);
  const client = server.client();
  await signOn(client, sub);
  accounts.set(sub, { email, email_verified: true, groups: ['admissions-heads'] });
  await pass(client, 9);
  expect((await client.call(desk.me)).body.role).toBe('clerk');
  await pass(client, 1);
  expect((await client.call(desk.me)).body.role).toBe('director');
  // The first response replaced the refresh token, so this check uses the new one.
  await pass(client, 10);
  expect(await statusOf(client)).toBe(200);
  accounts.delete(sub);
  await pass(client, 9);
  expect(await statusOf(client)).toBe(200);
  await pass(client, 1);
  expect(await statusOf(client)).toBe(401);
});

test('a person who loses their claim is signed out, and concurrent calls check once', async () => {
  const { sub, email } = newAccount(['admissions-heads']);
  const client = server.client();
  await signOn(client, sub);
  await pass(client, 9);
  advance(MINUTE_MS);
  const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(client)));
  expect(statuses).toEqual([200, 200, 200, 200]);
  await pass(client, 9);
  expect((await client.call(desk.me)).body.is_read_only).toBe(false);
  accounts.set(sub, { email, email_verified: true, groups: [] });
  await pass(client, 10);
  expect(await statusOf(client)).toBe(401);
});

test('while the provider is down, sessions continue for ten minutes, then read-only for an hour; nobody can sign in', async () => {
  const { sub } = newAccount(['admissions-heads']);
  const client = server.client();
  await signOn(client, sub);
  const add = (email: string) =>
    client.call(desk.addStaff, { payload: { email, name: 'Added', role: 'reader' } }).then(({ status }) => status);
  isAway = true;
  await pass(client, 9);
  expect(await add('before@office.example')).toBe(200);
  await pass(client, 2);
  expect((await client.call(desk.me)).body.is_read_only).toBe(true);
  const refused = await client.call(desk.addStaff, {
    payload: { email: 'x@office.example', name: 'X', role: 'reader' },
  });
  expect([refused.status, refused.body.code]).toEqual([503, 'provider_away']);
  expect((await client.call(desk.staffList)).status).toBe(200);
  const other = server.client();
  const led = await begin(other).catch(() => undefined);
  if (led?.origin === PUBLIC) expect(led.search).toContain('problem=provider_away');
  isAway = false;
  advance(31 * SECOND_MS);
  expect((await client.call(desk.me)).body.is_read_only).toBe(false);
  expect(await add('after@office.example')).toBe(200);
  isAway = true;
  await pass(client, 65);
  expect(await statusOf(client)).toBe(200);
  await pass(client, 6);
  expect(await statusOf(client)).toBe(401);
});

async function logOutAtProvider(jar: Map<string, string>): Promise<void> {
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = await fetch(`${issuer}/session/end?client_id=${CLIENT}`, { headers: { cookie: cookie() } });
  for (const line of page.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  await fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
}

test('a person who signs out at the provider is signed out here at once, and nobody else', async () => {
  const jar = new Map<string, string>();
  const [client, other] = [server.client(), server.client()];
  const { sub } = newAccount(['admissions-clerks']);
  await comeBack(client, await atProvider(await begin(client), sub, jar));
  await signOn(other, newAccount(['admissions-clerks']).sub);
  expect([await statusOf(client), await statusOf(other)]).toEqual([200, 200]);
  await logOutAtProvider(jar);
  expect([await statusOf(client), await statusOf(other)]).toEqual([401, 200]);
});

test("a token that the provider didn't make for us, or that isn't a logout token, ends no session", async () => {
  const client = server.client();
  const { sub } = newAccount(['admissions-clerks']);
  await signOn(client, sub);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const foreign = await generateKeyPair('RS256');
  const send = async (claims: object, audience: string, isForeign = false) => {
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setSubject(sub)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(server.clock.now().getTime() / 1000))
      .setExpirationTime(Math.floor(server.clock.now().getTime() / 1000) + 120)
      .sign(isForeign ? foreign.privateKey : await importJWK(key, 'RS256'));
    const response = await server.app.inject({
      method: 'POST',
      url: desk.officePaths.backChannelLogout,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
    return response.statusCode;
  };
  expect(await send({ events }, 'another')).toBe(400);
  expect(await send({ events }, CLIENT, true)).toBe(400);
  expect(await send({ events, nonce: 'x' }, CLIENT)).toBe(400);
  expect(await send({}, CLIENT)).toBe(400);
  expect(await statusOf(client)).toBe(200);
  expect(await send({ events }, CLIENT)).toBe(200);
  expect(await statusOf(client)).toBe(401);
});
