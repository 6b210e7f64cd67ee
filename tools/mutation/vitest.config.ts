import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { findPart } from './parts.ts';

const part = findPart(process.env.MUTATION_PART ?? '');
const root = path.resolve(import.meta.dirname, '../..');

/** The tests of one part, for npm run test:mutation. All of them share one process, which is new for each defect. */
export default defineConfig({
  root,
  // The build puts the styles of paper here.
  define: { PRINT_STYLES: '""' },
  resolve: { alias: { '@partner': path.join(root, 'partners/larkmoor') } },
  test: {
    include: [...part.tests],
    globalSetup: part.needsDatabase ? ['apps/server/src/testing/global-setup.ts'] : [],
    isolate: false,
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});
