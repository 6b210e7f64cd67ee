import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunch } from './tools/test/browser-launch.ts';
import { limits, testFiles } from './tools/test/day-and-night.ts';

const partner = fileURLToPath(new URL('partners/larkmoor', import.meta.url));
const browserTests = testFiles('{apps,packages}/*/src/**/*.browser', 'tsx');
const prerenderTests = testFiles('apps/web/src/prerender', 'tsx');
const web = {
  resolve: { alias: { '@partner': partner } },
  // The build inserts the print styles here.
  define: { PRINT_STYLES: '""' },
};

export default defineConfig({
  test: {
    // A test that passes only now and then is a failing test.
    retry: 0,
    allowOnly: false,
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'packages',
          environment: 'node',
          // Each project runs in another time zone, and none in UTC, so that code which depends on the machine's zone fails.
          env: { TZ: 'Asia/Kathmandu' },
          include: testFiles('{packages,forms,partners,apps/{helper,office},checks/load}/**/*'),
          exclude: ['packages/document-converter/**'],
          // Files of pure functions share one process: most of the time went into loading the form again for each.
          isolate: false,
          ...limits,
        },
      },
      'apps/server',
      {
        test: {
          name: 'converter',
          environment: 'node',
          env: { TZ: 'Pacific/Auckland' },
          include: testFiles('packages/document-converter/**/*'),
          isolate: false,
          ...limits,
        },
      },
      {
        ...web,
        test: {
          name: 'web',
          environment: 'node',
          env: { TZ: 'America/Los_Angeles' },
          include: testFiles('apps/web/**/*', '{ts,tsx}'),
          exclude: ['**/*.browser.*', ...prerenderTests],
          isolate: false,
          ...limits,
        },
      },
      {
        ...web,
        test: {
          // In a process of its own: what another file left in a store, or is still loading, would be drawn.
          name: 'prerendered pages',
          environment: 'node',
          env: { TZ: 'America/Los_Angeles' },
          include: prerenderTests,
          ...limits,
        },
      },
      {
        plugins: [react()],
        resolve: { alias: { '@partner': partner } },
        // A package that Vite finds only while tests run reloads the page under them.
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            '@tanstack/react-router',
            'downshift',
            'radix-ui',
            'react-dom/client',
            'uqr',
          ],
        },
        test: {
          name: 'web in the browser',
          include: browserTests,
          setupFiles: ['packages/ui/src/component-test.testing.ts'],
          ...limits,
          // Waits for elements may take as long as other waits.
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...browserLaunch(), env: { ...process.env, TZ: 'America/Los_Angeles' } },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          // Projects run in the order of their names. This one starts whole products and mostly waits, so it runs first, beside others.
          name: 'build tools',
          environment: 'node',
          isolate: false,
          include: testFiles('{tools,checks/{deploy,security}}/**/*'),
          ...limits,
        },
      },
    ],
  },
});
