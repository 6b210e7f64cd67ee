import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailures, inSeconds, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';

const ROUNDS = 3;
const BACK_WITHIN_SECONDS = 10;

export const restarts: Scenario = {
  number: 21,
  title: 'A web server, a worker and each proxy are killed and started again',
  how: `One after the other (SIGKILL), ${ROUNDS} times each, on two of everything. Everybody can save within ${BACK_WITHIN_SECONDS} s.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      let [lost, worst, runs] = [0, 0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        const place = round % 2 === 0 ? 0 : 1;
        const faults = [
          async () => {
            await Promise.all([shape.webs[place].kill(), shape.workers[place].kill()]);
            await Promise.all([shape.webs[place].start(), shape.workers[place].start()]);
          },
          () => shape.front.restart(),
          () => shape.databaseProxy.restart(),
        ];
        for (const fault of faults) {
          await sleep(1_000);
          load.mark();
          const [seconds] = await Promise.all([load.recover(), fault()]);
          worst = Math.max(worst, seconds);
          lost += await load.countLost();
          runs += 1;
        }
      }
      await load.stop();
      lost += await load.countLost();
      const odd = [...load.counts.failedSaves.keys()].filter((status) => ![0, 502, 503].includes(status));
      return {
        runs,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: describeFailures(load.counts),
        problems: problemsOf(
          [worst > BACK_WITHIN_SECONDS, `It took ${inSeconds(worst)}.`],
          [odd.length > 0, `Saves got ${odd.join(', ')}.`],
        ),
      };
    }),
};
