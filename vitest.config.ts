import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunch } from './tools/test/browser-launch.ts';

const partner = fileURLToPath(new URL('partners/larkmoor.ts', import.meta.url));
const browserTests = 'apps/web/src/**/*.browser.test.tsx';

export default defineConfig({
  test: {
    // A test that passes only now and then is a failing test.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      { test: { name: 'packages', environment: 'node', include: ['{packages,partners}/**/*.test.ts'] } },
      'apps/server',
      {
        resolve: { alias: { '@partner': partner } },
        test: {
          name: 'web',
          environment: 'node',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: [browserTests],
        },
      },
      {
        plugins: [react()],
        resolve: { alias: { '@partner': partner } },
        test: {
          name: 'web in the browser',
          include: [browserTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'tools', environment: 'node', include: ['tools/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
