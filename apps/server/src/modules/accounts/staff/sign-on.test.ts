import { SIGN_ON_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { generateKeyPair, importJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import type { Client } from '../../../testing/client.ts';
import { newColleague } from './staff.testing.ts';
import { CLIENT, cookieOf, keepCookies, suiteUniversity } from './university.testing.ts';

const university = await suiteUniversity();
const { server, issuer, key, accounts, behavior, asked } = university;
const { newAccount, begin, atProvider, comeBack, signOn, advance, pass } = university;
const statusOf = async (client: Client) => (await client.call(desk.me)).status;

test('a listed person signs in and returns to the requested address', async () => {
  const { sub, email } = newAccount();
  const { staffId } = await newColleague(server, 'reader');
  await server.db.updateTable('staff_person').set({ email }).where('id', '=', staffId).execute();
  const client = server.client();
  expect(await signOn(client, sub, '/office/applications?q=garcia')).toBe('/office/applications?q=garcia');
  expect((await client.call(desk.me)).body).toMatchObject({ id: staffId, email, role: 'reader' });
  expect((await client.call(desk.signInWays)).body.has_provider).toBe(true);
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

const CLAIMS = { groups: ['admissions-heads'], email: 'forged@office.example', email_verified: true };
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
  ['signed with another key', { isForeignKey: true }],
] as const)('an ID token %s is refused', async (_, change) => {
  const { sub } = newAccount();
  behavior.forgery = await forged(change);
  expect(await signOn(server.client(), sub)).toContain('problem=refused');
});
test('the same ID token without the defect is accepted', async () => {
  behavior.forgery = await forged({});
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
  // Not one call more has the old role.
  advance(MINUTE_MS);
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

test('a session for which the provider gave no refresh token ends after ten minutes, since nothing can check it', async () => {
  const client = server.client();
  await signOn(client, newAccount(['admissions-heads']).sub);
  await server.db.updateTable('staff_session').set({ refresh_token: null }).execute();
  await pass(client, 9);
  expect(await statusOf(client)).toBe(200);
  await pass(client, 1);
  expect(await statusOf(client)).toBe(401);
});

test('while the provider is down, sessions continue for ten minutes, then read-only for an hour; nobody can sign in', async () => {
  const { sub } = newAccount(['admissions-heads']);
  const client = server.client();
  await signOn(client, sub);
  const add = (email: string) =>
    client.call(desk.addStaff, { payload: { email, name: 'Added', role: 'reader' } }).then(({ status }) => status);
  const other = server.client();
  const back = await atProvider(await begin(other), sub);
  behavior.isAway = true;
  expect(await comeBack(other, back)).toContain('problem=provider_away');
  await pass(client, 9);
  expect(await add('before@office.example')).toBe(200);
  await pass(client, 2);
  expect((await client.call(desk.me)).body.is_read_only).toBe(true);
  const refused = await client.call(desk.addStaff, {
    payload: { email: 'x@office.example', name: 'X', role: 'reader' },
  });
  expect([refused.status, refused.body.code]).toEqual([503, 'provider_away']);
  expect((await client.call(desk.staffList)).status).toBe(200);
  behavior.isAway = false;
  advance(31 * SECOND_MS);
  expect((await client.call(desk.me)).body.is_read_only).toBe(false);
  expect(await add('after@office.example')).toBe(200);
  behavior.isAway = true;
  await pass(client, 65);
  expect(await statusOf(client)).toBe(200);
  await pass(client, 6);
  expect(await statusOf(client)).toBe(401);
});

async function logOutAtProvider(jar: Map<string, string>): Promise<void> {
  const page = await fetch(`${issuer}/session/end?client_id=${CLIENT}`, { headers: { cookie: cookieOf(jar) } });
  keepCookies(jar, page);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  await fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(jar), 'content-type': 'application/x-www-form-urlencoded' },
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

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const foreign = await generateKeyPair('RS256');
/** Sends a logout token; returns the status. */
async function send(
  sub: string | undefined,
  claims: object,
  audience: string,
  change: { kid?: string; isForeign?: boolean } = {},
) {
  const token = await new SignJWT({ ...(sub !== undefined && { sub }), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: change.kid ?? 'test' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(Math.floor(server.clock.now().getTime() / 1000))
    .setExpirationTime(Math.floor(server.clock.now().getTime() / 1000) + 120)
    .sign(change.isForeign ? foreign.privateKey : await importJWK(key, 'RS256'));
  const response = await server.app.inject({
    method: 'POST',
    url: desk.officePaths.backChannelLogout,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  return response.statusCode;
}

test("a token that the provider didn't make for us, or that isn't a logout token, ends no session", async () => {
  const client = server.client();
  const { sub } = newAccount(['admissions-clerks']);
  await signOn(client, sub);
  expect(await send(sub, { events }, 'another')).toBe(400);
  expect(await send(sub, { events }, CLIENT, { isForeign: true })).toBe(400);
  expect(await send(sub, { events, nonce: 'x' }, CLIENT)).toBe(400);
  expect(await send(sub, {}, CLIENT)).toBe(400);
  expect(await send(sub, { events: { 'http://schemas.openid.net/event/another': {} } }, CLIENT)).toBe(400);
  expect(await send(undefined, { events }, CLIENT)).toBe(400);
  expect(await statusOf(client)).toBe(200);
  expect(await send(sub, { events }, CLIENT)).toBe(200);
  expect(await statusOf(client)).toBe(401);
  await signOn(client, sub);
  const ofSession = server.db
    .selectFrom('staff_session')
    .select('provider_session as sid')
    .where('staff_id', '=', (await client.call(desk.me)).body.id ?? '');
  const { sid } = await ofSession.executeTakeFirstOrThrow();
  expect(await send(undefined, { events, sid }, CLIENT)).toBe(200);
  expect(await statusOf(client)).toBe(401);
});

test("forged logout tokens don't make the server ask for the provider's keys again and again", async () => {
  const { sub } = newAccount(['admissions-clerks']);
  await signOn(server.client(), sub);
  advance(2 * MINUTE_MS);
  const before = asked.length;
  for (const kid of ['test', 'one', 'two', 'three', 'test', 'four']) {
    expect(await send(sub, { events }, CLIENT, { kid, isForeign: true })).toBe(400);
  }
  expect(asked.slice(before)).toEqual(['/jwks']);
});
