import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/server/src/adapters/object-store/s3-object-store.contract.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    retry: 0,
    passWithNoTests: false,
  },
});
