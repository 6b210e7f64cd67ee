import { type ChildProcess, spawn } from 'node:child_process';

/** Collects both outputs of a process. Returns a function that reads the output so far. */
export function collectOutput(child: ChildProcess, log: (text: string) => void = () => {}): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      log(text);
    });
  }
  return () => output;
}

/** Runs a program with Node. Returns its exit code and everything that it printed. */
export async function runToEnd(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  log?: (text: string) => void,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child, log);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output: output() };
}

/** Whether this is the output of a `release check` that misses a migration, and not of one that failed. */
export const lacksMigration = (output: string): boolean => /^NOT WRITTEN {2}/m.test(output);
