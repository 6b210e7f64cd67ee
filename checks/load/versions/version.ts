import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../../../apps/server/src/config/child-environment.ts';
import { end } from '../../support/processes.ts';

export interface StartedVersion {
  readonly name: string;
  /** As a browser names it. */
  readonly origin: string;
  stop(): Promise<unknown>;
}

const READY = /is ready at (http:\S+)$/;

/** Ends what `npm start` began: it ends its own processes at SIGTERM. */
const stopOf = (child: ChildProcess) => () => end(child);

/** Starts a version of the product as `npm start` does, with a database of its own. Its packages are installed. */
export async function startVersion(
  name: string,
  root: string,
  options: { readonly dataDir: string; readonly port: number; readonly env: Readonly<Record<string, string>> },
): Promise<StartedVersion> {
  const { dataDir, port, env } = options;
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: childEnvironment({ ...env, DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    const [, origin] = READY.exec(line) ?? [];
    if (origin === undefined) continue;
    // Whatever it says from now on must not fill the pipe.
    child.stdout.resume();
    return { name, origin, stop: stopOf(child) };
  }
  throw new Error(`${name} did not start: ${said.slice(-5).join(' ')}`);
}
