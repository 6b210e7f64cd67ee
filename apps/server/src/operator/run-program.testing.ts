import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

interface RunOptions {
  readonly program?: 'operator.ts' | 'migrate.ts';
  /** A command that runs the program, such as a shell with limits. */
  readonly through?: readonly string[];
}

/** Runs the operator's program in a folder, with arguments in which @NAME is a path in it. Errors are without the folder. */
export async function runProgram(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { program = 'operator.ts', through = [] }: RunOptions = {},
) {
  const places = args.map((argument) => argument.replace(/^@/, `${folder}/`));
  const node = [process.execPath, path.resolve(import.meta.dirname, '../programs', program), ...places];
  const [command = '', ...rest] = [...through, ...node];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err: err.replaceAll(folder, '') };
}
