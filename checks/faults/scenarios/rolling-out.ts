import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPreviousVersion } from '../support/previous-version.ts';
import { describeFailures, problemsOf, type Scenario, underLoad, withFolder } from '../support/scenario.ts';

export const rollOut: Scenario = {
  number: 19,
  title: 'A new version is rolled out while applicants work, and rolled back',
  how: 'Everything runs the version before the newest migration. This version migrates the database and takes over, one web server and one worker after the other; then the version before comes back in the same way, on the newer database. No save may fail while processes of this version end; those of the version before end as they did then.',
  run: () =>
    withFolder(async (previous) => {
      fs.chmodSync(previous, 0o755);
      const commit = unpackPreviousVersion(previous);
      return underLoad(
        async ({ shape, load }) => {
          let [lost, worst] = [0, 0];
          const roll = async (root: string) => {
            for (const place of [0, 1] as const) {
              load.mark();
              await Promise.all([shape.webs[place].stop(), shape.workers[place].stop()]);
              worst = Math.max(worst, await load.recover());
              await Promise.all([shape.webs[place].start({ root }), shape.workers[place].start({ root })]);
              await sleep(2_000);
            }
            lost += await load.countLost();
          };
          await shape.migrate();
          const countFailed = () => [...load.counts.failedSaves.values()].reduce((sum, count) => sum + count, 0);
          await roll(path.resolve(import.meta.dirname, '../../..'));
          const before = countFailed();
          await roll(previous);
          const failed = countFailed() - before;
          await load.stop();
          lost += await load.countLost();
          return {
            runs: 2,
            acknowledged: load.counts.acknowledged,
            lost,
            worstRecovery: worst,
            seen: `The version before was ${commit}. ${describeFailures(load.counts)} Of these, ${before} while the version before ended, ${failed} while this one did.`,
            problems: problemsOf([failed > 0, `${failed} saves failed.`]),
          };
        },
        { root: previous },
      );
    }),
};
