import { createServer } from 'node:http';
import * as desk from '@firstyear/api-contract/desk';
import type { SignOn } from '@firstyear/partner-config';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '../../../process/durations.ts';
import { testApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { TestClock } from '../../../testing/clock.ts';
import { type Behavior, respondAsProvider } from './provider.testing.ts';

export const CLIENT = 'desk';
export const SECRET = 'a client secret that only this test knows';
export const PUBLIC = 'http://localhost:3000';

interface Account {
  readonly email: string;
  readonly email_verified: boolean | undefined;
  readonly groups: readonly string[];
}

/** Keeps the cookies of a response of the provider. */
export function keepCookies(jar: Map<string, string>, { headers }: Response): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
}

export const cookieOf = (jar: ReadonlyMap<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Like providers that put all claims into the ID token, and where an administrator has consented for everybody. */
const OBLIGING: Configuration = {
  pkce: { required: () => true },
  conformIdTokenClaims: false,
  claims: { openid: ['sub', 'sid', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
  rotateRefreshToken: true,
  issueRefreshToken: (_context, { clientId }) => clientId === CLIENT,
  expiresWithSession: () => false,
};

/** The office's server and the university's real OpenID Connect provider, for all tests of a file. */
export async function suiteUniversity(more: Partial<SignOn> = {}, configuration = OBLIGING) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const accounts = new Map<string, Account>();
  const usual = { who: '', isAway: false, asksAdministrator: false, forgery: undefined };
  const behavior: Behavior = { ...usual, prompts: [] };
  /** Paths that were asked of the provider. */
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(request.url ?? '');
    respondAsProvider(provider, behavior, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(http.address());
  const issuer = `http://localhost:${port}`;
  const signOnConfig: SignOn = {
    issuer,
    client_id: CLIENT,
    roles_claim: 'groups',
    role_of_claim: { 'admissions-clerks': 'clerk', 'admissions-heads': 'director' },
    ...more,
  };
  const clock = new TestClock(new Date().toISOString());
  const server = await testApp({
    clock,
    deps: { office: { sign_on: signOnConfig } },
    config: { officeClientSecret: SECRET },
  });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  const client = {
    client_secret: SECRET,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [`${PUBLIC}${desk.officePaths.signOnCallback}`],
    post_logout_redirect_uris: [`${PUBLIC}${desk.officePaths.signIn}`],
    backchannel_logout_uri: `${address}${desk.officePaths.backChannelLogout}`,
    backchannel_logout_session_required: true,
  };
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: CLIENT },
      { ...client, client_id: 'another' },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    ...configuration,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, name: `Person ${sub}`, ...account }) };
    },
    // The default refuses addresses of this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
  });
  provider.on('server_error', (_context, error) => console.error(error));
  provider.on('backchannel.error', (_context, error) => console.error(error));
  afterAll(async () => {
    vi.useRealTimers();
    await server.stop();
    http.closeAllConnections();
    http.close();
  });
  beforeEach(() => {
    Object.assign(behavior, usual);
  });

  let count = 0;
  function newAccount(groups: readonly string[] = [], change: Partial<Account> = {}): { sub: string; email: string } {
    count += 1;
    const sub = `person-${count}`;
    const email = `person.${count}@office.example`;
    accounts.set(sub, { email, email_verified: true, groups, ...change });
    return { sub, email };
  }

  /** Begins a sign-on at the office's server; returns the provider's address. */
  async function begin(browser: Client, to = '/office'): Promise<URL> {
    const response = await browser.open(`${desk.officePaths.signOn}?to=${encodeURIComponent(to)}`);
    for (const { name, value } of response.cookies) browser.cookies.set(name, value);
    return new URL(String(response.headers.location), PUBLIC);
  }

  /** Signs in on the provider's pages; returns the address that they redirect to. */
  async function atProvider(from: URL, sub: string, jar = new Map<string, string>()): Promise<URL> {
    behavior.who = sub;
    behavior.nonce = from.searchParams.get('nonce') ?? '';
    for (let url = from; ; ) {
      if (url.origin === PUBLIC) return url;
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookieOf(jar) } });
      keepCookies(jar, response);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url.href} leads nowhere: ${response.status} ${await response.text()}`);
      url = new URL(location, url);
    }
  }

  /** Returns to the office; the address that it redirects to. */
  async function comeBack(browser: Client, back: URL): Promise<string> {
    const response = await browser.open(`${back.pathname}${back.search}`);
    expect(response.statusCode).toBe(303);
    for (const { name, value } of response.cookies) {
      if (value === '') browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    return String(response.headers.location);
  }

  const signOn = async (browser: Client, sub: string, to?: string): Promise<string> =>
    comeBack(browser, await atProvider(await begin(browser, to), sub));

  /** Advances the clocks of the provider, the office and its database. */
  function advance(milliseconds: number): void {
    clock.advance(milliseconds);
    vi.setSystemTime(clock.now());
  }
  /** Advances the time with calls that keep a session active. */
  async function pass(browser: Client, minutes: number): Promise<void> {
    for (let left = minutes; left > 0; left -= 5) {
      advance(Math.min(left, 5) * MINUTE_MS);
      await browser.call(desk.me);
    }
  }
  const flows = { newAccount, begin, atProvider, comeBack, signOn, advance, pass };
  return { ...flows, server, issuer, key, signOnConfig, accounts, behavior, asked };
}
