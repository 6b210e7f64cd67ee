import { clocksApart } from '../scenarios/clocks.ts';
import {
  converterKilled,
  diskFull,
  idleLogout,
  printerKilled,
  storeAway,
  webServerKilled,
} from '../scenarios/commands.ts';
import { databaseKilled, standbyPromoted } from '../scenarios/databases.ts';
import { drain } from '../scenarios/ending-web-servers.ts';
import { mailAway } from '../scenarios/mail-away.ts';
import { responseLost, savesOutOfOrder, submittedTwentyTimes, twoTabs } from '../scenarios/proven-by-tests.ts';
import { restarts } from '../scenarios/restarts.ts';
import { restore } from '../scenarios/restoring.ts';
import { rollOut } from '../scenarios/rolling-out.ts';
import { slowClients } from '../scenarios/slow-clients.ts';
import { slowDatabase } from '../scenarios/slow-database.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, in the order of their numbers. */
export const SCENARIOS: readonly Scenario[] = [
  webServerKilled,
  twoTabs,
  submittedTwentyTimes,
  responseLost,
  savesOutOfOrder,
  databaseKilled,
  slowDatabase,
  diskFull,
  storeAway,
  converterKilled,
  printerKilled,
  clocksApart,
  idleLogout,
  slowClients,
  drain,
  mailAway,
  standbyPromoted,
  rollOut,
  restore,
  restarts,
];
