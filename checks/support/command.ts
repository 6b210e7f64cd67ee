import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { Interruption, signalOfInterruption } from '../../apps/server/src/process/interruption.ts';

/** Wrong options of a command; the message is a sentence that names the option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The machine lacks something that a check needs; the message names it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Reads `--name value` options by a schema of strings, numbers and flags. Throws UsageError. */
export function readOptions<S extends z.ZodObject>(schema: S, args: readonly string[] = process.argv.slice(2)) {
  const typeOf = (option: z.core.$ZodType) =>
    z.safeParse(option, true).success && !z.safeParse(option, '1').success ? 'boolean' : 'string';
  const entries = Object.entries(schema.shape).map(([name, option]) => [name, { type: typeOf(option) }] as const);
  try {
    return schema.parse(parseArgs({ args: [...args], options: Object.fromEntries(entries) }).values);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw new UsageError(error instanceof Error ? error.message : String(error));
    throw new UsageError(error.issues.map((issue) => `--${issue.path.join()}: ${issue.message}`).join('. '));
  }
}

/** One run of a command or of a part of it. */
export interface Run {
  /** Its own folder, which is removed at the end. */
  readonly folder: string;
  /** Registers a function that is called at the end, the newest first. */
  onEnd(stop: () => unknown): void;
}

/** The functions that end the open runs, the outermost first. */
const openRuns: (() => Promise<void>)[] = [];

/** Works in a run, which ends with the work, or when a signal ends the command. */
export async function withRun<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'firstyear-check-'));
  const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })];
  let ending: Promise<void> | undefined;
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
    }
  };
  const end = () => {
    ending ??= stopAll();
    return ending;
  };
  openRuns.push(end);
  try {
    return await work({ folder, onEnd: (stop) => void stops.push(stop) });
  } finally {
    await end();
    openRuns.splice(openRuns.indexOf(end), 1);
  }
}

/**
 * Runs a command, whose exit code is 1 when it returns false. A UsageError is printed as its sentence, with exit code 2.
 * A signal ends the run, aborts its signal, and then ends the process.
 */
export async function runCommand(main: (run: Run, interruption: AbortSignal) => Promise<unknown>): Promise<void> {
  const interruption = signalOfInterruption();
  interruption.addEventListener('abort', async () => {
    const { reason } = interruption;
    if (!(reason instanceof Interruption)) return;
    console.error('Interrupted.');
    for (const end of openRuns.toReversed()) await end();
    process.exit(reason.exitCode);
  });
  try {
    if ((await withRun((run) => main(run, interruption))) === false) process.exitCode = 1;
  } catch (error) {
    if (interruption.aborted) return;
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
