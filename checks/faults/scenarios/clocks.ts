import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun, describeFailures, problemsOf, type Scenario, underLoad } from '../support/scenario.ts';

const APART = '+1h';
const SECONDS = 20;

export const clocksApart: Scenario = {
  number: 12,
  title: 'The clock of one web server and one worker is an hour ahead',
  how: `libfaketime sets the second web server and the second worker an hour ahead. Applicants save through both in turn for ${SECONDS} s, log in and submit; nobody is logged out, and no older value takes the place of a newer one.`,
  run: () => {
    const library = fs.globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
    if (library === undefined)
      throw new CannotRun('libfaketime is not installed. On Debian: apt-get install libfaketime');
    return underLoad(async ({ shape, load }) => {
      // Timers go by the other clock, which stays as it is.
      const env = { LD_PRELOAD: library, FAKETIME: APART, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
      await Promise.all([shape.webs[1].stop(), shape.workers[1].stop()]);
      await Promise.all([shape.webs[1].start({ env }), shape.workers[1].start({ env })]);
      load.mark();
      const worst = await load.recover();
      await sleep(SECONDS * 1_000);
      const loggedOut = load.counts.failedSaves.get(401) ?? 0;
      await load.stop();
      const lost = await load.countLost();
      return {
        runs: 1,
        acknowledged: load.counts.acknowledged,
        lost,
        worstRecovery: worst,
        seen: describeFailures(load.counts),
        problems: problemsOf([loggedOut > 0, `${loggedOut} saves were refused for want of a session.`]),
      };
    });
  },
};
