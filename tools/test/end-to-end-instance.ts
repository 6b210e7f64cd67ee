import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { productEnvironment } from '@firstyear/processes/child-environment';
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
  const url = `http://localhost:${port}`;
  const own = productEnvironment({ PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url });
  // Playwright adds all of its own variables; an empty one counts as unset.
  const others = Object.fromEntries(Object.keys(process.env).map((name) => [name, '']));
  return { url, reportFile, env: { ...others, ...own } };
}
