import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailures, inSeconds, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';
import { receiptProblems } from './receipts.ts';

const DRAINS = 6;

export const drain: Scenario = {
  number: 16,
  title: 'Web servers and workers are told to end (SIGTERM) while applicants work',
  how: `One web server after the other, with the worker of its number, ${DRAINS} times, through the proxy. No save may fail, and each receipt comes once.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      let [lost, worst, slowestEnd] = [0, 0, 0];
      for (let run = 0; run < DRAINS; run += 1) {
        const [web, worker] = run % 2 === 0 ? [shape.webs[0], shape.workers[0]] : [shape.webs[1], shape.workers[1]];
        await sleep(1_000);
        load.mark();
        const ended = Promise.all([web.stop(), worker.stop()]);
        worst = Math.max(worst, await load.recover());
        slowestEnd = Math.max(slowestEnd, ...(await ended));
        lost += await load.countLost();
        await Promise.all([web.start(), worker.start()]);
      }
      await load.stop();
      lost += await load.countLost();
      const failed = [...load.counts.failedSaves.values()].reduce((sum, count) => sum + count, 0);
      return {
        runs: DRAINS,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: `${describeFailures(load.counts)} The slowest process had ended after ${inSeconds(slowestEnd / 1000)}.`,
        problems: [...problemsOf([failed > 0, `${failed} saves failed.`]), ...(await receiptProblems(shape, load))],
      };
    }),
};
