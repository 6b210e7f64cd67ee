import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, confirm, login, PROBE_PATHS, paths, pdf, profile, signup } from '@firstyear/api-contract';
import { SMTPServer } from 'smtp-server';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { createServingRole } from '../../apps/server/src/db/serving-role.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { PASSWORD } from '../security/target.ts';
import { jsonOf, Visitor } from '../security/visitor.ts';
import type { Builder } from './image.ts';
import { type CheckContext, OK, type Outcome } from './outcome.ts';

/** The slowest step is the first start of LibreOffice's and Chromium's image on a slow disk. */
const WITHIN_MS = 180_000;
const CONTAINER = 'walk';
const ADDRESS = 'ada.image@mail.example';

/** Asks again and again until there is something, or says what did not come. */
async function waitFor<T>(
  what: string,
  interruption: AbortSignal,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(250)) {
    interruption.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come`);
}

/** A mail server on loopback that keeps what it is given. */
async function startMailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { mails, port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

interface Part {
  stop(): Promise<void>;
}

/** A program of the image, by its own process id: chroot isolation has no processes of its own. */
async function startPart(builder: Builder, settings: readonly string[], script: string): Promise<Part> {
  const command = ['sh', '-c', `echo $$ && exec node apps/server/src/${script}`];
  const args = builder.args('run', '--isolation', 'chroot', ...settings, CONTAINER, '--', ...command);
  // Detached: Ctrl-C in the terminal ends the check only, which ends this.
  const child: ChildProcess = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new Error('no output');
  const [line] = await once(readline.createInterface({ input: child.stdout }), 'line');
  const pid = Number(line);
  return {
    stop: async () => {
      if (child.exitCode !== null) return;
      process.kill(pid, 'SIGTERM');
      await exited;
    },
  };
}

/** Signs up with the code of the mail, saves an answer, reads it back, and gets the PDF copy. */
async function walk(url: string, mails: readonly string[], interruption: AbortSignal): Promise<void> {
  const ada = new Visitor(url);
  const expectOk = (what: string, reply: { readonly status: number }) => {
    if (reply.status !== 200) throw new Error(`${what} ended with ${reply.status}`);
  };
  expectOk('sign-up', await ada.call(signup, { payload: { username: ADDRESS, password: PASSWORD } }));
  const code = await waitFor('the mail with the code', interruption, () => {
    const mail = mails.find((text) => text.includes(ADDRESS));
    return mail && /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0];
  });
  expectOk('confirmation', await ada.call(confirm, { payload: { username: ADDRESS, code } }));
  expectOk('login', await ada.call(login, { payload: { username: ADDRESS, password: PASSWORD } }));
  expectOk('a save', await ada.call(answer, { payload: { first_name: 'Ada' } }));
  const read = await ada.call(profile);
  if (!/"first_name":"Ada"/.test(read.text)) throw new Error('the saved answer is not there');
  const copy = await waitFor('the PDF copy', interruption, async () => {
    const reply = jsonOf(await ada.call(pdf));
    return reply.status === 'COMPLETED' ? String(reply.url) : undefined;
  });
  const { pathname, search } = new URL(copy, url);
  const file = await ada.send({ method: 'GET', path: pathname + search });
  if (!file.text.startsWith('%PDF-')) throw new Error('the PDF copy cannot be opened');
  const page = await new Visitor(url).send({ method: 'GET', path: paths.signup });
  if (!page.text.includes('<script')) throw new Error('there is no web app');
}

/**
 * Runs the image against parts outside of it (PostgreSQL, a mail server, both on loopback) as its own user: the migration,
 * a web server and a worker, through which an applicant goes.
 */
export async function walkThroughImage(
  builder: Builder,
  image: string,
  { scratch, interruption }: CheckContext,
): Promise<Outcome> {
  const made = await builder.run('from', '--name', CONTAINER, image);
  if (made.kind !== 'ok') return made;
  const database = await startEmbeddedPostgres({ root: path.join(scratch, 'postgres') });
  const mail = await startMailServer();
  const parts: Part[] = [];
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const common = {
      DATABASE_URL: await createServingRole(database.url),
      SECRET_KEY: randomBytes(32).toString('base64url'),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PUBLIC_URL: url,
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    const settings = (more: Readonly<Record<string, string>> = {}) =>
      Object.entries({ ...common, ...more }).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const run = (more: Readonly<Record<string, string>>, ...command: readonly string[]) =>
      builder.run('run', '--isolation', 'chroot', ...settings(more), CONTAINER, '--', ...command);
    const isOther = await run({}, 'sh', '-c', 'test "$(id -u)" = 10001 && ! touch /app/x 2>/dev/null && touch /data/x');
    if (isOther.kind !== 'ok') return { kind: 'failed', said: 'it is not the user 10001 who may write to /data alone' };
    const migrated = await run({ DATABASE_MIGRATION_URL: database.url }, 'node', 'apps/server/src/migrate.ts');
    if (migrated.kind !== 'ok') return migrated;
    parts.push(await startPart(builder, settings(), 'server.ts'));
    parts.push(await startPart(builder, settings(), 'worker.ts'));
    await waitFor('the web server', interruption, () =>
      fetch(`${url}${PROBE_PATHS.ready}`).then(
        (reply) => (reply.ok ? true : undefined),
        () => undefined,
      ),
    );
    await walk(url, mail.mails, interruption);
    const backedUp = await run(
      { DATABASE_MIGRATION_URL: database.url },
      'node',
      'apps/server/src/operator.ts',
      'backup',
      '/data/b',
    );
    if (backedUp.kind !== 'ok') return backedUp;
    return OK;
  } catch (error) {
    interruption.throwIfAborted();
    return { kind: 'failed', said: error instanceof Error ? error.message : String(error) };
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
    await mail.stop();
    await database.stop();
  }
}
