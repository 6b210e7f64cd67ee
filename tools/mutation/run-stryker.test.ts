import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { runStryker } from './run-stryker.ts';

test('Stryker ends with the run that started it, which leaves no folder behind', async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'firstyear-mutation-test-'));
  const program = path.join(root, 'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
  const started = path.join(root, 'started');
  fs.mkdirSync(path.dirname(program), { recursive: true });
  // The real one is installed by the first run of the command, and takes minutes.
  fs.writeFileSync(
    program,
    `require('node:fs').writeFileSync(${JSON.stringify(started)}, [process.pid, process.argv[3]].join(' ')); setInterval(() => {}, 1000);`,
  );
  const ended = new AbortController();
  const options = { root, part: 'rules', files: [], choice: undefined, concurrency: 1, databaseUrl: undefined };
  try {
    const run = runStryker({ ...options, ended: ended.signal });
    const [pid = '', config = ''] = await eventually(() => {
      const words = fs.readFileSync(started, 'utf8').split(' ');
      expect(words).toHaveLength(2);
      return words;
    });
    expect(fs.existsSync(config)).toBe(true);
    ended.abort();
    await expect(run).rejects.toThrow('wrote no report');
    expect(fs.existsSync(config)).toBe(false);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
});
