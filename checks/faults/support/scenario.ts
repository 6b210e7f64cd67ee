import { sumOf } from '../../support/numbers.ts';
import { ROOT, withFolder } from '../../support/processes.ts';
import { Load, type LoadOptions } from './load.ts';
import { startTwoOfEverything, type TwoOfEverything } from './two-of-everything.ts';

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
  readonly seen?: string;
  /** What should not have happened, in sentences; `false` where it has not. */
  readonly problems?: readonly (string | false)[];
}

/** A fault, made in a folder of its own. */
export interface Scenario {
  /** Its row in the table of docs/reliability.md; some have none. */
  readonly number?: number;
  /** By which it is started alone. */
  readonly name?: string;
  /** What happens. */
  readonly title: string;
  /** How it is made to happen, and what must come out. */
  readonly how: string;
  /** Small disks of the folder, to be filled; `size` as mount has it. */
  readonly disks?: { readonly names: readonly string[]; readonly size: string };
  /** Throws CannotRun where the machine lacks what it needs. */
  run(folder: string): Promise<Outcome>;
}

/** The machine lacks something that a scenario needs; its message says what, and what was tried. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export interface UnderLoad {
  readonly shape: TwoOfEverything;
  readonly load: Load;
}

/**
 * Starts two of everything with applicants who work, makes a fault, and counts in the end what was acknowledged and what of
 * it is lost.
 *
 * @param root where the version of the product lies that it begins with
 */
export function underLoad(
  work: (running: UnderLoad) => Promise<Outcome>,
  root = ROOT,
  loadOptions: Partial<LoadOptions> = {},
): Promise<Outcome> {
  return withFolder(async (folder) => {
    const shape = await startTwoOfEverything(folder, root);
    let load: Load | undefined;
    try {
      load = await Load.start({ url: shape.url, mailbox: shape.mail, ...loadOptions });
      const outcome = await work({ shape, load });
      await load.stop();
      const lost = (outcome.lost ?? 0) + (await load.countLost());
      const seen = [outcome.seen ?? [], describeFailures(load.failures)].flat().join(' ');
      return { worstRecovery: load.worstRecovery, ...outcome, acknowledged: load.acknowledged, lost, seen };
    } finally {
      await load?.stop();
      await shape.stop();
    }
  });
}

/** Saves that were not acknowledged, in words. */
export function describeFailures(failures: ReadonlyMap<number, number>): string {
  if (failures.size === 0) return 'No save was sent again.';
  const kinds = [...failures].map(([status, count]) => `${count} got ${status === 0 ? 'no response' : status}`);
  return `Saves sent again: ${kinds.join(', ')}.`;
}

export const countFailed = (load: Load): number => sumOf([...load.failures.values()]);
