import { defineConfig } from 'vitest/config';
import { limits, testFiles } from '../../tools/test/day-and-night.ts';

export default defineConfig({
  test: {
    name: 'server',
    // Far from UTC, like the other projects, since a server may be anywhere.
    env: { TZ: 'Pacific/Auckland' },
    include: testFiles('src/**/*'),
    globalSetup: ['src/testing/global-setup.ts'],
    // Loading the server's modules once a process, not once a file, saves a third of the time. Each suite clones a database.
    isolate: false,
    // As in the root configuration, which this file doesn't inherit: projects that run at the same time must agree.
    maxWorkers: '100%',
    ...limits,
  },
});
