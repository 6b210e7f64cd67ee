import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { answer, serviceApplication, temporaryApplication } from '@firstyear/api-contract/application';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSealer } from '../modules/application/answers/sealed-answers.ts';
import { newApplicant, submitted } from '../modules/application/row/applicant.testing.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { TestClock } from '../testing/clock.ts';
import { eventually } from '../testing/eventually.ts';

let server: TestApp;
let folder: string;
beforeAll(async () => {
  // The commands use the machine's own clock, and so does this server.
  server = await testApp({ clock: new TestClock(new Date().toISOString()) });
  folder = await mkdtemp(path.join(tmpdir(), 'firstyear-process-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: server.database.url, DATA_DIR: folder, PORT: '3111', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return child;
}

async function run(file: string, args: readonly string[], env?: Record<string, string>) {
  const child = start(file, args, env);
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  const [code] = await ended;
  return { code, out: out.trim(), err: err.trim() };
}
const queryOf = (link: string, name: string) => new URL(link).searchParams.get(name) ?? '';

test('an operator creates a link with prepared answers and a link to one application', async () => {
  const file = path.join(folder, 'answers.json');
  await writeFile(file, JSON.stringify({ first_name: 'Ada' }));
  const prepared = await run('operator.ts', ['temporary-application', '--answers', file, '--days', '1']);
  expect(prepared).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^http:\/\/localhost:3111\/about\?token=/),
  });
  const client = server.client();
  const token = queryOf(prepared.out, 'token');
  expect((await client.call(temporaryApplication, { query: { token } })).body).toEqual({ first_name: 'Ada' });

  const ada = await newApplicant(server);
  await ada.call(answer, { payload: { first_name: 'Ada' } });
  const made = await run('operator.ts', ['service-link', '--application', ada.email]);
  expect(made).toMatchObject({ code: 0, err: '' });
  const service_token = queryOf(made.out, 'service_token');
  expect((await client.call(serviceApplication, { query: { service_token } })).body.answer).toEqual({
    first_name: 'Ada',
  });
});

test('a command that fails prints one sentence and exits with 1', async () => {
  expect(await run('operator.ts', ['service-link', '--application', 'nobody@mail.example'])).toEqual({
    code: 1,
    out: '',
    err: 'There is no such application.',
  });
  expect(await run('operator.ts', ['help'])).toMatchObject({ code: 0, out: expect.stringContaining('service-link') });
});

test('where other people use the product, a worker without walls does not start', async () => {
  const bin = await mkdtemp(path.join(tmpdir(), 'firstyear-no-walls-'));
  const env = { PATH: bin, PUBLIC_URL: 'https://apply.mail.example', TRUSTED_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' };
  expect(await run('worker.ts', [], env)).toEqual({
    code: 78,
    out: '',
    err: expect.stringMatching(/^bubblewrap must be installed, [^\n]+ALLOW_UNSANDBOXED=yes\.$/),
  });
  await rm(bin, { recursive: true, force: true });
});

test('nothing starts with another secret key, or with the previous one after a rotation', async () => {
  const rotating = path.join(folder, 'rotating');
  const oldKey = { current: Buffer.from('o'.repeat(32)), previous: undefined };
  // A worker of an earlier test has registered its key.
  await server.db.deleteFrom('secret_key').execute();
  await requireKnownKeys({ ...server.deps, config: { secret: oldKey } });
  const ada = await newApplicant(server);
  const key = (name: string, previous?: string) => ({
    DATA_DIR: rotating,
    SECRET_KEY: name.repeat(32),
    ...(previous && { SECRET_KEY_PREVIOUS: previous.repeat(32) }),
  });
  const old = answerSealer(oldKey, () => {});
  const sealed = (answers: Readonly<Record<string, string>>) =>
    JSON.stringify(old.seal(server.form, ada.applicationId, answers).sealed_answers);
  const sealed_answers = sealed({ alien_registration_number: 'A000-000-000' });
  await server.db.updateTable('application').set({ sealed_answers }).where('id', '=', ada.applicationId).execute();
  try {
    for (const [file, args] of [
      ['server.ts', []],
      ['worker.ts', []],
      ['operator.ts', ['rotate-key']],
    ] as const) {
      const refused = await run(file, args, key('x'));
      expect(refused, file).toEqual({
        code: 78,
        out: '',
        err: expect.stringMatching(/^This database belongs to another secret key [^\n]+$/),
      });
    }
    const rotated = await run('operator.ts', ['rotate-key'], key('n', 'o'));
    expect(rotated).toMatchObject({
      code: 0,
      err: '1 of 1 application with sealed answers\n1 of 1 application with sealed answers',
    });
    expect(rotated.out).toMatch(/^1 answer sealed with the current key\. No answer needs the previous key now: /);
    expect(await run('worker.ts', [], key('o'))).toMatchObject({ code: 78 });
    expect(await run('operator.ts', ['rotate-key'], key('n'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 answers /),
    });
  } finally {
    // The other tests of this file start with a key of their own.
    await server.db.deleteFrom('secret_key').execute();
    await server.db
      .updateTable('application')
      .set({ sealed_answers: '{}' })
      .where('id', '=', ada.applicationId)
      .execute();
  }
});

async function whenWorking(child: ReturnType<typeof start>): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('working')) return;
  throw new Error('the worker ended');
}

test('the worker sends the receipt of a submission to its owner, once', async () => {
  const ada = await submitted(server, { first_name: 'Ada' });
  const worker = start('worker.ts', []);
  await whenWorking(worker);
  const sent = await eventually(
    async () => {
      const files = (await readdir(path.join(folder, 'outbox'))).filter((name) => name.endsWith('.eml'));
      expect(files).toHaveLength(1);
      return readFile(path.join(folder, 'outbox', files[0] ?? ''));
    },
    { interval: 100 },
  );
  const mail = await PostalMime.parse(sent);
  expect(mail.to?.map((to) => to.address)).toEqual([ada.email]);
  expect(mail.subject).toBe('We received your application to Larkmoor University');
  expect(mail.text).toMatch(/Your confirmation number: FY\d\d-/);
  worker.kill('SIGTERM');
  expect((await once(worker, 'exit'))[0]).toBe(0);
  const { body_text, sent_at } = await server.db
    .selectFrom('mail_outbox')
    .select(['body_text', 'sent_at'])
    .where('recipient', '=', ada.email)
    .executeTakeFirstOrThrow();
  expect(body_text).toBeNull();
  expect(sent_at).not.toBeNull();
});

test('the worker stops cleanly on a signal, and when its parent process is gone', async () => {
  const signaled = start('worker.ts', []);
  await whenWorking(signaled);
  signaled.kill('SIGTERM');
  expect((await once(signaled, 'exit'))[0]).toBe(0);
  const orphan = start('worker.ts', []);
  await whenWorking(orphan);
  orphan.disconnect();
  expect((await once(orphan, 'exit'))[0]).toBe(0);
});

test('the worker also stops when its parent process was gone before it started listening', async () => {
  const orphan = start('worker.ts', []);
  await once(orphan, 'spawn');
  orphan.disconnect();
  expect((await once(orphan, 'exit'))[0]).toBe(0);
});

test('a worker exits with 1 without its database', async () => {
  const gone = await run('worker.ts', [], { DATABASE_URL: 'postgres://firstyear:x@127.0.0.1:9/none' });
  expect(gone.code).toBe(1);
});
