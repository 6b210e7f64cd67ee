import { CARDS, defaultPath, HEALTH_PATH, pagePaths, paths } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { clientError } from '@firstyear/api-contract/client-errors';
import { login, logout } from '@firstyear/api-contract/identity';
import { lookupText } from '@firstyear/api-contract/lookup';
import type { HttpResponse } from '../../support/http.ts';
import { type Check, quick, slow } from '../check.ts';
import { insist, insistRefused, insistStatus, statusOfBeginning } from '../finding.ts';
import { objectOf, signUp, type Target } from '../target.ts';

/** Responses of each kind: a page, one of its assets, a call, an error, and an unknown path. */
async function kindsOfResponse(target: Target): Promise<readonly (readonly [string, HttpResponse])[]> {
  const page = await target.get(paths.login);
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '/assets/missing.js';
  return [
    ['page', page],
    ['asset', await target.get(asset)],
    ['call', await target.get(HEALTH_PATH)],
    ['error', await target.get(profile.path)],
    ['nothing', await target.get(`${profile.path}-that-is-none`)],
  ];
}

async function insistStrictPolicy(target: Target): Promise<void> {
  const responses = await kindsOfResponse(target);
  for (const [kind, { headers }] of responses) {
    const policy = String(headers['content-security-policy'] ?? '');
    insist(/default-src 'none'|default-src 'self'/.test(policy), `${kind} has no Content-Security-Policy`);
    insist(!/unsafe-|script-src[^;]*(\*|data:|https?:)/.test(policy), `${kind}: ${policy}`);
  }
}

/** Insists that a response is an error in JSON that reveals nothing internal. */
function insistCleanError(name: string, response: HttpResponse): void {
  const { code, message } = objectOf(response);
  insist(response.status >= 400 && response.status < 500, `${name} gets ${response.status}`);
  const isJson = typeof code === 'string' && typeof message === 'string';
  insist(isJson, `${name}: no JSON error but ${response.text.slice(0, 60)}`);
  insist(
    !/\bat .+:\d+|node:|node_modules|postgres/i.test(response.text),
    `${name} reveals internals: ${response.text}`,
  );
}

const otherScheme = (url: string) =>
  url.startsWith('https:') ? url.replace(/^https:/, 'http:') : url.replace(/^http:/, 'https:');

/** The beginning of a request whose Content-Length is more than any call accepts. */
function beginningOf(target: Target, call: { readonly method: string; readonly path: string }): string {
  const { host, origin } = new URL(target.baseUrl);
  const head = [`${call.method} ${call.path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`];
  const length = ['content-type: application/json', 'content-length: 1048576'];
  return [...head, ...length, '', `{"a":"${'x'.repeat(100)}`].join('\r\n');
}

const EVIL = 'https://evil.example';

const PLATFORM_TEST = 'apps/server/src/plugins/platform.test.ts';

export const RESPONSE_CHECKS: readonly Check[] = [
  quick('B7', 'writes need JSON and the own origin', async (target) => {
    const body = JSON.stringify({ username: 'nobody@mail.example', password: 'x' });
    const post = (headers: Readonly<Record<string, string>>) =>
      target.visitor().send({ method: 'POST', path: login.path, headers, body });
    insistStatus(await post({}), 400, 'the control');
    const foreign = {
      'foreign Origin': await post({ origin: EVIL, 'sec-fetch-site': '' }),
      'cross-site': await post({ origin: EVIL, 'sec-fetch-site': 'cross-site' }),
      'same-site': await post({ 'sec-fetch-site': 'same-site' }),
    };
    const otherTypes = {
      'text/plain': await post({ 'content-type': 'text/plain' }),
      'a form': await post({ 'content-type': 'application/x-www-form-urlencoded' }),
    };
    insistRefused(foreign, 403);
    insistRefused(otherTypes, 415);
  }),
  quick('B8', 'another site cannot log anybody out', async (target) => {
    const visitor = target.visitor();
    const response = await visitor.exchange(logout, { headers: { 'sec-fetch-site': 'cross-site', origin: EVIL } });
    insistStatus(response, 403, `cross-site GET ${logout.path}`);
  }),
  quick('B9', 'no other site may read', async (target) => {
    const responses = [
      await target.visitor().exchange(profile, { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } }),
      await target.visitor().send({
        method: 'OPTIONS',
        path: answer.path,
        headers: { origin: EVIL, 'access-control-request-method': 'PUT', 'sec-fetch-site': 'cross-site' },
      }),
    ];
    for (const { headers } of responses) {
      const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      insist(granted.length === 0, `another site is granted ${granted.join(', ')}`);
    }
  }),
  /** Opens every page and card in a browser and counts violations of the policy. */
  slow('B10', 'strict Content-Security-Policy, no violation', async (target) => {
    await insistStrictPolicy(target);
    const addresses = [...pagePaths(target.options.form), ...CARDS.map((card) => paths[card]), paths.completion];
    return target.inBrowser(async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      for (const address of addresses) {
        await page.goto(address);
        await page.waitForSelector('h1');
      }
      insist(refused.length === 0, `the browser refused: ${refused[0] ?? ''}`);
    });
  }),
  quick('B11', 'security headers on pages, assets, calls and errors', async (target) => {
    const expected: Record<string, RegExp> = {
      'x-content-type-options': /^nosniff$/,
      'referrer-policy': /^no-referrer$/,
      'cross-origin-opener-policy': /^same-origin$/,
    };
    if (target.baseUrl.startsWith('https:')) expected['strict-transport-security'] = /max-age=\d{8}/;
    const responses = await kindsOfResponse(target);
    for (const [kind, { headers }] of responses) {
      for (const [name, pattern] of Object.entries(expected))
        insist(pattern.test(String(headers[name] ?? '')), `${kind}: ${name} is ${String(headers[name] ?? 'missing')}`);
    }
  }),
  quick('B12', 'personal data are in no cache', async (target) => {
    const responses = [
      await target.get(profile.path),
      await target.visitor().exchange(login, { payload: { username: 'x', password: 'x' } }),
    ];
    for (const response of responses) {
      insist(
        /no-store/.test(String(response.headers['cache-control'] ?? '')),
        `${response.status} may be kept by a cache`,
      );
    }
    const { visitor } = await target.person();
    const response = await visitor.exchange(profile);
    const control = String(response.headers['cache-control'] ?? '');
    insist(response.status === 200 && /no-store/.test(control), `the profile has Cache-Control: ${control || 'none'}`);
  }),
  quick('B13', 'broken requests get a JSON error and no stack', async (target) => {
    const visitor = target.visitor();
    const post = (body: string | Uint8Array) => visitor.send({ method: 'POST', path: login.path, body });
    const odd: Readonly<Record<string, HttpResponse>> = {
      'broken JSON': await post('{"username": '),
      'NUL bytes': await post('{"username":"a\\u0000@mail.example","password":"x"}'),
      'not UTF-8': await post(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      'deep JSON': await post('['.repeat(4_000)),
      '1 MB': await post(`"${'x'.repeat(1_048_576)}"`),
      'NUL in the path': await target.get(`${lookupText.path}%00`),
      DELETE: await visitor.send({ method: 'DELETE', path: login.path }),
      PROPFIND: await visitor.send({ method: 'PROPFIND', path: '/' }),
      PATCH: await visitor.send({ method: 'PATCH', path: profile.path }),
    };
    for (const [name, response] of Object.entries(odd)) insistCleanError(name, response);
  }),
  quick('B14', 'X-Forwarded-For is trusted from a configured proxy only', PLATFORM_TEST, async (target) => {
    const username = target.newAddress();
    const statuses: number[] = [];
    for (let tries = 1; tries <= 7; tries += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${tries}`, forwarded: `for=203.0.113.${tries}` };
      const payload = { username, password: 'Wrong-guess-1234!' };
      statuses.push((await target.visitor().exchange(login, { payload, headers })).status);
    }
    insist(statuses.includes(429), `made-up networks are trusted: ${statuses.join(' ')}`);
  }),
  quick('11.2', 'bodies are refused before they are read or counted', async (target) => {
    const early = await statusOfBeginning(target.baseUrl, beginningOf(target, login));
    insist(early === 413, `a card's body of 1 MB gets ${early || 'no response'} before it is sent`);
    const anonymous = await statusOfBeginning(target.baseUrl, beginningOf(target, answer));
    insist(anonymous === 401, `a save without a session gets ${anonymous || 'no response'} before its body is read`);
    const few = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]));
    const keys = await target.visitor().send({ method: 'POST', path: login.path, body: JSON.stringify(few) });
    insistStatus(keys, 400, 'a card with 300 keys');
  }),
  slow('11.5', 'reports cannot fill the disk', 'tools/start/start-parts.test.ts', async (target) => {
    const report = { name: 'Error', route: defaultPath(target.options.form), stack: [] };
    const responses: HttpResponse[] = [];
    for (let sent = 0; sent < 40 && responses.at(-1)?.status !== 429; sent += 1) {
      responses.push(await target.visitor().exchange(clientError, { payload: report }));
    }
    const last = responses.at(-1);
    insist(last?.status === 429, `${responses.length} reports of errors are all taken`);
    insist(Number(last.headers['retry-after']) > 0, 'a refused report gets no Retry-After');
  }),
  quick('11.15', 'odd paths, characters, origins and passwords', async (target) => {
    const visitor = target.visitor();
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      visitor.send({ method: 'POST', path: login.path, body, headers });
    const odd: Readonly<Record<string, HttpResponse>> = {
      'path out of the folder': await target.get('//evil.example/%2f..'),
      'half a character in the path': await target.get('/%ed%a0%80'),
      'half a character': await post('{"username":"\\ud800","password":"x"}'),
      'array of 500,000': await post(`[${'1,'.repeat(499_999)}1]`),
      'Origin of another scheme': await post('{}', { origin: otherScheme(target.baseUrl), 'sec-fetch-site': '' }),
    };
    for (const [name, { status }] of Object.entries(odd)) insist(status < 500, `${name} gets ${status}`);
    insist(odd['Origin of another scheme']?.status === 403, 'another scheme is no other origin');
    for (const password of ['Aa123456789!', '1qaz@WSX3edc', 'Passw0rd!Passw0rd!']) {
      const response = await signUp(visitor, target.newAddress(), password);
      insistStatus(response, 400, `the password ${password}`);
    }
  }),
];
