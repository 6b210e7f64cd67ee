import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findOnPath } from '../../apps/server/src/process/find-on-path.ts';
import { deployFolder } from './deploy-files.ts';

/** What became of a check: fine, not fine (with what the tool said), or nothing (with what is missing for it). */
export type Outcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed'; readonly said: string }
  | { readonly kind: 'cannot run'; readonly reason: string };

export const root = path.resolve(deployFolder, '..');
export const OK: Outcome = { kind: 'ok' };

/** Runs a program that may not be there. */
export function runTool(
  names: readonly string[],
  debianPackage: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly refusal?: RegExp } = {},
): Outcome {
  const program = findOnPath(names, process.env.PATH ?? '');
  if (program === undefined) {
    return { kind: 'cannot run', reason: `${names.join(' or ')} is not installed (apt-get install ${debianPackage})` };
  }
  const { env, cwd = root, refusal } = options;
  const run = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  const said = `${run.stdout}${run.stderr}`.trim();
  return run.status === 0 && !refusal?.test(said)
    ? OK
    : { kind: 'failed', said: said.split('\n').slice(-20).join('\n') };
}
