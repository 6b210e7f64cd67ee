import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from './command-line.ts';
import { runProgram } from './run-program.testing.ts';

test.each(['help', ...COMMANDS.map(({ name }) => name), 'no-such-command'])(
  '%s with wrong options exits with 2 and starts nothing',
  async (command) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-operator-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const run = await runProgram(folder, [...command.split(' '), '--wrong'], { DATA_DIR: path.join(folder, 'data') });
    expect(run).toEqual({ code: 2, out: '', err: expect.stringMatching(/^[^\n]+\n$/) });
    expect(await readdir(folder)).toEqual([]);
  },
);
