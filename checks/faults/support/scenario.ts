import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../support/command.ts';
import { inSeconds } from '../../support/numbers.ts';
import { ROOT } from '../../support/processes.ts';
import { connect } from '../../support/product.ts';
import { Load, type LoadOptions } from './load.ts';
import { startTwoOfEverything, type TwoOfEverything } from './two-of-everything.ts';

export interface Outcome {
  /** How often the fault was made. */
  readonly runs: number;
  /** Acknowledged saves, logins and submissions; undefined where none are counted. */
  readonly acknowledged?: number;
  /** Acknowledged answers and submissions that were missing afterward. */
  readonly lost?: number;
  /** Seconds from the fault until everybody could save again: the longest of all runs. */
  readonly worstRecovery?: number;
  /** Other observations, in sentences. */
  readonly seen?: string;
  /** Reasons why the scenario failed, in sentences; `false` is none. */
  readonly problems?: readonly (string | false)[];
}

export interface Scenario {
  /** Its row in docs/reliability.md, which says how the fault is made, and what is expected. */
  readonly number: number;
  /** Its name on the command line, if it has one. */
  readonly name?: string;
  readonly title: string;
  /** Throws CannotRun where the machine lacks something. */
  run(run: Run): Promise<Outcome>;
}

export interface UnderLoad {
  readonly run: Run;
  readonly cluster: TwoOfEverything;
  readonly load: Load;
}

/** Makes a fault while applicants work on two of everything, and counts their lost answers at the end. */
export const underLoad =
  (work: (running: UnderLoad) => Promise<Outcome>, root = ROOT, loadOptions?: LoadOptions): Scenario['run'] =>
  async (run) => {
    const cluster = await startTwoOfEverything(run, root);
    const load = await Load.start(run, { url: cluster.url, mailbox: cluster.mail }, loadOptions);
    const outcome = await work({ run, cluster, load });
    await load.stop();
    const lost = (outcome.lost ?? 0) + (await load.countLost());
    const seen = [outcome.seen ?? [], describeFailures(load)].flat().join(' ');
    return { worstRecovery: load.worstRecovery, ...outcome, acknowledged: load.acknowledged, lost, seen };
  };

export function describeFailures({ failures }: Load): string {
  if (failures.size === 0) return 'No save was sent again.';
  const kinds = [...failures].map(([status, count]) => `${count} got ${status === 0 ? 'no response' : status}`);
  return `Saves sent again: ${kinds.join(', ')}.`;
}

/** The problem, if the worst recovery took longer than this. */
export const lateRecovery = ({ worstRecovery }: Load, seconds: number): string | false =>
  worstRecovery > seconds && `It took ${inSeconds(worstRecovery)}.`;

/** Finds workers that have begun a task, by the claim that each writes into the task's row. */
export async function watchClaims(run: Run, databaseUrl: string, table: 'document' | 'pdf_copy') {
  const client = await connect(run, databaseUrl);
  const known = new Set<string>();
  const readClaims = async () => {
    const query = `select distinct claimed_by::text as claim from ${table} where status = 'IN_PROGRESS'`;
    return (await client.query<{ claim: string }>(query)).rows.map(({ claim }) => claim);
  };
  return {
    /** Whether a new worker is busy, still so after a random pause. Claims of killed workers don't count. */
    async isNewWorkerBusy(maxPauseMs: number): Promise<boolean> {
      const claim = (await readClaims()).find((item) => !known.has(item));
      if (claim === undefined) return false;
      await sleep(randomInt(0, maxPauseMs));
      if (!(await readClaims()).includes(claim)) return false;
      known.add(claim);
      return true;
    },
  };
}
