import { HEALTH_PATH } from '@firstyear/api-contract/addresses';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tools/test/browser-launch.ts';
import { endToEndInstance } from './tools/test/end-to-end-instance.ts';

const instance = await endToEndInstance();
// Imported afterwards: it reads E2E_DATA_DIR.
const { OTHERS_WALKS } = await import('./e2e/support/product.ts');

const NIGHT = '**/night/**';
const ATTACKS = '**/night/security.e2e.ts';
const PDF_VIEWER = '**/office-documents.e2e.ts';
/** Playwright's own Firefox or WebKit, where the machine has them; else the machine's Chromium. */
const otherBrowser = (['firefox', 'webkit'] as const).find((name) => name === process.env.WALK_BROWSER);

/** End-to-end tests against the whole product, started as a person starts it, on a port and a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: ['**/*.e2e.ts', '**/*.spec.ts'],
  outputDir: 'test-results',
  grepInvert: [...OTHERS_WALKS],
  forbidOnly: true,
  retries: 0,
  // Each walk has accounts of its own, so they share the product and run in any order.
  fullyParallel: true,
  workers: 2,
  // Each wait has a limit of its own; a walk's only ends what would never stop, however busy the machine is.
  timeout: 15 * 60_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'walks', testIgnore: [NIGHT, PDF_VIEWER] },
    { name: 'pdf-viewer', testMatch: PDF_VIEWER, use: { launchOptions: browserLaunch({ showsPdf: true }) } },
    { name: 'night', testMatch: `${NIGHT}/*.e2e.ts`, testIgnore: ATTACKS },
    // After the others: one overloads the server, which would then defer the calls of a walk beside it.
    { name: 'attacks', testMatch: ATTACKS, dependencies: ['night'] },
  ],
  reporter: [['list'], ['junit', { outputFile: instance.reportFile }]],
  use: {
    baseURL: instance.url,
    browserName: otherBrowser ?? 'chromium',
    actionTimeout: 60_000,
    headless: true,
    launchOptions: otherBrowser ? {} : browserLaunch(),
    // A trace doubles the work of a walk: --trace=retain-on-failure records one of a walk that fails.
    screenshot: 'only-on-failure',
    // A service worker would fetch files past page.route; only e2e/night/offline.e2e.ts allows it.
    serviceWorkers: 'block',
  },
  webServer: {
    // Configurations in other folders extend this one.
    cwd: import.meta.dirname,
    command: `"${process.execPath}" tools/start.mjs`,
    url: `${instance.url}${HEALTH_PATH}`,
    env: instance.env,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    timeout: 180_000,
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
