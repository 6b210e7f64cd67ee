import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../../apps/server/src/config/child-environment.ts';

const STARTS_WITHIN_MS = 60_000;

export interface StartedProgram {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program in a group of its own, which ends as a whole, by its number. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StartedProgram {
  const child = spawn(file, args, { env: childEnvironment(env), stdio: 'ignore', detached: true });
  const ended = once(child, 'exit').catch(() => undefined);
  return {
    child,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended in this moment.
        }
        await ended;
      }
    },
  };
}

/** Tries until it works, for as long as a program may take to start. */
export async function whenReady<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  let last: unknown;
  for (const until = performance.now() + STARTS_WITHIN_MS; performance.now() < until; await sleep(100)) {
    try {
      return await attempt();
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what} did not start.`, { cause: last });
}
