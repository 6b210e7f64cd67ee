import { expect, onTestFinished, test, vi } from 'vitest';
import { ConversionError } from './converter.ts';
import { converterPool } from './converter-pool.ts';
import { phonePhoto } from './corpus.testing.ts';
import { findIsolation } from './isolation.ts';

const real = findIsolation(process.env.PATH ?? '');
const never = new AbortController().signal;
const eventually = (callback: () => void) => vi.waitFor(callback, { timeout: 60_000 });

/** A pool in which some processes, numbered from 0 as they start, are replaced by another program. */
function poolWith(size: number, isOther: (number: number) => boolean, other: readonly [string, ...string[]]) {
  let started = 0;
  const [file, ...args] = other;
  const pool = converterPool(
    {
      ...real,
      command: (program) => {
        const command = real.command(program);
        started += 1;
        return isOther(started - 1) ? { ...command, file, args } : command;
      },
    },
    size,
  );
  onTestFinished(() => pool.close());
  const photo = phonePhoto(1);
  const run = async (signal = never) => {
    const content = await photo;
    return pool.run({ operation: 'pictures-to-pdf', sizes: [content.length] }, content, signal);
  };
  return { run, started: () => started };
}
const HANGS = ['/bin/sleep', '600'] as const;
const FAILS = ['/bin/false'] as const;

test('all processes start before the first file, and a process whose file was canceled is replaced before the next', async () => {
  const { run, started } = poolWith(2, () => false, HANGS);
  await eventually(() => expect(started()).toBe(2));
  await run();
  const stop = new AbortController();
  const canceled = run(stop.signal);
  // By then the file is being converted.
  setImmediate(() => stop.abort(new Error('canceled')));
  await expect(canceled).rejects.toThrow('canceled');
  await eventually(() => expect(started()).toBe(3));
});

test('only a ready process gets a file, and files wait for one', async () => {
  const { run, started } = poolWith(2, (number) => number > 0, HANGS);
  const [first, second] = await Promise.all([run(), run()]);
  expect([first.pages, second.pages]).toEqual([1, 1]);
  expect(started()).toBe(2);
});

test('a file that waits for a process can be canceled', async () => {
  const { run } = poolWith(1, () => true, HANGS);
  const stop = new AbortController();
  const waiting = run(stop.signal);
  stop.abort(new Error('canceled'));
  await expect(waiting).rejects.toThrow('canceled');
});

test('when no process can be started, the error does not blame the file, and the next file tries again', async () => {
  let isBroken = true;
  const { run } = poolWith(1, () => isBroken, FAILS);
  const failed = await run().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(ConversionError);
  isBroken = false;
  expect((await run()).pages).toBe(1);
});
