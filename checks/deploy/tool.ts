import { findOnPath } from '@firstyear/processes/find-on-path';
import { CannotRun } from '../support/command.ts';
import { ROOT, runGroup } from '../support/processes.ts';

export interface CheckContext {
  readonly folder: string;
  /** Whether to build and start the image, which takes a quarter of an hour and some gigabytes. */
  readonly withImage: boolean;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
}

interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Output that means failure although the program succeeds. */
  readonly refusal?: RegExp;
}

/** Runs a program from a Debian package. Throws CannotRun if it is missing, and its last lines of output if it fails. */
export async function runTool(
  signal: AbortSignal,
  name: string,
  debianPackage: string,
  args: readonly string[],
  { cwd = ROOT, env, refusal }: ToolOptions = {},
): Promise<void> {
  signal.throwIfAborted();
  const program = findOnPath([name], process.env.PATH ?? '');
  if (program === undefined) throw new CannotRun(`${name} is not installed (apt-get install ${debianPackage})`);
  const { code, printed } = await runGroup(program, args, { cwd, env: { ...process.env, ...env }, signal });
  signal.throwIfAborted();
  const lines = printed.trim().split('\n');
  if (code !== 0 || refusal?.test(printed)) throw new Error(lines.slice(-20).join('\n'));
}
