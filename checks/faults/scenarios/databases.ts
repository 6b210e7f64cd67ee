import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '@firstyear/api-contract';
import { describeFailures, inSeconds, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';

const KILLS = 3;
const AWAY_MS = 3_000;
const BACK_WITHIN_SECONDS = 10;
/** As a program that watches the primary does: three looks in vain, a second apart. */
const NOTICED_AFTER_MS = 3_000;
const PROMOTED_WITHIN_SECONDS = 30;

export const databaseKilled: Scenario = {
  number: 6,
  title: 'The primary database is killed and comes back',
  how: `Every process of it (SIGKILL), ${KILLS} times, for ${AWAY_MS / 1000} s; once more it is stopped in order. Meanwhile web servers say 503 in JSON. Everybody can save within ${BACK_WITHIN_SECONDS} s of its return.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      const { primary } = shape.databases;
      let [lost, worst] = [0, 0];
      const replies = new Set<string>();
      for (let run = 0; run <= KILLS; run += 1) {
        await sleep(1_000);
        await (run < KILLS ? primary.kill() : primary.stop());
        await sleep(AWAY_MS);
        const reply = await fetch(`${shape.webs[0].url}${HEALTH_PATH}`);
        replies.add(`${reply.status} ${reply.headers.get('content-type')}`);
        await primary.start();
        load.mark();
        worst = Math.max(worst, await load.recover());
        lost += await load.countLost();
      }
      await load.stop();
      lost += await load.countLost();
      const away = [...replies].join(', ');
      return {
        runs: KILLS + 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: `Without a database the web server says ${away}. ${describeFailures(load.counts)}`,
        problems: problemsOf(
          [worst > BACK_WITHIN_SECONDS, `It took ${inSeconds(worst)}.`],
          [away !== '503 application/json; charset=utf-8', `It said ${away}.`],
        ),
      };
    }),
};

export const standbyPromoted: Scenario = {
  number: 18,
  title: 'The primary database is lost for good, and its synchronous standby promoted',
  how: `Every process of the primary is killed; ${NOTICED_AFTER_MS / 1000} s later, as a program that watches it would, the standby is promoted. The proxy before the databases leads there. Back within ${PROMOTED_WITHIN_SECONDS} s of the kill.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      await sleep(3_000);
      load.mark();
      await shape.databases.primary.kill();
      await sleep(NOTICED_AFTER_MS);
      await shape.databases.promote();
      const worst = await load.recover();
      let lost = await load.countLost();
      await sleep(2_000);
      await load.stop();
      lost += await load.countLost();
      return {
        runs: 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: describeFailures(load.counts),
        problems: problemsOf([worst > PROMOTED_WITHIN_SECONDS, `It took ${inSeconds(worst)}.`]),
      };
    }),
};
