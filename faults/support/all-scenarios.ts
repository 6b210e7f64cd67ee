import { clocksApart } from '../scenarios/clocks.ts';
import { databaseKilled, standbyPromoted } from '../scenarios/databases.ts';
import { drain } from '../scenarios/ending-web-servers.ts';
import { mailAway } from '../scenarios/mail-away.ts';
import { rollOut } from '../scenarios/rolling-out.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, in the order of their numbers. */
export const SCENARIOS: readonly Scenario[] = [databaseKilled, clocksApart, drain, mailAway, standbyPromoted, rollOut];
