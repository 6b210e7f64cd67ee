import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_PATHS } from '@firstyear/api-contract';
import pg from 'pg';
import { describeFailures, inSeconds, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';

const LOCKED_MS = 25_000;
/** What a call may wait: 3 s for a connection, 10 s for a statement, and time on a busy machine. */
const MAX_WAIT_MS = 16_000;

export const slowDatabase: Scenario = {
  number: 7,
  title: 'The database does not come to an end with anything',
  how: `Somebody locks the table of answers for ${LOCKED_MS / 1000} s, until all connections are used up. Every call ends within ${MAX_WAIT_MS / 1000} s, with 503; the probes answer; afterwards everybody can save.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      const client = new pg.Client({ connectionString: shape.databases.primary.url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin; lock table application in access exclusive mode');
      const [probes, waits]: [Set<string>, number[]] = [new Set(), []];
      // More callers than a web server has connections.
      const callers = load.tabs.map(({ applicant }) => applicant);
      let isOver = false;
      const calling = callers.map(async (applicant) => {
        while (!isOver) {
          const begunAt = performance.now();
          await applicant.profile().catch(() => undefined);
          waits.push(performance.now() - begunAt);
          await sleep(50);
        }
      });
      for (const until = performance.now() + LOCKED_MS; performance.now() < until; await sleep(1_000)) {
        for (const { url } of shape.webs) {
          for (const path of [PROBE_PATHS.live, PROBE_PATHS.ready])
            probes.add(`${path} ${(await fetch(url + path)).status}`);
        }
      }
      await client.query('rollback');
      await client.end();
      isOver = true;
      load.mark();
      const worst = await load.recover();
      await Promise.all(calling);
      await load.stop();
      const lost = await load.countLost();
      const longest = Math.max(...waits);
      const statuses = [...load.counts.failedSaves.keys()].filter((status) => status !== 503);
      return {
        runs: 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: `The longest call took ${inSeconds(longest / 1000)}. Probes: ${[...probes].join(', ')}. ${describeFailures(load.counts)}`,
        problems: problemsOf(
          [longest > MAX_WAIT_MS, `A call took ${inSeconds(longest / 1000)}.`],
          [[...probes].some((probe) => !probe.endsWith(' 200')), 'A probe failed.'],
          [statuses.length > 0, `Saves got ${statuses.join(', ')}.`],
        ),
      };
    }),
};
