import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { SERVICE_WORKER_PATH } from '@firstyear/api-contract/addresses';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerWebApp } from './web-app.ts';

const SCRIPT = 'console.log("the page");'.repeat(20);
/** A prerendered page: with a style, a script, and another style for browsers without scripts. */
const ABOUT = `<!doctype html><script>note()</script><style>p{color:red}</style><noscript><style>button{display:none}</style></noscript><p>drawn</p><script type="module" src="/x.js"></script>`;
const sha256 = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-web-'));
const app = fastify();
const withoutWorker = fastify();

beforeAll(async () => {
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>A page</title>');
  const script = path.join(folder, 'assets', 'index-abc.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  const preloads = {
    '/': [{ href: '/assets/about-1.js', as: 'script' }],
    '/about': [],
    '/login': [
      { href: '/assets/login-2.js', as: 'script' },
      { href: '/assets/login-3.css', as: 'style' },
    ],
  };
  await writeFile(path.join(folder, 'preloads.json'), JSON.stringify(preloads));
  await mkdir(path.join(folder, 'prerendered'));
  await writeFile(path.join(folder, 'prerendered', 'about.html'), ABOUT);
  const prerendered = { '/': 'prerendered/about.html', '/about': 'prerendered/about.html' };
  await writeFile(path.join(folder, 'prerendered.json'), JSON.stringify(prerendered));
  await writeFile(path.join(folder, 'service-worker.js'), 'keep()');
  await writeFile(path.join(folder, 'service-worker-off.js'), 'leave()');
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none';script-src 'self';style-src 'self';img-src 'self'");
  });
  await registerWebApp(app, folder, { hasServiceWorker: true });
  await registerWebApp(withoutWorker, folder, { hasServiceWorker: false });
});
afterAll(async () => {
  await app.close();
  await withoutWorker.close();
  await rm(folder, { recursive: true, force: true });
});

const SESSION = '__Host-adm.marker=1';
const getWith = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
const get = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

describe('the built web app', () => {
  test('is sent in brotli, gzip or uncompressed, as the browser accepts', async () => {
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

  test('sends a Link header with the files that each page preloads', async () => {
    expect((await get('/login')).headers.link).toBe(
      '</assets/login-2.js>; rel=modulepreload; crossorigin, </assets/login-3.css>; rel=preload; as=style; crossorigin',
    );
    expect((await getWith('/nowhere', SESSION)).headers.link).toBe(
      '</assets/about-1.js>; rel=modulepreload; crossorigin',
    );
    expect((await get('/assets/index-abc.js')).headers.link).toBeUndefined();
  });

  test.each(['/about', '/', '/nowhere', '/ABOUT/', '/about?utm_source=fair'])(
    '%s is the prerendered page for visitors, never stored',
    async (url) => {
      const page = await get(url);
      expect([page.body, page.headers['cache-control']]).toEqual([ABOUT, 'no-store']);
      expect(page.headers.link).toBeUndefined();
    },
  );

  test('the policy of a prerendered page allows its own inline parts only', async () => {
    const policy = String((await get('/about')).headers['content-security-policy']);
    expect(policy.split(';')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${sha256('note()')}`,
      `style-src 'self' ${sha256('p{color:red}')} ${sha256('button{display:none}')}`,
      "img-src 'self'",
    ]);
    const plain = await getWith('/about', SESSION);
    expect(String(plain.headers['content-security-policy'])).not.toContain('sha256');
  });

  test.each([
    ['a session', '/about', SESSION],
    ['a session where cookies have plain names', '/about', 'a=b; adm.marker=1'],
    ['a link that brings answers', '/about?token=abc', ''],
    ['a link to the service view', '/about?service_token=abc', ''],
    ['a card that is not prerendered', '/login', ''],
  ])('%s gets the plain page', async (_, url, cookie) => {
    expect((await getWith(url, cookie)).body).toContain('A page');
  });

  test('a browser that has logged in before is a visitor until it logs in again', async () => {
    expect((await getWith('/about', '__Host-adm.device=1')).body).toBe(ABOUT);
  });

  test('[D19] the service worker is fetched each time, and replaced by the script that unregisters it when turned off', async () => {
    const on = await get(SERVICE_WORKER_PATH);
    const off = await withoutWorker.inject({ url: SERVICE_WORKER_PATH });
    expect([on.body, off.body]).toEqual(['keep()', 'leave()']);
    for (const { statusCode, headers } of [on, off]) {
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(headers['content-type']).toContain('javascript');
    }
  });
});

describe('a page in two languages', () => {
  const both = fastify();
  const root = path.join(folder, 'both');
  beforeAll(async () => {
    await mkdir(path.join(root, 'prerendered.es'), { recursive: true });
    await mkdir(path.join(root, 'prerendered'));
    for (const [file, content] of [
      ['index.html', 'plain'],
      ['index.es.html', 'llana'],
      ['prerendered/about.html', 'drawn'],
      ['prerendered.es/about.html', 'dibujada'],
      ['service-worker.js', 'english'],
      ['service-worker.es.js', 'spanish'],
      ['preloads.json', '{"/":[{"href":"/assets/en.js","as":"script"}],"/about":[]}'],
      ['preloads.es.json', '{"/":[{"href":"/assets/es.js","as":"script"}],"/about":[]}'],
      ['prerendered.json', '{"/":"prerendered/about.html","/about":"prerendered/about.html"}'],
      ['prerendered.es.json', '{"/":"prerendered.es/about.html","/about":"prerendered.es/about.html"}'],
    ] as const) {
      await writeFile(path.join(root, file), content);
    }
    await registerWebApp(both, root, { hasServiceWorker: true });
  });
  afterAll(() => both.close());
  const getIn = (url: string, headers: Readonly<Record<string, string>> = {}) => both.inject({ url, headers });

  test.each([
    ['its address', '/about?lang=es', { cookie: 'language=en', 'accept-language': 'en' }, 'dibujada', 'es'],
    ['the earlier choice', '/about', { cookie: 'a=b; language=es', 'accept-language': 'en' }, 'dibujada', 'es'],
    ['the browser', '/about', { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.7' }, 'dibujada', 'es'],
    ['the browser by quality', '/about', { 'accept-language': 'es;q=0.5, en' }, 'drawn', 'en'],
    ['English for unsupported ones', '/about', { 'accept-language': 'fr, es;q=0' }, 'drawn', 'en'],
    ['English for invalid ones', '/about?lang=xx', { cookie: 'language=; language=fr' }, 'drawn', 'en'],
  ])('is in the language of %s', async (_, url, headers, content, language) => {
    const page = await getIn(url, headers);
    expect(page.body).toBe(content);
    expect(page.headers['content-language']).toBe(language);
    expect(page.headers.vary).toContain('Accept-Language, Cookie');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('stores the language of its address, and no other', async () => {
    expect((await getIn('/about?lang=es')).headers['set-cookie']).toMatch(/^language=es; Path=\/; Max-Age=31536000/);
    expect((await getIn('/about', { 'accept-language': 'es' })).headers['set-cookie']).toBeUndefined();
  });

  test('has scripts, plain page and service worker of its language', async () => {
    const headers = { cookie: `language=es; ${SESSION}` };
    const plain = await getIn('/x', headers);
    expect([plain.body, plain.headers.link]).toEqual(['llana', expect.stringContaining('/assets/es.js')]);
    expect((await getIn(SERVICE_WORKER_PATH, headers)).body).toBe('spanish');
    expect((await getIn(SERVICE_WORKER_PATH)).body).toBe('english');
  });

  test("is in the university's language in the service view", async () => {
    const page = await getIn('/about?service_token=x', { cookie: 'language=es' });
    expect([page.body, page.headers['content-language']]).toEqual(['plain', 'en']);
  });
});
