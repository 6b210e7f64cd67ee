import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answer, validations } from '@firstyear/api-contract/application';
import type { Call } from '@firstyear/api-contract/call';
import { login } from '@firstyear/api-contract/identity';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { registerBodies } from './body-limits.ts';
import { refuseConnection } from './broken-http.ts';
import { registerErrors } from './errors.ts';
import { MAX_UNREAD_BYTES } from './unread-body.ts';

let t: TestApp;
let webRoot: string;
let port: number;
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'firstyear-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>the app</title>');
  t = await testApp({ deps: { webRoot } });
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await t.stop();
  await rm(webRoot, { recursive: true, force: true });
});

/** Sends raw bytes and returns the first part of the response. */
function responseTo(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
  });
}

test('paths that lead out of the web app, or are invalid UTF-8, cause no server error and no redirect', async () => {
  for (const target of [
    '//evil.example/%2f..',
    '/%2f../x.txt',
    '/..%5cx.js',
    '/%ED%A0%80',
    '/%ED%A0%80.js',
    '/a?b=%ED%A0%80',
  ]) {
    const response = await responseTo(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    expect(response, target).toMatch(/^HTTP\/1\.1 (4\d\d|200) /);
    expect(response, target).not.toMatch(/^location:/im);
  }
});

test('a request with two Host headers is refused in JSON, whatever its path', async () => {
  for (const target of ['/', '/livez', '/public/config', '/assets/none.js']) {
    const response = await responseTo(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nHOST: other.example\r\n\r\n`);
    expect(response, target).toMatch(/^HTTP\/1\.1 400 /);
    expect(response, target).toContain('"code":"bad_request"');
  }
});

test('an unpaired surrogate is refused, but left out of answers', async () => {
  const ada = await newApplicant(t);
  const report = (message: string) => ada.call(validations, { payload: { first_name: [message] } });
  const half = await report('A\ud800');
  expect([half.status, half.body.code]).toEqual([400, 'bad_request']);
  expect((await report('A\ud83d\ude00 \\ud800')).status).toBe(200);
  expect((await ada.call(answer, { payload: { first_name: 'A\ud800' } })).status).toBe(200);
});

test('a write from the same host under another scheme is refused', async () => {
  const from = (origin: string) =>
    t.app.inject({
      method: 'POST',
      url: login.path,
      payload: { username: 'ada@mail.example', password: 'x' },
      headers: { origin, host: '127.0.0.1:3000' },
    });
  for (const origin of ['https://127.0.0.1:3000', 'ftp://127.0.0.1:3000', 'https://localhost:3000']) {
    expect((await from(origin)).json().code, origin).toBe('cross_site');
  }
  expect((await from('http://127.0.0.1:3000')).json().code).toBe('wrong_credentials');
});

test('an aborted request is not taken for a database error, and nothing is logged', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
  registerErrors(app);
  registerBodies(app);
  const failed = Promise.withResolvers<void>();
  app.addHook('onError', async () => failed.resolve());
  app.post('/', async () => 'read');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
      () => socket.destroy(),
    );
  });
  await failed.promise;
  await app.close();
  expect(lines).toEqual([]);
});

/** Sends the beginning of a request on a new connection, and collects the statuses of the responses. */
function begin({ method, path: url }: Call, bytes: number) {
  const statuses: string[] = [];
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (data) => statuses.push(...(data.toString('latin1').match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [])));
  const head = `${method} ${url} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost`;
  socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n[`);
  return { socket, statuses };
}

const MEGABYTE = Buffer.alloc(1024 * 1024, '[');
const REFUSED_EARLY = [
  ['is too large', login, '413'],
  ['comes without a session', answer, '401'],
] as const;

test.each(REFUSED_EARLY)(
  'a body that %s can be sent to its end, and the connection stays usable',
  async (_, call, status) => {
    const { socket, statuses } = begin(call, MEGABYTE.length);
    await eventually(() => expect(statuses).toEqual([status]));
    socket.write(MEGABYTE.subarray(1));
    socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await eventually(() => expect(statuses).toEqual([status, '200']));
    socket.destroy();
  },
);

test.each(REFUSED_EARLY)('a body that %s is received up to 64 MB', async (_, call, status) => {
  const { socket, statuses } = begin(call, 4 * MAX_UNREAD_BYTES);
  const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}));
  await eventually(() => expect(statuses).toEqual([status]));
  let sent = 0;
  for (; !socket.destroyed && sent < 4 * MAX_UNREAD_BYTES; sent += MEGABYTE.length) {
    await new Promise((resolve) => socket.write(MEGABYTE, resolve));
  }
  await closed;
  expect(sent).toBeGreaterThanOrEqual(MAX_UNREAD_BYTES);
  expect(sent).toBeLessThan(2 * MAX_UNREAD_BYTES);
});

test('nothing is written to a closed connection', () => {
  const gone = [
    [Object.assign(new Error('reset'), { code: 'ECONNRESET' }), new Socket()],
    [new Error('not HTTP'), new Socket().destroy()],
  ] as const;
  for (const [error, socket] of gone) {
    const end = vi.spyOn(socket, 'end');
    refuseConnection(error, socket);
    expect([socket.destroyed, end.mock.calls]).toEqual([true, []]);
  }
});
