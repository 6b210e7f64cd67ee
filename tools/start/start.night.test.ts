import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '@firstyear/processes/is-alive';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makePartner } from '../../apps/server/src/operator/partner.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { listProcesses } from '../../checks/support/processes.ts';
import { collectOutput } from './run-to-end.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
/** A first start builds the web apps and creates a database: two minutes were too short on a very busy machine. */
const LIMIT_MS = 360_000;

let folder: string;
let dataDir: string;
let port: number;
let started: Product[];

async function makePlace(): Promise<void> {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-whole-'));
  // Other users may pass through it, as through most folders of a machine.
  fs.chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'data');
  port = await freePort();
  started = [];
}

async function clearPlace(): Promise<void> {
  for (const product of started) {
    if (product.child.exitCode === null && product.child.signalCode === null) product.child.kill('SIGTERM');
    await product.ended;
  }
  fs.rmSync(folder, { recursive: true, force: true });
}

interface Product {
  readonly child: ChildProcess;
  output(): string;
  /** The exit code, or null after a kill. */
  readonly ended: Promise<number | null>;
}

/** Runs `npm start` as a person would, without npm itself. */
function start(env: NodeJS.ProcessEnv = {}, ...options: readonly string[]): Product {
  const child = spawn(process.execPath, [path.join(projectRoot, 'tools/start.mjs'), ...options], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, INSTALL_TOOLS: 'never', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const product = { child, output: collectOutput(child), ended };
  started.push(product);
  return product;
}

async function waitUntilReady(product: Product): Promise<void> {
  // Waits for the last line, since the output arrives in pieces.
  const isReady = () => {
    expect(product.output()).toContain(`Firstyear is ready at http://localhost:${port}`);
    expect(product.output()).toContain('Press Ctrl-C to stop.');
  };
  await vi.waitFor(isReady, { timeout: LIMIT_MS, interval: 50 });
}

/** A folder with used data. Made once, since most of a first start goes into creating the database. */
let usedData: string;

/** The running server's process number and port, from PostgreSQL's own file. */
function database(): { pid: number; port: number } {
  const lines = fs.readFileSync(path.join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

const isServing = (): Promise<boolean> =>
  fetch(`http://localhost:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The first start, which creates the database and the used data. */
let first: Product;

beforeAll(async () => {
  await makePlace();
  usedData = folder;
  first = start();
  await waitUntilReady(first);
});

afterAll(() => fs.rmSync(usedData, { recursive: true, force: true }));

/** Copies the used data folder. By `cp`, since the database's files belong to a user of their own. */
function useData(): void {
  execFileSync('cp', ['-a', path.join(usedData, 'data'), dataDir]);
}

describe('npm start in an empty folder', () => {
  afterAll(async () => {
    for (const product of started) {
      product.child.kill('SIGTERM');
      await product.ended;
    }
  });

  test('starts everything, prints the address, and stops everything on request; the data stay', async () => {
    expect(await isServing()).toBe(true);
    expect(first.output()).toContain(path.join(dataDir, 'outbox'));
    expect(first.output()).not.toMatch(/^\s*{"/m);
    expect(first.output(), 'the role that serves owns nothing').not.toContain('audit trail');
    const page = await fetch(`http://localhost:${port}/about`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const { pid } = database();
    const users = () =>
      ['server.ts', 'worker.ts'].flatMap((name) => childrenOf(first.child.pid, name).map(({ user }) => user));
    const isRoot = process.getuid?.() === 0;
    // Polled, since the worker may still be starting.
    await expect
      .poll(() => users().map((user) => user === process.getuid?.()), { timeout: LIMIT_MS })
      .toEqual([!isRoot, !isRoot]);

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(await isServing()).toBe(false);
    expect(isAlive(pid)).toBe(false);
    expect(fs.existsSync(path.join(dataDir, 'running.json'))).toBe(false);

    const key = fs.readFileSync(path.join(dataDir, 'secret-key'), 'utf8');
    const second = start();
    await waitUntilReady(second);
    expect(second.output()).not.toContain('Building');
    expect(fs.readFileSync(path.join(dataDir, 'secret-key'), 'utf8')).toBe(key);
    expect(fs.readFileSync(path.join(dataDir, 'logs/migrate.log'), 'utf8')).toContain('up to date');
  });
});

describe('npm start', () => {
  beforeEach(makePlace);
  afterEach(clearPlace);

  test('after its supervisor gets kill -9, its parts end by themselves, and the next start uses the same database', async () => {
    useData();
    const first = start();
    await waitUntilReady(first);
    const before = database();
    first.child.kill('SIGKILL');
    await first.ended;
    await expect.poll(isServing, { timeout: LIMIT_MS }).toBe(false);
    const second = start();
    await waitUntilReady(second);
    expect(await isServing()).toBe(true);
    const after = database();
    expect(isAlive(after.pid)).toBe(true);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect([before.pid, after.pid].filter(isAlive)).toEqual([]);
  });

  test('with a bad setting ends with one sentence and exit code 78, even if the port is taken', async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const settings = [
      [{ PARTNER: 'no-such-partner' }, 'PARTNER names "no-such-partner"'],
      [{ DATA_DIR: '/dev/null/data' }, 'The data folder /dev/null/data cannot be written to'],
      [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be a mail server address'],
    ] as const;
    for (const [env, sentence] of settings) {
      const product = start(env);
      expect([await product.ended, product.output().trim().split('\n')]).toEqual([
        78,
        [expect.stringContaining(sentence)],
      ]);
    }
    other.close();
  });
});

describe('npm start -- --watch', () => {
  beforeEach(makePlace);
  afterEach(clearPlace);

  test('shows each saved change of a university, and describes one with a mistake while the site stays as it was', async () => {
    const university = path.join(folder, 'artschool');
    makePartner(university);
    const change = (...changes: readonly (readonly [from: string, to: string])[]) => {
      const form = path.join(university, 'form.ts');
      const before = fs.readFileSync(form, 'utf8');
      fs.writeFileSync(
        form,
        changes.reduce((text, [from, to]) => text.replace(from, to), before),
      );
    };
    const isShown = (text: string) =>
      expect
        .poll(async () => (await fetch(`http://localhost:${port}/about`)).text().catch(() => ''), { timeout: LIMIT_MS })
        .toContain(text);
    const product = start({ PARTNER_DIR: university }, '--watch');
    await waitUntilReady(product);
    change(['Where do you plan to live?', 'Where will you live?']);
    await expect.poll(product.output, { timeout: LIMIT_MS }).toContain('The change is there: reload the page.');
    await isShown('Where will you live?');
    change(["id = 'freshman'", "id = 'freshman"]);
    await expect.poll(product.output, { timeout: LIMIT_MS }).toMatch(/form\.ts, line \d+, cannot be loaded: /);
    await isShown('Where will you live?');
    // Drafts can't follow this one.
    const leftOut = "leaveOut('religious_affiliation_other_specify'), leaveOut('religious_affiliation')";
    change(
      ["id = 'freshman", "id = 'freshman'"],
      ['= freshmanForm(freshman);', `= changeForm(freshmanForm(freshman), 'art', [${leftOut}]);`],
      ['import ', "import { changeForm, leaveOut } from '@firstyear/form-engine/change-form';\nimport "],
    );
    await expect
      .poll(product.output, { timeout: LIMIT_MS })
      .toMatch(/so the applications here are deleted[.].*The change is there/s);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
  });
});

describe('a started product, whose logs go to a full disk,', () => {
  let product: Product;

  beforeAll(async () => {
    await makePlace();
    useData();
    for (const name of ['web.log', 'worker.log', 'migrate.log']) {
      const file = path.join(dataDir, 'logs', name);
      fs.rmSync(file, { force: true });
      fs.symlinkSync('/dev/full', file);
    }
    product = start();
    await waitUntilReady(product);
  });
  afterAll(clearPlace);

  test('restarts its web server when it dies', async () => {
    expect(await isServing()).toBe(true);
    for (const { pid } of childrenOf(product.child.pid)) process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => product.output(), { timeout: LIMIT_MS })
      .toContain('web: was stopped by SIGKILL; starting it again.');
    await expect.poll(isServing, { timeout: LIMIT_MS }).toBe(true);
  });

  test('restarts its database when it dies, and the web server keeps using it', async () => {
    expect(product.output()).toContain('web.log cannot be written to (the disk is full)');
    const before = database();
    const [web] = childrenOf(product.child.pid);
    process.kill(before.pid, 'SIGKILL');
    await expect.poll(() => product.output(), { timeout: LIMIT_MS }).toContain('database: runs again.');
    const after = database();
    expect(after.port).toBe(before.port);
    expect(after.pid).not.toBe(before.pid);
    await expect.poll(isServing, { timeout: LIMIT_MS }).toBe(true);
    expect(childrenOf(product.child.pid)).toEqual([web]);
    expect(isAlive(before.pid)).toBe(false);
  });
});

/** The web servers, or workers, that this supervisor runs. */
const childrenOf = (supervisor: number | undefined, script = 'server.ts') =>
  listProcesses().filter(({ parent, command }) => parent === supervisor && command.includes(script));
