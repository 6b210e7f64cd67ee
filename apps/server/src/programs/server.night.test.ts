import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MARKER_COOKIE, SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { codeIn, lastMailTo, resetIn } from '../testing/mail.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'firstyear-server-'));
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
  /** Resolves once the output holds these words; rejects when the process ends without them. */
  says(words: string): Promise<void>;
}

function start(script: string, env: Readonly<Record<string, string>>, ipc = false): Process {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...env },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part;
      for (const listener of listeners) listener();
    });
  }
  // Not 'close', which never comes once the IPC channel was disconnected from this side.
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const ended = Promise.all([once(child, 'exit'), ...streams.map((stream) => once(stream, 'close'))]).then(
    () => child.exitCode,
  );
  return {
    child,
    ended,
    output: () => output,
    says: (words) =>
      new Promise((resolve, reject) => {
        const check = () => output.includes(words) && resolve();
        listeners.add(check);
        void ended.then(() => reject(new Error(`ended without saying "${words}": ${output}`)));
        check();
      }),
  };
}

test('the server logs that it listens, responds, and stops cleanly on a signal', async () => {
  const port = await freePort();
  const server = start('server.ts', { PORT: String(port) });
  await server.says('"listening"');
  // The role of the tests owns the tables.
  expect(server.output()).toContain('The audit trail can be altered');
  expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('the server stops when its supervisor is gone', async () => {
  const server = start('server.ts', { PORT: String(await freePort()) }, true);
  await server.says('"listening"');
  server.child.disconnect();
  expect(await server.ended).toBe(0);
});

test('a taken port is reported in one sentence, with exit code 1', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const address = other.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  const server = start('server.ts', { PORT: String(port), LOG_LEVEL: 'silent' });
  expect(await server.ended).toBe(1);
  expect(server.output().trim()).toBe(`PORT ${port} is in use by another program. Stop it, or set PORT to a free one.`);
  other.close();
});

test('a bad setting is reported in one sentence, with the exit code that prevents a restart', async () => {
  for (const script of ['server.ts', 'worker.ts', 'migrate.ts']) {
    const failed = start(script, { PORT: 'eighty' });
    expect(await failed.ended).toBe(78);
    expect(failed.output().trim()).toBe('PORT must be a port number from 0 to 65535 (it is "eighty").');
  }
});

test.each(['server.ts', 'worker.ts'])('%s warns of a variable that looks like a misspelled one', async (script) => {
  const started = start(script, { SMPT_URL: 'smtp://mail.example', PORT: String(await freePort()) });
  await started.says('SMPT_URL is set, but nothing reads it. Is SMTP_URL meant?');
  started.child.kill('SIGTERM');
  await started.ended;
});

test.each([
  ['server.ts', '"listening"'],
  ['worker.ts', '"working"'],
])(
  '%s warns that a second machine with the same database would not find the files in its folder',
  async (script, begun) => {
    const elsewhere = new URL(database.url);
    // An unusual address of this machine.
    elsewhere.hostname = '127.1';
    const env = { DATABASE_URL: elsewhere.href, PORT: String(await freePort()), ALLOW_UNSANDBOXED: 'yes' };
    const started = start(script, env);
    await started.says('stay in DATA_DIR on this one');
    await started.says(begun);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  },
);

test('a second migration changes nothing', async () => {
  const migrating = start('migrate.ts', {});
  expect(await migrating.ended).toBe(0);
  expect(migrating.output().trim()).toBe('The database is up to date.');
});

test('passwords, codes, tokens and email addresses are never logged, even at the trace level', async () => {
  const port = await freePort();
  const server = start('server.ts', { PORT: String(port) });
  await server.says('"listening"');
  const username = 'gil.testperson@mail.example';
  const password = 'Violet-Lantern-42';
  const cookies = new Map<string, string>();
  const call = async (url: string, payload?: object) => {
    const response = await fetch(`http://localhost:${port}${url}`, {
      method: payload ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return response.status;
  };
  await call('/public/signup', { username, password });
  const code = codeIn(await lastMailTo(database.db, username));
  expect(await call('/public/confirm', { username, code })).toBe(200);
  expect(await call('/public/login', { username, password })).toBe(200);
  expect(await call('/public/forgot-password', { username })).toBe(200);
  const link = resetIn(await lastMailTo(database.db, username));
  expect(await call(`/reset?username=${encodeURIComponent(username)}&id=${link.id}`)).toBeGreaterThan(0);
  expect(await call('/public/reset-password', { ...link, password: 'Copper-Kettle-77' })).toBe(200);
  expect(await call('/public/tmp?token=very-secret-token')).toBe(404);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.output()).toContain('/public/login');
  const session = cookies.get(SESSION_COOKIE) ?? 'none';
  expect([session.length, cookies.has(MARKER_COOKIE)]).toEqual([43, true]);
  for (const secret of [username, password, 'Copper-Kettle-77', code, link.id, session, 'very-secret-token']) {
    expect(server.output()).not.toContain(secret);
  }
});
