import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailures, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';
import { receiptProblems } from './receipts.ts';

const AWAY_MS = 30_000;

export const mailAway: Scenario = {
  number: 17,
  title: 'The mail server is away while applicants submit',
  how: `Nobody listens at its port for ${AWAY_MS / 1000} s, in which ten people submit; then it is back. Each receipt comes by itself, once. An hour and a day go by in the unit tests of \`apps/server/src/modules/reference/mail/send-mail.test.ts\`, with a clock that is moved.`,
  run: () =>
    underLoad(async ({ shape, load }) => {
      await shape.mail.close();
      load.mark();
      const worst = await load.recover();
      await sleep(AWAY_MS);
      const submitted = load.submitted.length;
      await shape.mail.open();
      const late = await receiptProblems(shape, load);
      await load.stop();
      const lost = await load.countLost();
      return {
        runs: 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: `${submitted} receipts waited; all came, each once. ${describeFailures(load.counts)}`,
        problems: [...problemsOf([submitted === 0, 'Nobody had submitted.']), ...late],
      };
    }),
};
