import * as alone from '../scenarios/alone.ts';
import { byTests } from '../scenarios/by-tests.ts';
import { clocksApart, slowClients, slowDatabase } from '../scenarios/conditions.ts';
import { databaseKilled, restore, standbyPromoted } from '../scenarios/databases.ts';
import { convert, documents, lanes, storage } from '../scenarios/documents.ts';
import { drain, formRelease, mailAway, restarts, rollOut } from '../scenarios/processes.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario; those of docs/reliability.md by their numbers, then the others. */
export const SCENARIOS: readonly Scenario[] = [
  ...[...byTests, ...Object.values(alone), clocksApart, slowClients, slowDatabase],
  ...[convert, documents, lanes, storage, drain, mailAway, restarts, rollOut, formRelease],
  ...[databaseKilled, restore, standbyPromoted],
].toSorted((a, b) => (a.number ?? 100) - (b.number ?? 100));
