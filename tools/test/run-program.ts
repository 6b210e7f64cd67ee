import { spawn } from 'node:child_process';
import path from 'node:path';

export interface Ended {
  readonly code: number;
  /** Both outputs together; empty when they were shown at once. */
  readonly output: string;
}

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

/** Runs a JavaScript program of node_modules under this Node. `show` passes its output through while it runs. */
export function runProgram(
  root: string,
  program: string,
  args: readonly string[],
  options: { show: boolean; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    // Nothing is left running when the tests are called off, or when the launcher is gone.
    const end = (): void => {
      child.kill('SIGTERM');
      child.once('close', () => process.exit(130));
    };
    for (const event of ENDINGS) process.on(event, end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      for (const event of ENDINGS) process.off(event, end);
      resolve({ code: code ?? 1, output });
    });
  });
}
