import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Load, type LoadCounts, type LoadOptions } from './load.ts';
import { type ShapeOptions, startTwoOfEverything, type TwoOfEverything } from './two-of-everything.ts';

/** What a scenario came to. */
export interface Outcome {
  /** How often the fault was made. */
  readonly runs: number;
  /** Saves, logins and submissions that were acknowledged; undefined where none are counted. */
  readonly acknowledged?: number;
  /** Acknowledged answers and submissions that were not there afterwards. */
  readonly lost?: number;
  /** From the fault, in seconds, until everybody could save again: the longest of all runs. */
  readonly worstRecovery?: number;
  /** What was seen besides, in sentences. */
  readonly seen: string;
  /** What should not have been, in sentences; nothing when all is well. */
  readonly problems: readonly string[];
}

/** One row of the table of faults. */
export interface Scenario {
  readonly number: number;
  /** What happens. */
  readonly title: string;
  /** How it is made to happen, and what must come out. */
  readonly how: string;
  /** Throws CannotRun where the machine lacks what it needs. */
  run(): Promise<Outcome>;
}

/** The machine lacks something that a scenario needs; its message says what, and what was tried. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** Gives a folder to something, and removes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-fault-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface UnderLoad {
  readonly shape: TwoOfEverything;
  readonly load: Load;
}

/** Starts two of everything with applicants who work, does something to it, and ends it. */
export function underLoad<T>(
  work: (running: UnderLoad) => Promise<T>,
  shapeOptions: ShapeOptions = {},
  loadOptions: Partial<LoadOptions> = {},
): Promise<T> {
  return withFolder(async (folder) => {
    const shape = await startTwoOfEverything(folder, shapeOptions);
    let load: Load | undefined;
    try {
      load = await Load.start({ url: shape.url, mailbox: shape.mail, ...loadOptions });
      return await work({ shape, load });
    } finally {
      await load?.stop();
      await shape.stop();
    }
  });
}

/** Saves that were not acknowledged, in words. */
export function describeFailures({ failedSaves }: LoadCounts): string {
  if (failedSaves.size === 0) return 'Every save was acknowledged at once.';
  const kinds = [...failedSaves].map(([status, count]) =>
    status === 0 ? `${count} got no response` : `${count} got ${status}`,
  );
  return `Saves that had to be sent again: ${kinds.join(', ')}.`;
}

/** Problems of a list: those whose condition holds. */
export function problemsOf(
  ...conditions: readonly (readonly [isProblem: boolean, words: string])[]
): readonly string[] {
  return conditions.flatMap(([isProblem, words]) => (isProblem ? [words] : []));
}

/** Seconds with one decimal. */
export const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;
