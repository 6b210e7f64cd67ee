import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

const ownRoot = path.resolve(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 30_000;

export async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await once(child, 'exit');
}

/** Asks a process to end (SIGTERM), and makes it when it has not after half a minute. Returns milliseconds until it had. */
export async function end(child: ChildProcess): Promise<number> {
  const begunAt = performance.now();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await waitForExit(child);
  clearTimeout(timer);
  return performance.now() - begunAt;
}

/** Ends a process without warning (SIGKILL). */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await waitForExit(child);
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** A file for what it prints; otherwise only its errors are shown. */
  readonly log?: string;
  /** Where that version of the product lies. */
  readonly root?: string;
}

/** Starts one of the server's programs, such as worker.ts, with these variables only. */
export function startProgram(script: string, env: NodeJS.ProcessEnv, options: ProgramOptions = {}): ChildProcess {
  const { args = [], nodeOptions = [], log, root = ownRoot } = options;
  const output = log === undefined ? undefined : fs.openSync(log, 'a');
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, 'apps/server/src', script), ...args], {
    cwd: root,
    env,
    stdio: output === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', output, output],
  });
  if (output !== undefined) fs.closeSync(output);
  return child;
}

/** Runs a program to its end; throws with what it said when it fails. Returns what it printed. */
export function run(file: string, args: readonly string[], options: SpawnOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { ...options, stdio: 'pipe', encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path.basename(file)} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
