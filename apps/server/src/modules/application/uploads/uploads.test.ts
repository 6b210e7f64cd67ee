import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { folderObjectStore } from '../../../adapters/object-store/folder-object-store.ts';
import { UPLOAD_LIMITS } from '../../../adapters/object-store/object-store.ts';
import { describeStore } from '../../../adapters/object-store/store-contract.testing.ts';
import { registerErrors } from '../../../plugins/errors.ts';
import { TestClock } from '../../../testing/clock.ts';
import { BORDER, FORM_TYPE, fieldPart, filePart, partsOf } from './signed-form.testing.ts';
import { uploadRoute } from './uploads.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-store-'));
const secret = { current: randomBytes(32), previous: undefined };
const clock = new TestClock();
const earlier = new TestClock();
earlier.advance(-UPLOAD_LIMITS.seconds * 1000);
const store = folderObjectStore(folder, { secret, clock: clock.now });
const app = Fastify({ forceCloseConnections: true });
let origin = '';
const recordBroken = vi.fn(async () => {});

beforeAll(async () => {
  registerErrors(app);
  app.removeAllContentTypeParsers();
  const isExpected = async (key: string) => !key.endsWith('used');
  await app.register(uploadRoute({ secret, clock: clock.now, objects: store, isExpected, recordBroken }));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const post = async (url: string, form: FormData) =>
  (await fetch(`${origin}${url}`, { method: 'POST', body: form })).status;

describeStore('the folder behind our own server', async () => ({
  store,
  post,
  expired: (key) => folderObjectStore(folder, { secret, clock: earlier.now }).presignUpload(key),
}));

const send = async (body: string | FormData, contentType?: string) => {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const response = await fetch(`${origin}/uploads`, { method: 'POST', body, headers });
  return { status: response.status, body: await response.text() };
};

test('a policy lasts five minutes to the millisecond', async () => {
  const { url, fields } = await store.presignUpload('uploads/edge');
  const form = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['x']));
    return form;
  };
  clock.advance(UPLOAD_LIMITS.seconds * 1000 - 1);
  expect(await post(url, form())).toBe(204);
  clock.advance(1);
  expect(await post(url, form())).toBe(403);
});

test('a file whose conversion has begun is not replaced', async () => {
  const { url, fields } = await store.presignUpload('uploads/used');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['another']));
  expect(await post(url, form)).toBe(403);
  expect(await store.head('uploads/used')).toBeUndefined();
});

test("a body that isn't a form with exactly one file gets a JSON error", async () => {
  const twice = new FormData();
  twice.append('file', new Blob(['x']));
  twice.append('file', new Blob(['y']));
  for (const [body, type] of [
    ['{}', 'application/json'],
    ['nothing', 'multipart/form-data; boundary=x'],
    ['nothing', 'multipart/form-data'],
    [new FormData(), undefined],
    [twice, undefined],
  ] as const) {
    const response = await send(body, type);
    expect([400, 415]).toContain(response.status);
    expect(JSON.parse(response.body)).toEqual({ code: expect.any(String), message: expect.any(String) });
  }
  const nothing = await fetch(`${origin}/uploads`, { method: 'POST' });
  expect([nothing.status, await nothing.json()]).toMatchObject([415, { code: 'wrong_type' }]);
});

test('[VAL-67, VAL-70] a file that is too large, by any amount, or empty gets its own sentence', async () => {
  const { url, fields } = await store.presignUpload('uploads/large');
  for (const [size, status, message] of [
    [0, 400, 'Your file is empty. Please upload a non-empty file.'],
    [1_048_577, 413, 'Your file is too large. The maximum file size is 1 MB.'],
    [40 * 1024 * 1024, 413, 'Your file is too large. The maximum file size is 1 MB.'],
  ] as const) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(size)]));
    const response = await fetch(`${origin}${url}`, { method: 'POST', body: form });
    expect(response.status, String(size)).toBe(status);
    expect(await response.json()).toMatchObject({ message });
  }
  expect(await store.head('uploads/large')).toBeUndefined();
});

/** Sends the beginning of a form that claims to have 1 MB; returns the response received before any more is sent. */
function responseToBeginning(beginning: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const head = `POST /uploads HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${FORM_TYPE}`;
      socket.write(`${head}\r\ncontent-length: 1000000\r\n\r\n${beginning}`);
    });
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
  });
}

test("a form that isn't allowed is refused before its file has arrived", async () => {
  const { fields } = await store.presignUpload('uploads/refused');
  const expired = await folderObjectStore(folder, { secret, clock: earlier.now }).presignUpload('uploads/refused');
  const used = await store.presignUpload('uploads/used');
  for (const [what, given, status] of [
    ['signature', { ...fields, signature: '0'.repeat(43) }, 403],
    ['expiry', expired.fields, 403],
    ['no longer expected', used.fields, 403],
  ] as const) {
    const response = await responseToBeginning(partsOf(given) + filePart('the first bytes'));
    expect(response.slice(0, 12), what).toBe(`HTTP/1.1 ${status}`);
  }
});

test('only a file that is too large or empty is recorded, no other problem of an upload', async () => {
  const { fields } = await store.presignUpload('uploads/noted');
  const bring = (file: string, name = 'file') =>
    send(
      `${partsOf(fields)}${filePart(file).replace('name="file"', `name="${name}"`)}\r\n--${BORDER}--\r\n`,
      FORM_TYPE,
    );
  recordBroken.mockClear();
  expect((await bring('a photo', 'photo')).status).toBe(400);
  const another = `${partsOf(fields)}${filePart('x')}\r\n${fieldPart('key', 'x')}`;
  expect(await responseToBeginning(another)).toContain('"code":"bad_request"');
  expect(recordBroken).not.toHaveBeenCalled();
  expect((await bring('')).status).toBe(400);
  expect((await bring('x'.repeat(UPLOAD_LIMITS.maxBytes + 1))).status).toBe(413);
  expect(recordBroken.mock.calls).toEqual([
    ['uploads/noted', 'empty'],
    ['uploads/noted', 'size'],
  ]);
});

test('fields, files, parts and headers have limits, and reading stops at the first excess', async () => {
  const { fields } = await store.presignUpload('uploads/excess');
  const signed = partsOf(fields);
  for (const [what, beginning] of [
    ['a fifth field', signed + fieldPart('key', 'x') + filePart('x')],
    ['tiny parts', fieldPart('a', '').repeat(200)],
    ['parts without a name', `--${BORDER}\r\n\r\n\r\n`.repeat(200)],
    ['a field of 5 kB', `${fieldPart('policy', 'x'.repeat(5_000))}--${BORDER}\r\n`],
    ['a field twice', fieldPart('key', 'a') + fieldPart('key', 'b') + filePart('x')],
    ['a field that nobody knows', fieldPart('__proto__', 'a') + filePart('x')],
    ['a field after the file', `${signed}${filePart('x')}\r\n${fieldPart('key', 'x')}`],
    ['a second file', `${signed}${filePart('x')}\r\n${filePart('y')}\r\n--${BORDER}`],
  ] as const) {
    expect((await responseToBeginning(beginning)).slice(0, 12), what).toBe('HTTP/1.1 400');
  }
  expect(await store.head('uploads/excess')).toBeUndefined();
});

test('the file must be last: another order is refused with its own words', async () => {
  const { fields } = await store.presignUpload('uploads/order');
  const { signature: _signature, ...others } = fields;
  for (const beginning of [filePart('first'), partsOf(others) + filePart('early')]) {
    const response = await responseToBeginning(beginning);
    expect(response).toContain('"code":"upload_order"');
  }
});

test('a truncated form, or one whose file has another name, is refused and not stored', async () => {
  const { fields } = await store.presignUpload('uploads/cut');
  const complete = `${partsOf(fields)}${filePart('a file')}\r\n--${BORDER}--\r\n`;
  for (const [what, body] of [
    ['cut off in its file', complete.slice(0, -BORDER.length - 8)],
    ['cut off in a field', complete.slice(0, 150)],
    ['another name', complete.replace('name="file"', 'name="photo"')],
  ] as const) {
    const response = await send(body, FORM_TYPE);
    expect([response.status, JSON.parse(response.body).code], what).toEqual([400, 'bad_request']);
    expect(await store.head('uploads/cut'), what).toBeUndefined();
  }
  expect((await send(complete, FORM_TYPE)).status).toBe(204);
});
