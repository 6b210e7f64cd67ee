import { spawn } from 'node:child_process';
import { childEnvironment } from '@firstyear/processes/child-environment';
import { hasEnded, signalGroup, waitFor, waitForExit } from '../support/processes.ts';

export interface StartedProgram {
  stop(): Promise<void>;
}

/** Starts a program in a group of its own, which ends as a whole. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StartedProgram {
  const child = spawn(file, args, { env: childEnvironment(env), stdio: 'ignore', detached: true });
  return {
    async stop() {
      if (child.pid === undefined || hasEnded(child)) return;
      signalGroup(child, 'SIGKILL');
      await waitForExit(child);
    },
  };
}

/** Tries until it works, for as long as a program may take to start. */
export async function whenReady<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const done = await waitFor(what, () =>
    attempt().then(
      (value) => ({ value }),
      () => undefined,
    ),
  );
  return done.value;
}
