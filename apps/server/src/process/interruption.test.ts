import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';

/** Stands for a command that hangs: it ignores signals. */
const PROGRAM = `
import { signalOfInterruption } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'interruption.ts')))};
signalOfInterruption().addEventListener('abort', () => console.log('told'));
setInterval(() => {}, 1000);
console.log('ready');`;

test('a command that hangs ends at once when Ctrl-C is pressed again, and says what that may leave', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const exited = once(child, 'exit');
    const words = Promise.all([text(child.stdout), text(child.stderr)]);
    await once(child.stdout, 'readable');
    await eventually(() => {
      child.kill('SIGINT');
      expect(child.exitCode).not.toBeNull();
    });
    expect(await exited).toEqual([130, null]);
    expect(await words).toEqual([
      'ready\ntold\n',
      'Ended at once by another SIGINT. Something half-done may be left: give the same command again, and it clears that away or says what to do.\n',
    ]);
  } finally {
    child.kill('SIGKILL');
  }
});
