import * as desk from '@firstyear/api-contract/desk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { causeOf, signOnProvider } from './provider.ts';
import { newColleague } from './staff.testing.ts';
import { PUBLIC, SECRET, suiteUniversity } from './university.testing.ts';

/** As docs/sign-on.md says, at a provider whose configuration only names its claims: it keeps the email in userinfo. */
const { server, signOnConfig, newAccount, signOn, pass, behavior } = await suiteUniversity(
  { asks_for_consent: true },
  { claims: { email: ['email', 'email_verified'], profile: ['name'] } },
);
const providerWith = (change: { readonly secret?: string; readonly issuer?: string }) =>
  signOnProvider({
    signOn: { ...signOnConfig, issuer: change.issuer ?? signOnConfig.issuer },
    secret: change.secret ?? SECRET,
    publicUrl: PUBLIC,
    clock: server.clock.now,
  });

async function listedDirector() {
  const { sub, email } = newAccount();
  const { staffId } = await newColleague(server, 'director');
  await server.db.updateTable('staff_person').set({ email }).where('id', '=', staffId).execute();
  return { sub, email };
}

test('a listed director signs in by the email of userinfo, and stays signed in beyond the ten-minute check', async () => {
  const { sub, email } = await listedDirector();
  const client = server.client();
  expect(await signOn(client, sub)).toBe('/office');
  await pass(client, 25);
  expect((await client.call(desk.me)).body).toMatchObject({ email, role: 'director', is_read_only: false });
});

test('a refusal is logged with its cause, without names or addresses', async () => {
  const lines: object[] = [];
  const logger = {
    warn: (detail: object) => void lines.push(detail),
    info: () => {},
    error: () => {},
    debug: () => {},
  };
  const child = vi
    .spyOn(server.app.log, 'child')
    .mockImplementation(() => Object.assign(Object.create(server.app.log), logger));
  await signOn(server.client(), newAccount([], { email_verified: undefined }).sub);
  await signOn(server.client(), newAccount().sub);
  behavior.asksAdministrator = true;
  await signOn(server.client(), newAccount().sub);
  child.mockRestore();
  expect(lines).toEqual([
    { problem: 'not_listed', cause: 'no verified email address' },
    { problem: 'not_listed', cause: 'neither on the page Staff nor with a role' },
    { problem: 'not_approved', cause: expect.stringMatching(/access_denied: AADSTS50105$/) },
  ]);
});

test('a wrong client secret is a refusal that names invalid_client, not an outage', async () => {
  const address = new URL(`${PUBLIC}${desk.officePaths.signOnCallback}?code=x&state=s&iss=${signOnConfig.issuer}`);
  const finishing = providerWith({ secret: 'another secret' }).finish(address, {
    state: 's',
    nonce: 'n',
    verifier: 'v'.repeat(43),
  });
  const refusal: unknown = await finishing.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'SignOnRefused' });
  expect(causeOf(refusal)).toContain('invalid_client');
});

test('only a refusal ends access: what a provider says while it is in trouble does not', async () => {
  const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const back = new URL(`${PUBLIC}${desk.officePaths.signOnCallback}?code=x&state=s&iss=${signOnConfig.issuer}`);
  const outcomes = async (status: number, error: string) => {
    const provider = providerWith({});
    await provider.addressOf(secrets, false);
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ error }, { status }));
    const nameOf = ({ name }: Error) => name;
    const said = [await provider.refresh('x').catch(nameOf), await provider.finish(back, secrets).catch(nameOf)];
    fetching.mockRestore();
    return said;
  };
  expect(await outcomes(400, 'invalid_grant')).toEqual([undefined, 'SignOnRefused']);
  expect(await outcomes(401, 'invalid_client')).toEqual(['ProviderAway', 'SignOnRefused']);
  expect(await outcomes(400, 'temporarily_unavailable')).toEqual(['ProviderAway', 'ProviderAway']);
  expect(await outcomes(500, 'server_error')).toEqual(['ProviderAway', 'ProviderAway']);
});

test('while the provider cannot be reached, the sign-in page says so, and its logout tokens are to be sent again', async () => {
  const sign_on = { ...signOnConfig, issuer: 'http://127.0.0.1:9' };
  const away = await testApp({
    clock: server.clock,
    deps: { office: { sign_on } },
    config: { officeClientSecret: SECRET },
  });
  onTestFinished(() => away.stop());
  const response = await away.client().open(desk.officePaths.signOn);
  expect(response.headers.location).toBe(`${desk.officePaths.signIn}?problem=provider_away`);
  const logout = await away.app.inject({
    method: 'POST',
    url: desk.officePaths.backChannelLogout,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'logout_token=x',
  });
  expect([logout.statusCode, logout.json()]).toMatchObject([503, { code: 'provider_away' }]);
});

test('each thing that a provider lacks is named, and without a page for it nobody is led away to sign out', async () => {
  const poor = {
    issuer: signOnConfig.issuer,
    scopes_supported: ['openid', 'email'],
    code_challenge_methods_supported: ['plain'],
  };
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(poor));
  const provider = providerWith({});
  expect(await provider.findProblems()).toEqual([
    'It names no authorization_endpoint.',
    'It names no token_endpoint.',
    'It names no jwks_uri.',
    'It does not offer the scope profile.',
    'It does not offer the scope offline_access.',
    'It does not offer PKCE with S256.',
  ]);
  expect(await provider.signOutAddress(undefined)).toBeUndefined();
  fetching.mockRestore();
});

test('a provider is examined by its discovery document and the client by a request', async () => {
  expect(await providerWith({}).findProblems()).toEqual([]);
  expect(await providerWith({ secret: 'another secret' }).findProblems()).toEqual([
    expect.stringContaining('It refuses client_id or OFFICE_CLIENT_SECRET'),
  ]);
  await expect(providerWith({ issuer: `${signOnConfig.issuer}/elsewhere` }).findProblems()).rejects.toMatchObject({
    name: 'ProviderAway',
  });
});
