import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { PROBE_PATHS, paths } from '@firstyear/api-contract/addresses';
import { createServingRole } from '../../apps/server/src/db/serving-role.ts';
import { freePort } from '../../apps/server/src/process/free-port.ts';
import { CannotRun, type Run, withRun } from '../support/command.ts';
import { startMailServer } from '../support/mailbox.ts';
import { clientOf, Person, type Place } from '../support/person.ts';
import { hasEnded, waitFor, waitUntilReady } from '../support/processes.ts';
import { startPostgres } from '../support/product.ts';
import { type CheckContext, runTool } from './tool.ts';

const IMAGE = 'localhost/firstyear-check';
const CONTAINER = 'walk';
/** The first start of LibreOffice and Chromium on a slow disk takes longest. */
const WITHIN_MS = 180_000;

/** Arguments of buildah with a store of its own, which leaves the machine's images alone. */
function buildahArguments(folder: string, args: readonly string[]): readonly string[] {
  const [store, run] = [path.join(folder, 'store'), path.join(folder, 'run')];
  return ['--root', store, '--runroot', run, '--storage-driver', 'overlay', ...args];
}

const buildah = ({ folder, signal }: CheckContext, ...args: readonly string[]): Promise<void> =>
  runTool(signal, 'buildah', 'buildah', buildahArguments(folder, args));

/** Builds the image with chroot isolation, which needs no daemon and no privileges for namespaces. */
function buildImage(context: CheckContext): Promise<void> {
  return buildah(
    context,
    ...['bud', '--isolation', 'chroot', '--layers=false', '--ignorefile', 'deploy/Containerfile.dockerignore'],
    ...['-t', IMAGE, '-f', 'deploy/Containerfile', '.'],
  );
}

/** Signs up with the mailed code, saves an answer, reads it back, and downloads the PDF copy. */
async function walk(place: Place, signal: AbortSignal): Promise<void> {
  const ada = await Person.register(place, 'ada.image@mail.example');
  await ada.save({ first_name: 'Ada' });
  if ((await ada.answers()).first_name !== 'Ada') throw new Error('the saved answer is not there');
  const copy = await waitFor('The PDF copy', () => ada.copy(), { withinMs: WITHIN_MS, everyMs: 250, signal });
  const file = await ada.download(copy);
  if (file.toString('latin1', 0, 5) !== '%PDF-') throw new Error('the PDF copy cannot be opened');
  const { text } = await clientOf(place.url).send({ method: 'GET', path: paths.signup });
  if (!text.includes('<script')) throw new Error('there is no web app');
}

/**
 * Runs the image as its own user, with PostgreSQL and a mail server outside: migrates, starts a web server and a worker, walks
 * through them as an applicant.
 */
async function walkThroughImage(run: Run, context: CheckContext): Promise<void> {
  await buildah(context, 'from', '--name', CONTAINER, IMAGE);
  const database = await startPostgres(run);
  const mail = await startMailServer(run);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: await createServingRole(database.url),
    SECRET_KEY: randomBytes(32).toString('base64url'),
    SMTP_URL: mail.url,
    PUBLIC_URL: url,
    PORT: String(port),
    HOST: '127.0.0.1',
  };
  const runArguments = (added: Readonly<Record<string, string>>, command: readonly string[]) => {
    const settings = Object.entries({ ...env, ...added }).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    return ['run', '--isolation', 'chroot', ...settings, CONTAINER, '--', ...command];
  };
  const runInside = (added: Readonly<Record<string, string>>, ...command: readonly string[]) =>
    buildah(context, ...runArguments(added, command));
  /** Starts a program of the image, which prints its process id first: chroot isolation has no PID namespace. */
  const start = async (script: string) => {
    const args = runArguments({}, ['sh', '-c', `echo $$ && exec node apps/server/src/programs/${script}`]);
    // Detached: Ctrl-C in the terminal reaches the check only, which then ends this program.
    const child = spawn('buildah', buildahArguments(context.folder, args), {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const exited = once(child, 'exit');
    const [pid] = await once(readline.createInterface({ input: child.stdout }), 'line');
    run.onEnd(async () => {
      if (hasEnded(child)) return;
      process.kill(Number(pid), 'SIGTERM');
      await exited;
    });
  };
  await runInside({}, 'sh', '-c', 'test "$(id -u)" = 10001 && ! touch /app/x 2>/dev/null && touch /data/x').catch(
    () => {
      context.signal.throwIfAborted();
      throw new Error('it does not run as user 10001, who may write to /data alone');
    },
  );
  await runInside({ DATABASE_MIGRATION_URL: database.url }, 'node', 'apps/server/src/programs/migrate.ts');
  await start('server.ts');
  await start('worker.ts');
  await waitUntilReady(url + PROBE_PATHS.ready, undefined, WITHIN_MS);
  await walk({ url, mailbox: mail }, context.signal);
}

/** Builds the image, walks through it, and deletes it with its containers, even after an interruption. */
export async function checkImage(context: CheckContext): Promise<void> {
  if (!context.withImage) throw new CannotRun('left out by --files-only');
  try {
    await buildImage(context);
    await withRun((run) => walkThroughImage(run, context));
  } finally {
    const cleaning = { ...context, signal: new AbortController().signal };
    await buildah(cleaning, 'rm', '--all').catch(() => undefined);
    await buildah(cleaning, 'rmi', '--all', '--force').catch(() => undefined);
  }
}
