import { CARDS, defaultPath, HEALTH_PATH, pagePaths, paths } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { clientError } from '@firstyear/api-contract/client-errors';
import { login, signup } from '@firstyear/api-contract/identity';
import { lookupText } from '@firstyear/api-contract/lookup';
import type { HttpResponse } from '../../support/http.ts';
import { type Check, insist, statusesOf, statusOfBeginning } from '../check.ts';
import { objectOf, type Target } from '../target.ts';

/** A page, one of its assets, a call, an error and a path that is none. */
async function kindsOfReply(target: Target): Promise<readonly (readonly [string, HttpResponse])[]> {
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

async function securityHeaders(target: Target): Promise<string> {
  const expected: Record<string, RegExp> = {
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^no-referrer$/,
    'cross-origin-opener-policy': /^same-origin$/,
  };
  if (target.baseUrl.startsWith('https:')) expected['strict-transport-security'] = /max-age=\d{8}/;
  const replies = await kindsOfReply(target);
  for (const [kind, { headers }] of replies) {
    for (const [name, pattern] of Object.entries(expected)) {
      insist(pattern.test(String(headers[name] ?? '')), `${kind}: ${name} is ${String(headers[name] ?? 'missing')}`);
    }
  }
  const hsts = expected['strict-transport-security'] ? '' : ' (HSTS: only over https)';
  return `${replies.map(([kind]) => kind).join(', ')}: ${Object.keys(expected).join(', ')}${hsts}`;
}

async function strictPolicy(target: Target): Promise<string> {
  const replies = await kindsOfReply(target);
  for (const [kind, { headers }] of replies) {
    const policy = String(headers['content-security-policy'] ?? '');
    insist(/default-src 'none'|default-src 'self'/.test(policy), `${kind} has no Content-Security-Policy`);
    insist(!/unsafe-|script-src[^;]*(\*|data:|https?:)/.test(policy), `${kind}: ${policy}`);
  }
  return String(replies[0]?.[1].headers['content-security-policy'] ?? '').slice(0, 70);
}

/** Opens every page and card in a browser and counts what the policy stopped. */
async function noViolation(target: Target): Promise<string> {
  const policy = await strictPolicy(target);
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
    return `${addresses.length} pages without a violation; ${policy}`;
  });
}

async function notStored(target: Target): Promise<string> {
  const replies = [
    await target.get(profile.path),
    await target.visitor().exchange(login, { payload: { username: 'x', password: 'x' } }),
  ];
  for (const reply of replies) {
    insist(/no-store/.test(String(reply.headers['cache-control'] ?? '')), `${reply.status} may be kept by a cache`);
  }
  const { visitor } = await target.person();
  const own = await visitor.exchange(profile);
  const control = String(own.headers['cache-control'] ?? '');
  insist(own.status === 200 && /no-store/.test(control), `the profile has Cache-Control: ${control || 'none'}`);
  return `Cache-Control: ${control}`;
}

/** Whether a reply is an error in JSON that shows nothing of the inside. */
function insistCleanError(what: string, reply: HttpResponse): void {
  const { code, message } = objectOf(reply);
  insist(reply.status >= 400 && reply.status < 500, `${what} gets ${reply.status}`);
  insist(
    typeof code === 'string' && typeof message === 'string',
    `${what}: no JSON error but ${reply.text.slice(0, 60)}`,
  );
  insist(!/\bat .+:\d+|node:|node_modules|postgres/i.test(reply.text), `${what} shows the inside: ${reply.text}`);
}

async function brokenRequests(target: Target): Promise<string> {
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
  for (const [what, reply] of Object.entries(odd)) insistCleanError(what, reply);
  return statusesOf(odd);
}

async function neverFiveHundred(target: Target): Promise<string> {
  const visitor = target.visitor();
  const odd: Readonly<Record<string, HttpResponse>> = {
    'path out of the folder': await target.get('//evil.example/%2f..'),
    'half a character in the path': await target.get('/%ed%a0%80'),
    'half a character': await visitor.send({
      method: 'POST',
      path: login.path,
      body: '{"username":"\\ud800","password":"x"}',
    }),
    'array of 500,000': await visitor.send({ method: 'POST', path: login.path, body: `[${'1,'.repeat(499_999)}1]` }),
    'Origin of another scheme': await visitor.send({
      method: 'POST',
      path: login.path,
      body: '{}',
      headers: { origin: otherScheme(target.baseUrl), 'sec-fetch-site': '' },
    }),
  };
  const evidence = statusesOf(odd);
  for (const [what, { status }] of Object.entries(odd)) insist(status < 500, `${what} gets ${status}`);
  insist(odd['Origin of another scheme']?.status === 403, evidence);
  for (const password of ['Aa123456789!', '1qaz@WSX3edc', 'Passw0rd!Passw0rd!']) {
    const { status } = await visitor.exchange(signup, { payload: { username: target.newAddress(), password } });
    insist(status === 400, `the password ${password} is accepted`);
  }
  return `${evidence}; 3 well-known passwords refused`;
}

const otherScheme = (url: string) =>
  url.startsWith('https:') ? url.replace(/^https:/, 'http:') : url.replace(/^http:/, 'https:');

async function forgedNetwork(target: Target): Promise<string> {
  const username = target.newAddress();
  const statuses: number[] = [];
  for (let tries = 1; tries <= 7; tries += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${tries}`, forwarded: `for=203.0.113.${tries}` };
    const reply = await target
      .visitor()
      .exchange(login, { payload: { username, password: 'Wrong-guess-1234!' }, headers });
    statuses.push(reply.status);
  }
  insist(statuses.includes(429), `made-up networks are believed: ${statuses.join(' ')}`);
  return `guesses under seven made-up networks: ${statuses.join(' ')}`;
}

/** The beginning of a request that says it has more bytes than any call takes. */
function beginningOf(target: Target, call: { readonly method: string; readonly path: string }, sent: number): string {
  const { host, origin } = new URL(target.baseUrl);
  const head = [`${call.method} ${call.path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`];
  return [...head, 'content-type: application/json', 'content-length: 1048576', '', `{"a":"${'x'.repeat(sent)}`].join(
    '\r\n',
  );
}

async function manyKeys(target: Target): Promise<string> {
  const early = await statusOfBeginning(target.baseUrl, beginningOf(target, login, 100));
  insist(early === 413, `a card's body of 1 MB gets ${early || 'no reply'} before it is sent`);
  const anonymous = await statusOfBeginning(target.baseUrl, beginningOf(target, answer, 100));
  insist(anonymous === 401, `a save without a session gets ${anonymous || 'no reply'} before its body is read`);
  const few = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]));
  const keys = await target.visitor().send({ method: 'POST', path: login.path, body: JSON.stringify(few) });
  insist(keys.status === 400, `300 keys for a card get ${keys.status}`);
  return `1 MB for a card ${early} and for a save ${anonymous}, both before the body; 300 keys ${keys.status}`;
}

async function manyReports(target: Target): Promise<string> {
  const report = { name: 'Error', route: defaultPath(target.options.form), stack: [] };
  const replies: HttpResponse[] = [];
  for (let sent = 0; sent < 40 && replies.at(-1)?.status !== 429; sent += 1) {
    replies.push(await target.visitor().exchange(clientError, { payload: report }));
  }
  const last = replies.at(-1);
  insist(last?.status === 429, `${replies.length} reports of errors are all taken`);
  insist(Number(last.headers['retry-after']) > 0, 'a refused report is not told how long to wait');
  return `429 at report ${replies.length}, Retry-After ${String(last.headers['retry-after'])}`;
}

export const REPLY_CHECKS: readonly Check[] = [
  { id: 'B10', what: 'strict Content-Security-Policy, no violation', run: noViolation },
  { id: 'B11', what: 'security headers on pages, assets, calls and errors', isShort: true, run: securityHeaders },
  { id: 'B12', what: 'personal data are in no cache', isShort: true, run: notStored },
  { id: 'B13', what: 'broken requests get a JSON error and no stack', isShort: true, run: brokenRequests },
  {
    id: 'B14',
    what: 'X-Forwarded-For is believed from a configured proxy only',
    isShort: true,
    shownBy: 'apps/server/src/plugins/platform.test.ts',
    run: forgedNetwork,
  },
  { id: '11.2', what: 'bodies are refused before they are read or counted', isShort: true, run: manyKeys },
  {
    id: '11.5',
    what: 'reports cannot fill the disk',
    shownBy: 'tools/start/start-parts.test.ts',
    run: manyReports,
  },
  { id: '11.15', what: 'odd paths, characters, origins and passwords', isShort: true, run: neverFiveHundred },
];
