import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';

const page = (language: string) => `<html lang="${language}"><body><div id="root"></div></body></html>`;
const STRIP = /<body><aside class="demonstration" aria-label="Demonstration">Demonstration: .+<\/aside><div id="root">/;

let root: string;
const servers: TestApp[] = [];
const start = async (isDemonstration: boolean) => {
  const server = await testApp({ config: { isDemonstration }, deps: { webRoot: root, officeRoot: root } });
  servers.push(server);
  return (url: string) => server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
};
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'firstyear-pages-'));
  await mkdir(path.join(root, 'assets'));
  const files = { 'index.html': page('en'), 'index.es.html': page('es'), 'assets/app-1.js': 'start();' };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(root, name), content);
    await writeFile(path.join(root, `${name}.gz`), gzipSync(content));
  }
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(root, { recursive: true });
});

test('every page of a demonstration says so, in its language, and everything else is as it was', async () => {
  const get = await start(true);
  for (const url of ['/about', '/login', '/', '/office', '/office/applications']) {
    const { statusCode, body, headers } = await get(url);
    expect([url, statusCode, headers['content-encoding']]).toEqual([url, 200, undefined]);
    expect(body).toMatch(STRIP);
  }
  expect((await get('/about?lang=es')).body).toContain('Demostración: ');
  expect((await get('/office/assets/app-1.js')).body).toBe('start();');
});

test('no other installation says so', async () => {
  const get = await start(false);
  expect((await get('/office')).body).toBe(page('en'));
});
