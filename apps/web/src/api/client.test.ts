import { createServer, type IncomingMessage, type Server } from 'node:http';
import { browserClock } from '@firstyear/ui/clock.ts';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onUnauthorized, request } from './client.ts';
import { ConnectionError, ServerError, UnauthorizedError, UnexpectedResponseError, wordsOf } from './errors.ts';

const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";

interface Received {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string;
}

let server: Server;
let received: Received[];
let responses: number;
let scripted: {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
  stalls?: 'before headers' | 'within body';
};

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

beforeAll(async () => {
  server = createServer(async (message, response) => {
    const { method = '', url = '', headers } = message;
    received.push({ method, url, type: headers['content-type'], body: await bodyOf(message) });
    if (scripted.stalls === 'before headers') return;
    response.writeHead(scripted.status, { 'content-type': scripted.type, ...scripted.headers });
    if (scripted.stalls === 'within body') response.write(scripted.body);
    else response.end(scripted.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  responses = 0;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const real = globalThis.fetch;
  // A browser adds the host of the page to an address; here the test does.
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await real(new URL(path, `http://127.0.0.1:${port}`), init);
    responses += 1;
    return response;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  scripted = { status, type: 'application/json', body: JSON.stringify(body), headers };
}

test('[API-01, API-02] a payload is sent as JSON and the parsed response comes back', async () => {
  respondWith(200, { message: 'Saved.' });
  await expect(request('answer', { payload: { first_name: 'Ada' } })).resolves.toEqual({ message: 'Saved.' });
  expect(received).toEqual([
    { method: 'PUT', url: '/api/answer', type: 'application/json', body: '{"first_name":"Ada"}' },
  ]);
});

test('[API-02] a call without payload has no body', async () => {
  respondWith(200, {});
  await request('getTabs');
  expect(received).toEqual([{ method: 'GET', url: '/api/tabs', type: 'application/json', body: '' }]);
});

test('parameters and queries are put into the address, escaped', async () => {
  respondWith(200, {});
  await request('deleteDocument', { params: { key: 'a/b c' } });
  await request('temporaryApplication', { query: { token: 'x&y' } });
  expect(received.map(({ url }) => url)).toEqual(['/api/document-answer/a%2Fb%20c', '/public/tmp?token=x%26y']);
});

test('[ERR-01] a response that is not JSON has the unexpected words', async () => {
  scripted = { status: 200, type: 'text/html', body: '<h1>Bad gateway</h1>' };
  const error = await request('getTabs').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(wordsOf(error)).toBe(UNEXPECTED);
});

test('a response of another shape than the contract promises has the unexpected words', async () => {
  respondWith(200, { tabs: { nested: true } });
  await expect(request('getTabs')).rejects.toBeInstanceOf(UnexpectedResponseError);
});

test('[ERR-02, SESSION-03] 401 under /api is unauthorized, with the server’s message, and listeners are notified', async () => {
  respondWith(401, { message: 'Your session has ended. Please log in again.', code: 'no_session' });
  const notified: string[] = [];
  const stop = onUnauthorized((error) => notified.push(error.message));
  const error = await request('getTabs').catch((thrown: unknown) => thrown);
  stop();
  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(wordsOf(error)).toBe('Your session has ended. Please log in again.');
  expect(notified).toEqual(['Your session has ended. Please log in again.']);
});

test('a public call that returns 401 is an error of its card, not the end of a session', async () => {
  respondWith(401, { message: 'No.' });
  const notified: string[] = [];
  const stop = onUnauthorized((error) => notified.push(error.message));
  const login = request('login', { payload: { username: 'ada@mail.example', password: 'x' } });
  await expect(login).rejects.toBeInstanceOf(ServerError);
  stop();
  expect(notified).toEqual([]);
});

test('[ERR-03] any other status has the server’s message, or the unexpected one when there is none', async () => {
  respondWith(409, { message: 'Locked.', code: 'locked' });
  const locked = await request('submit').catch((thrown: unknown) => thrown);
  expect(locked).toBeInstanceOf(ServerError);
  expect(locked).toMatchObject({ message: 'Locked.', status: 409, code: 'locked' });
  respondWith(500, {});
  expect(wordsOf(await request('submit').catch((thrown: unknown) => thrown))).toBe(UNEXPECTED);
});

test('the response of a proxy whose server is down keeps its status, and has the unexpected words', async () => {
  scripted = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };
  const error = await request('getTabs').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServerError);
  expect(error).toMatchObject({ status: 502 });
  expect(wordsOf(error)).toBe(UNEXPECTED);
});

test('a busy server says how long to wait', async () => {
  respondWith(503, { message: 'Busy.', code: 'overloaded' }, { 'retry-after': '7' });
  await expect(request('submit')).rejects.toMatchObject({ retryAfterMs: 7000 });
});

test('a missing connection and a wrong response are different errors', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(request('getTabs')).rejects.toBeInstanceOf(ConnectionError);
});

test.each([
  ['that never comes', 'before headers', 0],
  ['whose body never ends', 'within body', 1],
] as const)('after 30 s a response %s counts as none', async (_, stalls, begun) => {
  const clock = createClock();
  vi.spyOn(browserClock, 'after').mockImplementation(clock.after);
  scripted = { status: 200, type: 'application/json', body: '{"message":', stalls };
  let ended: unknown;
  const outcome = request('answer', { payload: { first_name: 'Ada' } }).catch((error: unknown) => {
    ended = error;
  });
  await eventually(() => expect([received.length, responses]).toEqual([1, begun]));
  await clock.advance(29_999);
  expect(ended).toBeUndefined();
  expect(clock.waiting()).toBe(1);
  await clock.advance(1);
  await outcome;
  expect(ended).toBeInstanceOf(ConnectionError);
  expect(wordsOf(ended)).toBe("The site isn't responding. Please check your connection and try again.");
});

test('a body that is cut off is no response', async () => {
  vi.stubGlobal('fetch', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    return new Response(broken, { status: 200 });
  });
  await expect(request('getTabs')).rejects.toBeInstanceOf(ConnectionError);
});

test('a call that has its response leaves no timer behind', async () => {
  const clock = createClock();
  const after = vi.spyOn(browserClock, 'after').mockImplementation(clock.after);
  respondWith(200, {});
  await request('getTabs');
  expect(after).toHaveBeenCalledOnce();
  expect(clock.waiting()).toBe(0);
});

test('an aborted call ends at once', async () => {
  scripted = { status: 200, type: 'application/json', body: '', stalls: 'before headers' };
  const stop = new AbortController();
  const outcome = request('getTabs', { signal: stop.signal });
  await eventually(() => expect(received).toHaveLength(1));
  stop.abort();
  await expect(outcome).rejects.toBeInstanceOf(ConnectionError);
  await expect(request('getTabs', { signal: stop.signal })).rejects.toBeInstanceOf(ConnectionError);
  expect(received).toHaveLength(1);
});

test('an error that is not ours shows the unexpected words, never its own message', () => {
  expect(wordsOf(new TypeError('Ada is undefined'))).toBe(UNEXPECTED);
  expect(wordsOf('text')).toBe(UNEXPECTED);
});
