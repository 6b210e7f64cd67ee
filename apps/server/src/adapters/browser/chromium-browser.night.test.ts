import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { fontReader } from '@firstyear/document-converter/font-reader';
import { readPdf } from '@firstyear/document-converter/testing/pdf-reading';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserMissing, PrintError } from './browser.ts';
import { chromiumBrowser } from './chromium-browser.ts';
import { findChromium } from './find-chromium.ts';

const executable = process.env.CHROMIUM_PATH;
const searchPath = process.env.PATH ?? '';

/** Characters that share a glyph with one or more radicals. */
const KANGXI = Array.from({ length: 214 }, (_, place) => String.fromCodePoint(0x2f00 + place).normalize('NFKC'));
const NAMES = `${KANGXI.join('')}見风马龙鱼鸟黄齐长门页贝车钅饣民西虎戸户龜亀・`;

const outsideRequests: string[] = [];
const outside = createServer((request, response) => {
  outsideRequests.push(request.url ?? '');
  response.end('');
});
const pair: (() => void)[] = [];
const pages = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const page = (body: string, script = "document.documentElement.dataset.ready='true'") =>
    response.end(`<!doctype html><html lang="en"><title>x</title><h1>About</h1>${body}<script>${script}</script>`);
  switch (request.url) {
    case '/long':
      return page('<p style="break-after:page">Zoë O’Testperson</p><h2>Education</h2><p>Second sheet</p>');
    case '/names':
      return page(`<p>${NAMES}</p>`);
    case '/refused':
      return page('', "document.documentElement.dataset.ready='error'");
    case '/hangs':
      return page('', 'for(;;){}');
    case '/greedy':
      return page(
        '',
        `let kept=[];try{for(;;)kept.push(new Uint8Array(2**26).fill(1))}catch{}
         const size=kept.length*64;kept=[];document.body.append('Kept '+size+' MB.');
         document.documentElement.dataset.ready='true'`,
      );
    case '/slow':
      return page('', "setTimeout(()=>{document.documentElement.dataset.ready='true'},60000)");
    case '/pair':
      // Neither page is sent before both have been requested.
      pair.push(() => page('<p>One of two</p>'));
      if (pair.length === 2) for (const send of pair.splice(0)) send();
      return;
    case '/nosy':
      return page(
        '<p>Tried</p>',
        `const done=()=>{document.documentElement.dataset.ready='true'};
         try{new WebSocket('ws://127.0.0.1:${portOf(outside)}/socket')}catch{}
         Promise.allSettled([fetch('http://127.0.0.1:${portOf(outside)}/fetch',{mode:'no-cors'}),
           fetch('file:///etc/hostname',{mode:'no-cors'}).then(()=>{document.body.append('READ A FILE')})]).then(done)`,
      );
    default:
      response.statusCode = 404;
      return page('');
  }
});
function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const warnings: string[] = [];
const settings = () => ({
  executable,
  searchPath,
  allowedHost: `127.0.0.1:${portOf(pages)}`,
  timeoutMs: 20_000,
  printsPerBrowser: 2,
  concurrency: 2,
  warn: (message: string) => void warnings.push(message),
});
const request = (pathname: string, name = 'Ada') => ({
  url: `http://127.0.0.1:${portOf(pages)}${pathname}`,
  title: 'Application of Ada Testperson',
  head: { title: 'Larkmoor University', name, state: 'Draft', isStateStrong: true, sheet: 'Page {page} of {pages}' },
});

beforeAll(async () => {
  for (const server of [pages, outside]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  expect(findChromium(executable, searchPath), 'these tests need a Chromium').toBeDefined();
});
const browsers: { close(): Promise<void> }[] = [];
const open = (changes = {}) => {
  const browser = chromiumBrowser({ ...settings(), ...changes });
  browsers.push(browser);
  return browser;
};
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  pages.close();
  outside.close();
});

test('a print is a tagged, titled PDF with bookmarks, a language and real text', async () => {
  const reading = await readPdf(await open().print(request('/long', '<script>alert(1)</script> Ada & Co')));
  expect(reading.sheets).toHaveLength(2);
  expect(reading.sheets[0]).toContain('Zoë O’Testperson');
  expect(reading.sheets[0]).toContain('<script>alert(1)</script> Ada & Co');
  expect(reading.sheets[1]).toContain('Page 2 of 2');
  expect(reading).toMatchObject({
    tagged: true,
    title: 'Application of Ada Testperson',
    language: 'en',
    bookmarks: ['About'],
    scripts: false,
  });
});

test('[PDF-03] Chinese and Japanese names read back character by character, with two readers', async () => {
  const print = await open().print(request('/names', '青木小龍'));
  const { sheets } = await readPdf(print);
  const sheet = sheets.join('').replace(/\s/g, '');
  expect(sheet).toContain('青木小龍');
  expect(sheet).toContain(NAMES);
  const { context } = await PDFDocument.load(print);
  const fonts = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
  const letters = fonts
    .filter((font) => font.has(PDFName.of('ToUnicode')))
    .flatMap((font) => {
      const codes = font.get(PDFName.of('Subtype')) === PDFName.of('Type0') ? 0x10000 : 0x100;
      const all = Array.from({ length: codes }, (_, code) => (codes > 0x100 ? [code >> 8, code & 0xff] : [code]));
      return [...fontReader(font).read(Buffer.from(all.flat()))];
    });
  expect([...NAMES].filter((letter) => !letters.includes(letter))).toEqual([]);
  expect(letters.filter((letter) => /[\u2e80-\u2fdf]/.test(letter))).toEqual([]);
});

test('the browser gets none of our environment variables', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-environment-'));
  await chmod(folder, 0o777);
  const program = path.join(folder, 'chromium');
  const real = findChromium(executable, searchPath) ?? '';
  await writeFile(program, `#!/bin/sh\nenv > '${folder}/environment'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  process.env.SECRET_KEY = 'nobody reads this';
  try {
    await open({ executable: program }).warm();
  } finally {
    delete process.env.SECRET_KEY;
  }
  const names = (await readFile(path.join(folder, 'environment'), 'utf8')).match(/^[A-Z]\w*(?==)/gm) ?? [];
  expect(names).toContain('PATH');
  const known = ['HOME', 'LANG', 'LC_ALL', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'TMPDIR', 'TZ'];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

test('without a sandbox, the browser is not started where one is required', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-unsandboxed-'));
  await chmod(folder, 0o755);
  const program = path.join(folder, 'chromium');
  const real = findChromium(executable, searchPath) ?? '';
  // As on a machine that forbids user namespaces: the browser starts without its sandbox only.
  const script = `case " $* " in *" --no-sandbox "*) exec '${real}' "$@" ;; esac; exit 1`;
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const strict = open({ executable: program, isSandboxRequired: true });
  await expect(strict.print(request('/long'))).rejects.toThrow(/ALLOW_UNSANDBOXED=yes/);
  const lenient = open({ executable: program });
  expect((await readPdf(await lenient.print(request('/long')))).sheets).toHaveLength(2);
  expect(warnings.join()).toContain('without its sandbox');
  await rm(folder, { recursive: true, force: true });
});

test('the browser can reach only our own web server', async () => {
  const reading = await readPdf(await open().print(request('/nosy')));
  expect(reading.sheets.join()).toContain('Tried');
  expect(reading.sheets.join()).not.toContain('READ A FILE');
  expect(outsideRequests).toEqual([]);
});

test('a page that fails, is not found or hangs is a PrintError, and the next print works', async () => {
  const browser = open({ timeoutMs: 5_000 });
  await expect(browser.print(request('/refused'))).rejects.toThrow(PrintError);
  await expect(browser.print(request('/nowhere'))).rejects.toThrow('returned 404');
  await expect(browser.print(request('/hangs'))).rejects.toThrow(PrintError);
  expect((await readPdf(await browser.print(request('/long')))).sheets).toHaveLength(2);
});

test('a page gets no more memory than its limit, and the next print works', async () => {
  const browser = open();
  const reading = await readPdf(await browser.print(request('/greedy')));
  const size = Number(/Kept (\d+) MB/.exec(reading.sheets.join())?.[1]);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(1536);
  expect((await readPdf(await browser.print(request('/long')))).sheets).toHaveLength(2);
});

test('a print fails when its browser is killed, and the next print starts a new browser', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-killed-'));
  const program = findChromium(executable, searchPath);
  await chmod(folder, 0o777);
  const wrapper = path.join(folder, 'wrapper');
  await writeFile(wrapper, `#!/bin/sh\necho $$ >> '${folder}/pids'\nexec '${program}' "$@"\n`, { mode: 0o755 });
  const browser = open({ executable: wrapper });
  await browser.print(request('/long'));
  const print = browser.print(request('/slow')).catch((error: unknown) => error);
  const pids = (await readFile(path.join(folder, 'pids'), 'utf8')).trim().split('\n').map(Number);
  // Debian's program is a script that starts the browser.
  const started = String(pids.at(-1));
  await promisify(execFile)('pkill', ['-KILL', '-P', started]);
  expect(await print).toBeInstanceOf(PrintError);
  expect((await readPdf(await browser.print(request('/long')))).sheets).toHaveLength(2);
  await rm(folder, { recursive: true });
});

test('errors never contain the address of the page, which has a token', async () => {
  const closed = { ...request('/long'), url: 'http://127.0.0.1:9/about?service_token=hidden' };
  const failure = await open()
    .print(closed)
    .catch((error: unknown) => error);
  expect(String(failure)).toContain('could not print');
  expect(String(failure)).not.toContain('hidden');
});

test('concurrent prints all succeed, even when the browser is replaced in between', async () => {
  const browser = open();
  const prints = await Promise.all(Array.from({ length: 5 }, () => browser.print(request('/long'))));
  for (const print of prints) expect((await readPdf(print)).sheets).toHaveLength(2);
});

test('two pages print at the same time, and the failure of one does not stop the other', async () => {
  const browser = open();
  const both = await Promise.all([browser.print(request('/pair')), browser.print(request('/pair'))]);
  for (const print of both) expect((await readPdf(print)).sheets.join()).toContain('One of two');
  const [refused, long] = await Promise.allSettled([
    browser.print(request('/refused')),
    browser.print(request('/long')),
  ]);
  expect([refused?.status, long?.status]).toEqual(['rejected', 'fulfilled']);
  expect((await readPdf(await browser.print(request('/long')))).sheets).toHaveLength(2);
});

test('without a browser on the machine, the error says what to install', async () => {
  await expect(open({ executable: '/nowhere/chromium' }).print(request('/long'))).rejects.toThrow(BrowserMissing);
});
