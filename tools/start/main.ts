import path from 'node:path';
import { printError } from '../../apps/server/src/process/error-for-people.ts';
import { exitCodeOf } from '../../apps/server/src/process/start-refusal.ts';
import { checkPort } from './port.ts';
import { readKind, readSettings } from './settings.ts';
import { onStopRequest } from './stop-signals.ts';
import { Supervisor } from './supervisor.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const stopController = new AbortController();
let supervisor: Supervisor | undefined;

async function end(code: number): Promise<void> {
  stopController.abort();
  await supervisor?.stop();
  process.exit(code);
}

// A closed console, or a full disk behind it, is no reason to end the product.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// A bug of ours must not leave the database running.
process.on('uncaughtException', (error) => void fail(error));

onStopRequest(
  () => {
    console.log('Stopping…');
    void end(0);
  },
  () => {
    console.log('Stopping at once.');
    supervisor?.kill();
    process.exit(130);
  },
);

try {
  const settings = await readSettings(projectRoot, process.env, readKind(process.argv.slice(2)));
  await checkPort(settings.config);
  supervisor = new Supervisor({ projectRoot, settings, stopSignal: stopController.signal, onFailure: fail });
  await supervisor.start();
} catch (error) {
  if (!stopController.signal.aborted) await fail(error);
}

async function fail(error: unknown): Promise<void> {
  printError(error);
  await end(exitCodeOf(error));
}
