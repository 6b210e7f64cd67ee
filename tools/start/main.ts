import path from 'node:path';
import { EmbeddedDatabaseError } from '../../apps/server/src/db/embedded.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';
import { readSettings } from './settings.ts';
import { onStopRequest } from './stop-signals.ts';
import { Supervisor } from './supervisor.ts';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const stopping = new AbortController();
let supervisor: Supervisor | undefined;

async function end(code: number): Promise<void> {
  stopping.abort();
  await supervisor?.stop();
  process.exit(code);
}

onStopRequest(
  () => {
    console.log('Stopping …');
    void end(0);
  },
  () => {
    console.log('Stopping at once.');
    supervisor?.kill();
    process.exit(130);
  },
);

try {
  const settings = await readSettings(projectRoot, process.env);
  supervisor = new Supervisor({ projectRoot, settings, stopping: stopping.signal, onFailure: fail });
  await supervisor.start();
} catch (error) {
  if (!stopping.signal.aborted) await fail(error);
}

async function fail(error: unknown): Promise<void> {
  const isForPeople = error instanceof StartProblem || error instanceof EmbeddedDatabaseError;
  console.error(isForPeople ? error.message : error);
  await end(1);
}
