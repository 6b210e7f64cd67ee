import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerWebApp } from './web-app.ts';

const SCRIPT = 'console.log("the page");'.repeat(20);
const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-web-'));
const app = fastify();

beforeAll(async () => {
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>A page</title>');
  const script = path.join(folder, 'assets', 'index-abc.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  const preloads = {
    '/': [{ href: '/assets/about-1.js', as: 'script' }],
    '/login': [
      { href: '/assets/login-2.js', as: 'script' },
      { href: '/assets/login-3.css', as: 'style' },
    ],
  };
  await writeFile(path.join(folder, 'preloads.json'), JSON.stringify(preloads));
  await registerWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

describe('the built web app', () => {
  test('comes in brotli, or in gzip, or as it is: what the browser takes', async () => {
    const brotli = await get('/assets/index-abc.js', 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/index-abc.js', 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
    const plain = await get('/assets/index-abc.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    for (const { headers } of [brotli, gzip, plain]) {
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toContain('immutable');
      expect(headers.vary).toContain('accept-encoding');
    }
  });

  test('names with each page what its address needs besides, so that it is fetched side by side', async () => {
    expect((await get('/login')).headers.link).toBe(
      '</assets/login-2.js>; rel=modulepreload; crossorigin, </assets/login-3.css>; rel=preload; as=style; crossorigin',
    );
    expect((await get('/nowhere')).headers.link).toBe('</assets/about-1.js>; rel=modulepreload; crossorigin');
    expect((await get('/assets/index-abc.js')).headers.link).toBeUndefined();
  });
});
