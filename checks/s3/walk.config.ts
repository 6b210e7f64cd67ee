import path from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** The whole product as the walks start it, with the S3 server of checks/s3/main.ts as its store. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: '*.walk.ts',
  outputDir: path.resolve(import.meta.dirname, '../../test-results/s3'),
  timeout: 240_000,
  reporter: [['list']],
});
