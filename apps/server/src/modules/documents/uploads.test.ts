import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderObjectStore } from '../../adapters/object-store/folder-object-store.ts';
import { UPLOAD_LIMITS } from '../../adapters/object-store/object-store.ts';
import { describeStore } from '../../adapters/object-store/store-contract.testing.ts';
import { registerErrors } from '../../plugins/errors.ts';
import { TestClock } from '../../testing/clock.ts';
import { uploadRoute } from './uploads.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-store-'));
const secret = randomBytes(32);
const clock = new TestClock();
const earlier = new TestClock();
earlier.advance(-UPLOAD_LIMITS.seconds * 1000);
const store = folderObjectStore(folder, { secret, clock: clock.now });
const app = Fastify({ forceCloseConnections: true });
let origin = '';

beforeAll(async () => {
  registerErrors(app);
  app.removeAllContentTypeParsers();
  const isAwaited = async (key: string) => !key.endsWith('used');
  await app.register(uploadRoute({ secret, clock: clock.now, objects: store, isAwaited }));
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
  const reply = await fetch(`${origin}/uploads`, { method: 'POST', body, headers });
  return { status: reply.status, body: await reply.text() };
};

test('a policy lasts five minutes to the millisecond', async () => {
  const { url, fields } = await store.presignUpload('uploads/edge');
  const form = () => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    made.append('file', new Blob(['x']));
    return made;
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

test('what is no form, or a form without exactly one file, gets a JSON error', async () => {
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
    const reply = await send(body, type);
    expect([400, 415]).toContain(reply.status);
    expect(JSON.parse(reply.body)).toEqual({ code: expect.any(String), message: expect.any(String) });
  }
});

test('[VAL-67, VAL-70] a file that is too large or empty gets its own sentence, however large it is', async () => {
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
