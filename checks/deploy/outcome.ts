import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { findOnPath } from '@firstyear/processes/find-on-path';
import { signalGroup } from '../support/processes.ts';
import { deployFolder } from './deploy-files.ts';

/** What became of a check: fine, not fine (with what the tool said), or nothing (with what is missing for it). */
export type Outcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed'; readonly said: string }
  | { readonly kind: 'cannot run'; readonly reason: string };

export interface CheckOptions {
  /** Whether the image is built and started, which takes a quarter of an hour and some gigabytes. */
  readonly withImage: boolean;
  /** What the image is built from; undefined: what the Containerfile names, or else what mmdebstrap makes. */
  readonly buildImage: string | undefined;
  readonly runImage: string | undefined;
}

/** What every check is given. */
export interface CheckContext {
  /** A folder of this run's own. */
  readonly scratch: string;
  readonly options: CheckOptions;
  /** Aborted when the run is interrupted. */
  readonly interruption: AbortSignal;
}

export const root = path.resolve(deployFolder, '..');
export const OK: Outcome = { kind: 'ok' };

interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly refusal?: RegExp;
}

/** Runs a program that may not be there. Interrupted, it ends the program and throws the reason. */
export async function runTool(
  interruption: AbortSignal,
  name: string,
  debianPackage: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<Outcome> {
  interruption.throwIfAborted();
  const program = findOnPath([name], process.env.PATH ?? '');
  if (program === undefined) {
    return { kind: 'cannot run', reason: `${name} is not installed (apt-get install ${debianPackage})` };
  }
  const { env, cwd = root, refusal } = options;
  // With what it starts it is a group, which is ended as one.
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => signalGroup(child, 'SIGTERM');
  interruption.addEventListener('abort', end);
  const [[code], ...printed] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]).finally(() => interruption.removeEventListener('abort', end));
  interruption.throwIfAborted();
  const said = printed.join('').trim();
  return code === 0 && !refusal?.test(said) ? OK : { kind: 'failed', said: said.split('\n').slice(-20).join('\n') };
}
