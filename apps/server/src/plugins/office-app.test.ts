import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOfficeApp } from './other-apps.ts';

let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-office-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<title>Admissions</title>');
  await writeFile(path.join(root, 'assets/app-1.js'), 'start();');
  app = fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'");
  });
  await registerOfficeApp(app, root);
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

test.each(['/office', '/office/applications?sort=name', '/office/applications/7', '/office/apiary'])(
  "%s is the office's page, never stored, and may frame documents of its own server",
  async (url) => {
    const { statusCode, body, headers } = await app.inject({ url });
    expect([statusCode, body]).toEqual([200, '<title>Admissions</title>']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'self';frame-src 'self'");
  },
);

test('its files are cached forever; missing files and unknown calls are not found', async () => {
  const file = await app.inject({ url: '/office/assets/app-1.js' });
  expect([file.statusCode, file.body, file.headers['cache-control']]).toEqual([
    200,
    'start();',
    'public, max-age=31536000, immutable',
  ]);
  expect(file.headers['content-security-policy']).toBe("default-src 'self'");
  expect((await app.inject({ url: '/office/assets/app-2.js' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/office/api/none?x=/office' })).statusCode).toBe(404);
});

test('nothing is served when the app is not built', async () => {
  const bare = fastify();
  await registerOfficeApp(bare, path.join(root, 'nowhere'));
  expect((await bare.inject({ url: '/office' })).statusCode).toBe(404);
  await bare.close();
});
