import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 30_000;

/** Looks again and again until there is something; throws when it does not come in time. */
export async function waitFor<T>(
  what: string,
  poll: () => Promise<T | undefined> | T | undefined,
  { withinMs = 60_000, everyMs = 50, signal }: { withinMs?: number; everyMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(everyMs)) {
    signal?.throwIfAborted();
    const found = await poll();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come within ${Math.round(withinMs / 1000)} s.`);
}

/** Waits until an address answers that all is well, or until the process that should answer has ended. */
export function waitUntilReady(url: string, child?: ChildProcess, withinMs = 180_000): Promise<true> {
  const poll = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response?.ok) return true;
    if (child && hasEnded(child)) throw new Error(`It ended with code ${child.exitCode} instead of serving ${url}.`);
    return undefined;
  };
  return waitFor(url, poll, { withinMs });
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

export async function waitForExit(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

/** Asks a process to end (SIGTERM), and makes it when it has not after half a minute. Returns milliseconds until it had. */
export async function end(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await waitForExit(child);
  clearTimeout(timer);
  return performance.now() - startedAt;
}

/** Ends a process without warning (SIGKILL). */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await waitForExit(child);
}

/** Signals a process that leads a group, with all that it has started. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** Ends what this process has started, and what those have started, without warning (SIGKILL). */
export function killDescendants(): void {
  const lines = run('ps', ['-eo', 'pid=,ppid=']).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const descendantsOf = (parent: number): number[] =>
    processes.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid, ...descendantsOf(pid)] : []));
  for (const pid of descendantsOf(process.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
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
  const { args = [], nodeOptions = [], log, root = ROOT } = options;
  const output = log === undefined ? undefined : fs.openSync(log, 'a');
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, 'apps/server/src', script), ...args], {
    cwd: root,
    env,
    stdio: output === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', output, output],
  });
  if (output !== undefined) fs.closeSync(output);
  return child;
}

/** Runs one of the server's programs to its end; throws when it fails, with what it wrote to its log. */
export async function runServerProgram(script: string, env: NodeJS.ProcessEnv, options: ProgramOptions = {}) {
  const child = startProgram(script, env, options);
  await waitForExit(child);
  const said = options.log === undefined ? '' : `: ${fs.readFileSync(options.log, 'utf8')}`;
  if (child.exitCode !== 0) throw new Error(`${[script, ...(options.args ?? [])].join(' ')} failed${said}`);
}

/** Runs a program to its end; throws with what it said when it fails. Returns what it printed. */
export function run(file: string, args: readonly string[], options: SpawnOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { ...options, stdio: 'pipe', encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path.basename(file)} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** Gives a folder to something, and removes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'firstyear-check-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What a run has started, and how it is ended again. */
export interface Cleanup {
  /** Remembers how something is ended that was started, or is being started. */
  add(stop: () => Promise<unknown> | unknown): void;
  /** Ends everything, the newest first; a second call waits for the same end. */
  stopAll(): Promise<void>;
  /** Says why the run ends early, ends everything and then the process. */
  giveUp(reason: string, exitCode?: number): void;
}

/** For a run that leaves nothing behind, also when a signal ends it. */
export function cleanUpOnSignals(): Cleanup {
  const stops: (() => Promise<unknown> | unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const stopEach = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
    }
  };
  const stopAll = () => {
    stopping ??= stopEach();
    return stopping;
  };
  const giveUp = (reason: string, exitCode = 1) => {
    console.error(reason);
    void stopAll().finally(() => process.exit(exitCode));
  };
  // npm and the terminal send a single Ctrl-C twice: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping === undefined) giveUp(`Ended by ${signal}.`, 128 + os.constants.signals[signal]);
    });
  return { add: (stop) => void stops.push(stop), stopAll, giveUp };
}
