import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { checkInstallation } from './check.ts';
import { findInstallation } from './find-installation.ts';

let server: TestApp;
let url: string;
let secret: TestApp['deps']['config']['secret'];
const servers: Server[] = [];

beforeAll(async () => {
  server = await testApp({ config: { trustedProxy: ['127.0.0.1'] } });
  secret = server.deps.config.secret;
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await server.stop();
});

async function listen(listening: http.Server | https.Server): Promise<number> {
  listening.listen(0, 'localhost');
  await once(listening, 'listening');
  servers.push(listening);
  const { port }: Partial<AddressInfo> = Object(listening.address());
  return port ?? 0;
}

/** Forwards everything to our own server with these headers. */
const forward =
  (headersOf: (request: http.IncomingMessage) => http.OutgoingHttpHeaders): http.RequestListener =>
  (request, response) => {
    const forwarded = http.request(new URL(request.url ?? '', url), { headers: headersOf(request) });
    forwarded.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    forwarded.end();
  };
const proxy = forward(({ headers }) => ({ ...headers, 'x-forwarded-for': '192.0.2.7' }));

/** A self-signed certificate for localhost. */
async function makeCertificate() {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-tls-'));
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, ...names];
  await promisify(execFile)('openssl', args);
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')];
  await rm(folder, { recursive: true });
  return { key, cert };
}

/** The lines of `check` by part. */
async function check(publicUrl: string) {
  const settings = { ...server.deps.config, publicUrl };
  const { text } = await checkInstallation({
    settings,
    partner: server.deps.partner,
    office: server.deps.office,
    db: server.db,
    pool: server.database.pool,
    clock: () => new Date(),
  });
  return new Map(text.split('\n').map((line) => [line.slice(8, 21).trim(), line] as const));
}

test('our own web server is recognized, directly and through a proxy', async () => {
  expect(await findInstallation(url, secret)).toEqual({ isOurs: true, isForwarded: false });
  const port = await listen(http.createServer(proxy));
  expect(await findInstallation(`http://localhost:${port}`, secret)).toEqual({ isOurs: true, isForwarded: true });
  const other = { current: Buffer.alloc(32, 5), previous: undefined };
  expect(await findInstallation(url, { ...other, previous: secret.current })).toMatchObject({ isOurs: true });
  expect(await findInstallation(url, other)).toMatchObject({
    isOurs: false,
    sentence: expect.stringContaining('is another server, or one with another secret key'),
  });
});

test("another installation's server is not mistaken for ours, whatever it responds", async () => {
  const responses: readonly (readonly [number, Readonly<Record<string, string>>, string, RegExp])[] = [
    [200, {}, '{"status":"ok"}', /is another server, .+ \(it responds with 200\)[.]$/],
    [200, {}, `{"is_forwarded":true,"proof":"${'A'.repeat(43)}"}`, /is another server/],
    [502, {}, 'bad gateway', /responds with 502: its proxy does not reach this web server[.]$/],
    [504, {}, '', /its proxy does not reach/],
    [505, {}, '', /is another server/],
    [301, { location: 'https://www.larkmoor.example/' }, '', /redirects to https:\/\/www[.]larkmoor[.]example\/[.]$/],
  ];
  for (const [status, headers, body, sentence] of responses) {
    const port = await listen(http.createServer((_, response) => response.writeHead(status, headers).end(body)));
    expect(await findInstallation(`http://localhost:${port}`, secret)).toEqual({
      isOurs: false,
      sentence: expect.stringMatching(sentence),
    });
  }
  expect(await findInstallation('https://apply.larkmoor.invalid', secret)).toEqual({
    isOurs: false,
    sentence: 'The name apply.larkmoor.invalid does not resolve to an address.',
  });
});

test('a nonce in another format is not found', async () => {
  for (const nonce of ['x', 'A'.repeat(33), 'A'.repeat(31)]) {
    expect((await server.app.inject(`${HEALTH_PATH}/${nonce}`)).statusCode, nonce).toBe(404);
  }
});

test('check tests certificate and proxy through PUBLIC_URL', async () => {
  const identity = await makeCertificate();
  const publicUrl = `https://localhost:${await listen(https.createServer(identity, proxy))}`;
  expect((await check(publicUrl)).get('address')).toMatch(
    /^missing .+The certificate at .+ cannot be used: self-signed/,
  );
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), identity.cert]);
  const lines = await check(publicUrl);
  for (const part of ['address', 'proxy']) expect(lines.get(part)).toMatch(/^ok /);

  const withoutHeaders = https.createServer(
    identity,
    forward(() => ({})),
  );
  expect((await check(`https://localhost:${await listen(withoutHeaders)}`)).get('proxy')).toMatch(
    /^missing .+or it sends no X-Forwarded-For/,
  );

  const foreign = https.createServer(identity, (_, response) => response.end('{"status":"ok"}'));
  const others = await check(`https://localhost:${await listen(foreign)}`);
  expect(others.get('address')).toMatch(/^missing .+is another server/);
  expect(others.get('proxy')).toMatch(/^missing .+cannot be told before/);
});
