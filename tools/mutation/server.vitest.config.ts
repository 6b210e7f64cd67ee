import { defineConfig } from 'vitest/config';

/** Tests of the server with a PostgreSQL of their own, for npm run test:mutation. */
export default defineConfig({
  test: {
    include: ['apps/server/src/modules/**/*.test.ts', 'apps/server/src/plugins/**/*.test.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});
