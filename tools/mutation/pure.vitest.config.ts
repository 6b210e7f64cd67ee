import { defineConfig } from 'vitest/config';

/** Tests that need neither a database nor a browser, for npm run test:mutation. Stryker cannot run tests in a browser. */
export default defineConfig({
  test: {
    include: ['{packages,partners}/**/*.test.ts', 'apps/web/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
    testTimeout: 30_000,
  },
});
