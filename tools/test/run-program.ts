import { spawn } from 'node:child_process';
import path from 'node:path';
import { collectOutput } from '../start/run-to-end.ts';

const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

/**
 * Runs a JavaScript program of node_modules under this Node. With `show`, its output goes to the terminal, and `output` is empty.
 */
export function runProgram(
  root: string,
  program: string,
  args: readonly string[],
  options: { show: boolean; env?: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    const output = collectOutput(child);
    // Ends the program when the tests are interrupted, or the launcher is gone.
    const end = (): void => {
      child.kill('SIGTERM');
      child.once('close', () => process.exit(130));
    };
    for (const event of ENDINGS) process.on(event, end);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const event of ENDINGS) process.off(event, end);
      resolve({ code: code ?? 1, output: output() });
    });
  });
}
