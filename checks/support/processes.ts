import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@firstyear/processes/error-code';
import { collectOutput } from '../../tools/start/run-to-end.ts';
import { CannotRun } from './command.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 30_000;

interface WaitOptions {
  readonly withinMs?: number;
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

/** Polls until there is a value; throws when the time is up. */
export async function waitFor<T>(
  name: string,
  poll: () => Promise<T | undefined> | T | undefined,
  { withinMs = 60_000, everyMs = 50, signal }: WaitOptions = {},
): Promise<T> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(everyMs)) {
    signal?.throwIfAborted();
    const value = await poll();
    if (value !== undefined) return value;
  }
  throw new Error(`${name} did not come within ${Math.round(withinMs / 1000)} s.`);
}

/** Repeats an attempt until it succeeds; throws when the time is up. */
export async function retry<T>(name: string, attempt: () => Promise<T>, options?: WaitOptions): Promise<T> {
  const poll = () =>
    attempt().then(
      (value) => ({ value }),
      () => undefined,
    );
  return (await waitFor(name, poll, options)).value;
}

/** Waits until an address returns 200; throws when the process that should serve it has ended. */
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

/** Ends a process with SIGTERM, after half a minute with SIGKILL. Returns the milliseconds that it took. */
export async function end(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await waitForExit(child);
  clearTimeout(timer);
  return performance.now() - startedAt;
}

/** Ends a process with SIGKILL. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await waitForExit(child);
}

/** Signals the process group that a process leads. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** The living processes of the machine, but for the program that lists them. */
export function listProcesses() {
  const { pid: lister, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,uid=,stat=,args='], { encoding: 'utf8' });
  const rows = [...stdout.matchAll(/^ *(\d+) +(\d+) +(\d+) (?!Z)\S+ +(.*)$/gm)];
  const processes = rows.map(([, pid, parent, user, command = '']) => {
    return { pid: Number(pid), parent: Number(parent), user: Number(user), command };
  });
  return processes.filter(({ pid }) => pid !== lister);
}

/** The ids of all descendants of a process. */
export function descendantsOf(root: number): readonly number[] {
  const byParent = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const below = (parent: number): readonly number[] =>
    (byParent.get(parent) ?? []).flatMap(({ pid }) => [pid, ...below(pid)]);
  return below(root);
}

/** Ends processes with SIGKILL. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}

interface GroupOptions extends Pick<SpawnOptions, 'cwd' | 'env'> {
  readonly signal?: AbortSignal;
  /** Whether its output goes to the terminal instead of being returned. */
  readonly isShown?: boolean;
}

/**
 * Runs a program to its end in its own process group, which the signal ends as a whole. Returns its exit code and output; rejects
 * with ENOENT if there is no such program.
 */
export async function runGroup(file: string, args: readonly string[], options: GroupOptions = {}) {
  const { signal, isShown = false, cwd = ROOT, env = process.env } = options;
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', output, output], detached: true });
  const endGroup = () => signalGroup(child, 'SIGTERM');
  signal?.addEventListener('abort', endGroup);
  const printed = collectOutput(child);
  try {
    const [code] = await once(child, 'close');
    return { code: typeof code === 'number' ? code : 1, printed: printed() };
  } finally {
    signal?.removeEventListener('abort', endGroup);
  }
}

export interface ProgramOptions {
  /** A file for its output; without one, only its errors are shown. */
  readonly log?: string | undefined;
  /** The folder of another version of the product. */
  readonly root?: string;
}

/** Starts one of the server's programs, such as worker.ts, with these variables only. */
export function startProgram(script: string, env: NodeJS.ProcessEnv, options: ProgramOptions = {}): ChildProcess {
  const { log, root = ROOT } = options;
  const output = log === undefined ? undefined : fs.openSync(log, 'a');
  const child = spawn(process.execPath, [path.join(root, 'apps/server/src/programs', script)], {
    cwd: root,
    env,
    stdio: output === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', output, output],
  });
  if (output !== undefined) fs.closeSync(output);
  return child;
}

/** Runs one of the server's programs to its end; throws with its log when it fails. */
export async function runServerProgram(script: string, env: NodeJS.ProcessEnv, options: ProgramOptions = {}) {
  const child = startProgram(script, env, options);
  await waitForExit(child);
  const output = options.log === undefined ? '' : `: ${fs.readFileSync(options.log, 'utf8')}`;
  if (child.exitCode !== 0) throw new Error(`${script} failed${output}`);
}

/** Runs a program to its end and returns its output; throws with its errors when it fails. */
export function run(file: string, args: readonly string[], options: SpawnOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { ...options, stdio: 'pipe', encoding: 'utf8' });
  if (errorCode(error) === 'ENOENT') throw new CannotRun(`${file} is not installed.`);
  if (status !== 0) throw new Error(`${path.basename(file)} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** Makes a self-signed certificate for localhost in a folder; returns the paths of its files. */
export function makeCertificate(folder: string): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  run('openssl', [...kind, ...names, '-keyout', key, '-out', certificate]);
  return { key, certificate };
}
