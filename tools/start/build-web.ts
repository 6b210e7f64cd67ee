import path from 'node:path';
import { readSettings } from '../../apps/server/src/config/config.ts';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { printError } from '../../apps/server/src/process/error-for-people.ts';
import { exitCodeOf } from '../../apps/server/src/process/start-refusal.ts';
import { buildWebApp } from './web-build.ts';

/** Builds the web app for the university that PARTNER or PARTNER_DIR names, as npm start does; with --quick, as for a saved change. */
const root = path.resolve(import.meta.dirname, '../..');
try {
  const { partner, environment } = readSettings({ PARTNER: process.env.PARTNER, PARTNER_DIR: process.env.PARTNER_DIR });
  await loadPartner({ partner, environment });
  await buildWebApp(root, partner, new AbortController().signal, process.argv.includes('--quick'));
} catch (error) {
  printError(error);
  process.exitCode = exitCodeOf(error);
}
