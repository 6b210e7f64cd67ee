import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';
import { isPart, type Work } from './shares.ts';

const work = z.object({
  busyMs: z.number(),
  ms: z.partialRecord(z.string().refine(isPart), z.number()),
});
const said = {
  origin: z.object({ origin: z.string() }),
  work: z.object({ work }),
  isWatched: z.object({ isWatched: z.literal(true) }),
};

/** The next message of a process, which has to be of this kind; rejects when the process ends. */
function nextMessage<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`The server ended with code ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      const { success, data, error } = schema.safeParse(message);
      if (success) resolve(data);
      else reject(error);
    });
  });
}

/** The web server in a process of its own. */
export interface ServerProcess {
  readonly origin: string;
  /** Runs something and returns what the server's processor worked on meanwhile. */
  watch(run: () => Promise<unknown>): Promise<Work>;
  stop(): Promise<void>;
}

/** Starts serve.ts with these variables, and waits until it listens. */
export async function startServerProcess(variables: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = fork(new URL('serve.ts', import.meta.url), { env: { ...process.env, ...variables } });
  const { origin } = await nextMessage(child, said.origin);
  return {
    origin,
    watch: async (run) => {
      child.send('start');
      await nextMessage(child, said.isWatched);
      await run();
      child.send('stop');
      return (await nextMessage(child, said.work)).work;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
