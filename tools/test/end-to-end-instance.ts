import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/server/src/process/free-port.ts';

/**
 * One port and one data folder for the whole run. Playwright reads its configuration again in each of its processes;
 * these inherit the environment, and tests find the mail under E2E_DATA_DIR/outbox.
 */
export async function endToEndInstance() {
  process.env.E2E_DATA_DIR ??= fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-e2e-'));
  process.env.E2E_PORT ??= String(await freePort());
  const port = Number(process.env.E2E_PORT);
  const dataDir = process.env.E2E_DATA_DIR;
  const reportFile = process.env.E2E_REPORT_FILE ?? path.join(dataDir, 'playwright-report.xml');
  return { port, url: `http://localhost:${port}`, dataDir, reportFile };
}
