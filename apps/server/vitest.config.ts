import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    // Far from UTC, like the other projects: a server may stand anywhere.
    env: { TZ: 'Pacific/Auckland' },
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Each suite clones a database and starts its own parts; loading the server's modules once a process, not once a
    // file, saves a third of the time.
    isolate: false,
    // As in the project's own configuration: projects that run at the same time have to agree, and this file inherits nothing.
    maxWorkers: '100%',
    hookTimeout: 120_000,
    testTimeout: 90_000,
  },
});
