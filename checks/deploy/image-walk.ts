import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { PROBE_PATHS, paths } from '@firstyear/api-contract/addresses';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { createServingRole } from '../../apps/server/src/db/serving-role.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { startMailServer } from '../support/mailbox.ts';
import { clientOf, Person, type Place } from '../support/person.ts';
import { waitFor, waitUntilReady } from '../support/processes.ts';
import type { Builder } from './image.ts';
import { type CheckContext, OK, type Outcome } from './outcome.ts';

/** The slowest step is the first start of LibreOffice's and Chromium's image on a slow disk. */
const WITHIN_MS = 180_000;
const CONTAINER = 'walk';
const ADDRESS = 'ada.image@mail.example';

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
async function walk(place: Place, signal: AbortSignal): Promise<void> {
  const ada = await Person.register(place, ADDRESS);
  await ada.save({ first_name: 'Ada' });
  if ((await ada.answers()).first_name !== 'Ada') throw new Error('the saved answer is not there');
  const poll = async () => {
    const { status, url } = await ada.copy();
    return status === 'COMPLETED' ? url : undefined;
  };
  const file = await ada.download(await waitFor('The PDF copy', poll, { withinMs: WITHIN_MS, everyMs: 250, signal }));
  if (!Buffer.from(file).toString('latin1').startsWith('%PDF-')) throw new Error('the PDF copy cannot be opened');
  const { text } = await clientOf(place.url).send({ method: 'GET', path: paths.signup });
  if (!text.includes('<script')) throw new Error('there is no web app');
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
      SMTP_URL: mail.url,
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
    await waitUntilReady(url + PROBE_PATHS.ready, undefined, WITHIN_MS);
    await walk({ url, mailbox: mail }, interruption);
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
    await mail.close();
    await database.stop();
  }
}
