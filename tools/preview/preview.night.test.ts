import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { descendantsOf, listProcesses } from '../../checks/support/processes.ts';
import { browserLaunch } from '../test/browser-launch.ts';
import { collectOutput } from '../test/run-program.ts';

const LIMIT_MS = 900_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });
const root = path.resolve(import.meta.dirname, '../..');
const operator = path.join(root, 'apps/server/src/programs/operator.ts');
let place: string;
let folder: string;
let preview: ChildProcess;
let output: () => string;
let url: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-own-'));
  folder = path.join(place, 'artschool');
  execFileSync(process.execPath, [operator, 'partner', 'new', folder]);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const temporary = path.join(place, 'tmp');
  fs.mkdirSync(temporary, { mode: 0o711 });
  // As in the shell of an operator.
  const operators = {
    DATABASE_MIGRATION_URL: 'postgres://127.0.0.1:1/production',
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Admissions <admissions@mail.example>' },
  };
  const env = { ...process.env, ...operators, PORT: String(port), PARTNER: '', PARTNER_DIR: '', TMPDIR: temporary };
  // A group of its own, like a service: no terminal signals the programs below npm.
  preview = spawn('npm', ['run', 'admissions', '--', 'partner', 'preview', folder], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  output = collectOutput(preview);
  const isReady = () => expect(output()).toContain(`The preview is at ${url}/preview`);
  await vi.waitFor(isReady, { timeout: LIMIT_MS });
  browser = await chromium.launch(browserLaunch());
  page = await browser.newPage();
  page.setDefaultTimeout(300_000);
});

afterAll(async () => {
  await browser?.close();
  // A failed test may leave processes behind.
  for (const pid of descendantsOf(preview.pid ?? 0)) process.kill(pid, 'SIGKILL');
  fs.rmSync(place, { recursive: true });
});

const change = (file: string, from: string, to: string) => {
  const name = path.join(folder, file);
  fs.writeFileSync(name, fs.readFileSync(name, 'utf8').replace(from, to));
};

async function open(person: string, address: string): Promise<void> {
  await page.goto(`${url}/preview`);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: person, exact: true }) });
  await part.getByRole('link', { name: address, exact: true }).click();
}

test('every page of a folder is shown with sample answers, to each person who may see it', async () => {
  const pages = [
    ['Visitor', '/login', 'Log In'],
    ['Visitor', '/about', 'Your Information'],
    ['Has just signed up', '/education', 'Your Education'],
    ['The fewest answers that can be submitted', '/final-steps', 'Submit'],
    ['Everything answered', '/review', 'Check your answers'],
    ['Has submitted', '/completion', 'Your application has been submitted'],
    ['Everything answered', '/about', 'Your Information'],
  ] as const;
  for (const [person, address, heading] of pages) {
    await open(person, address);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  }
  expect(await page.locator('#first_name').inputValue()).toBe('Ada');
});

test('a saved file changes the open page; a broken one is reported on it in a sentence until the next save', async () => {
  change('form.ts', 'Where do you plan to live?', 'Where will you live?');
  await page.getByText('Where will you live?').first().waitFor();
  change('form.ts', "id = 'freshman'", "id = 'freshman");
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText(/form\.ts, line \d+, cannot be loaded: /).waitFor();
  expect(await overlay.getByText(/:\d+:\d+/).count()).toBe(0);
  expect(output()).toMatch(/form\.ts, line \d+, cannot be loaded: /);
  change('form.ts', "id = 'freshman", "id = 'freshman'");
  change('form.ts', 'Where will you live?', 'Where are you going to live?');
  await page.getByText('Where are you going to live?').first().waitFor();
  expect(await overlay.count()).toBe(0);
  expect(await page.locator('#first_name').inputValue()).toBe('Ada');
});

test('files of the product that are no part of a page, such as its secret key, are not served', async () => {
  const statusOf = async (file: string) => (await fetch(`${url}/@fs${path.join(root, file)}`)).status;
  expect(await statusOf('packages/words/src/en/help.ts')).toBe(200);
  expect(await statusOf('package.json')).toBe(403);
});

const waitUntilGone = (pids: readonly number[]) =>
  vi.waitFor(
    () => {
      const left = listProcesses().map(({ pid }) => pid);
      expect(pids.filter((pid) => left.includes(pid))).toEqual([]);
    },
    { timeout: LIMIT_MS, interval: 200 },
  );

const foldersLeft = () => fs.readdirSync(path.join(place, 'tmp')).filter((name) => name.startsWith('firstyear-'));

test('when npm is ended, every program of the preview ends, and its folder is gone', async () => {
  const programs = descendantsOf(preview.pid ?? 0);
  // The command, the preview, its database, page, server and worker, at least.
  expect(programs.length).toBeGreaterThanOrEqual(6);
  preview.kill('SIGTERM');
  await waitUntilGone(programs);
  expect(foldersLeft()).toEqual([]);
});

test('when npm is killed, which sends no signal, the preview ends as well', async () => {
  const env = { ...process.env, PORT: String(await freePort()), TMPDIR: path.join(place, 'tmp') };
  const args = ['run', 'admissions', '--', 'partner', 'preview', folder];
  const starting = spawn('npm', args, { cwd: root, env, stdio: 'ignore' });
  // npm, its shell (unless that became the command), the command, and the preview.
  await vi.waitFor(() => expect(descendantsOf(starting.pid ?? 0).length).toBeGreaterThanOrEqual(4), {
    timeout: LIMIT_MS,
  });
  const programs = descendantsOf(starting.pid ?? 0);
  starting.kill('SIGKILL');
  await waitUntilGone(programs);
  expect(foldersLeft()).toEqual([]);
});

test('a preview that is ended while it starts leaves nothing behind either', async () => {
  const env = { ...process.env, PORT: String(await freePort()), TMPDIR: path.join(place, 'tmp') };
  const args = [operator, 'partner', 'preview', folder];
  const starting = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = collectOutput(starting);
  // The command has started the preview, which has started its database.
  await vi.waitFor(() => expect(descendantsOf(starting.pid ?? 0).length).toBeGreaterThanOrEqual(3), {
    timeout: LIMIT_MS,
  });
  const programs = descendantsOf(starting.pid ?? 0);
  const closed = once(starting, 'close');
  starting.kill('SIGTERM');
  await Promise.all([waitUntilGone(programs), closed]);
  expect(foldersLeft()).toEqual([]);
  expect(printed()).toBe('The preview has ended.\n');
});
