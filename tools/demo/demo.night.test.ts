import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demonstrationFile } from '../../apps/server/src/config/demonstration.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { end, hasEnded } from '../../checks/support/processes.ts';
import { findViolations } from '../../e2e/support/violations.ts';
import { collectOutput } from '../start/run-to-end.ts';
import { browserLaunch } from '../test/browser-launch.ts';

const LIMIT_MS = 360_000;
const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let dataDir: string;
let url: string;
let product: ChildProcess;
let output: () => string;
let browser: Browser;
let page: Page;

function start(...options: readonly string[]): void {
  const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: dataDir, INSTALL_TOOLS: 'never', DATABASE_URL: '' };
  product = spawn(process.execPath, [path.join(root, 'tools/start.mjs'), ...options], { cwd: root, env });
  output = collectOutput(product);
}
/** Waits until the product prints this, at the latest until it ends. */
async function waitFor(text: string): Promise<void> {
  await vi.waitUntil(() => output().includes(text) || hasEnded(product), { timeout: LIMIT_MS, interval: 50 });
  expect(output()).toContain(text);
}
const linkOf = (role: string) => new RegExp(`http://localhost:\\d+/${role}`).exec(output())?.[0] ?? '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-demo-'));
  fs.chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'data');
  url = `http://localhost:${await freePort()}`;
  start('--demo');
  await waitFor('Press Ctrl-C to stop.');
  browser = await chromium.launch(browserLaunch());
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
});
afterAll(async () => {
  await browser?.close();
  await end(product);
  fs.rmSync(folder, { recursive: true });
});

test('one command shows the desk with sixty applications in every state; a link signs each colleague in', async () => {
  for (const role of ['clerk', 'reader', 'director']) {
    await page.goto(linkOf(role));
    await page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
    await page.getByRole('button', { name: new RegExp(`${role}$`, 'i') }).waitFor();
  }
  const countOf = async (query: string) => {
    await page.goto(`${url}/office/applications?${query}`);
    await page.locator('table[aria-busy=false]').waitFor();
    return (await page.getByText(/^\d+ applications?$/).textContent()) ?? '';
  };
  expect(await countOf('')).toBe('57 applications');
  expect(await countOf('status=test')).toBe('3 applications');
  expect(await countOf('status=draft')).toBe('9 applications');
  expect(await countOf('status=withdrawn')).toBe('4 applications');
  expect(await countOf('q=john smith')).toBe('2 applications');
  expect(await countOf('label=first-gen')).toBe('5 applications');
  // One of two corrections that the office asked for was sent.
  expect(await countOf('q=thomas lee')).toBe('1 application');
});

test('every page says Demonstration, to a screen reader too, and is accessible from a phone to a wide window', async () => {
  const pages = [
    '/about',
    '/login',
    '/office',
    '/office/numbers',
    '/office/sign-in',
    '/nothing-here',
    // Last, since the choice of a language stays.
    '/about?lang=es',
  ];
  for (const address of pages) {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const name = address.includes('es') ? 'Demostración' : 'Demonstration';
      await expect(page.getByRole('complementary', { name, exact: true }).textContent()).resolves.toMatch(name);
      expect.soft(await findViolations(page), `${address} at ${width}`).toEqual([]);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.tagName), 'the strip takes no focus').not.toBe('ASIDE');
    }
  }
});

test('started again, also without the option, it is the same demonstration and prints its links', async () => {
  await end(product);
  start();
  await waitFor('Press Ctrl-C to stop.');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(linkOf('director'));
  await page.getByText('57 applications').waitFor();
});

test('where applications are, nothing becomes a demonstration', async () => {
  await end(product);
  fs.rmSync(demonstrationFile(dataDir));
  start('--demo');
  await waitFor(`${dataDir} belongs to an installation already`);
  expect(fs.existsSync(demonstrationFile(dataDir))).toBe(false);
});
