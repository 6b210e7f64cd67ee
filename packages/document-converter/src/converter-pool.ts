import { type ConverterProcess, startConverterProcess } from './converter-process.ts';
import type { Isolation } from './isolation.ts';

/** Converter processes for so many files at the same time. */
export interface ConverterPool extends Pick<ConverterProcess, 'run'> {
  close(): void;
}

interface Waiting {
  take(process: ConverterProcess): void;
  fail(error: unknown): void;
}

/**
 * Keeps processes warm: all are started at once, one after another, and a process that ends is replaced without waiting
 * for the next file. Only a process that is ready gets a file.
 */
export function converterPool(isolation: Isolation, size: number): ConverterPool {
  const all = new Set<ConverterProcess>();
  const idle: ConverterProcess[] = [];
  const waiting: Waiting[] = [];
  let queuedStarts = 0;
  let starting: Promise<void> = Promise.resolve();
  let isClosed = false;

  const failWaiting = (cause: unknown) => {
    for (const { fail } of waiting.splice(0)) fail(new Error('No converter process could be started.', { cause }));
  };

  const give = (process: ConverterProcess) => {
    const next = waiting.shift();
    if (next) next.take(process);
    else idle.push(process);
  };

  const startNow = async (): Promise<void> => {
    queuedStarts -= 1;
    if (isClosed) return;
    const process = startConverterProcess(isolation);
    let wasReady = false;
    all.add(process);
    void process.ended.then(() => {
      all.delete(process);
      const place = idle.indexOf(process);
      if (place !== -1) idle.splice(place, 1);
      // If not even a start succeeds, the next file tries again.
      if (wasReady) start();
    });
    await process.ready;
    wasReady = true;
    give(process);
  };

  const start = (): void => {
    queuedStarts += 1;
    starting = starting.then(startNow).catch(failWaiting);
  };

  const next = (signal: AbortSignal): Promise<ConverterProcess> => {
    const process = idle.pop();
    if (process) return Promise.resolve(process);
    if (all.size + queuedStarts < size) start();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(signal.reason);
      };
      const mine: Waiting = {
        take: (free) => {
          signal.removeEventListener('abort', onAbort);
          resolve(free);
        },
        fail: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort);
      waiting.push(mine);
    });
  };

  for (let count = 0; count < size; count += 1) start();

  return {
    async run(operation, content, signal) {
      if (isClosed) throw new Error('The converter is closed.');
      signal.throwIfAborted();
      const process = await next(signal);
      try {
        return await process.run(operation, content, signal);
      } finally {
        if (!process.isEnding()) give(process);
      }
    },
    close() {
      isClosed = true;
      failWaiting(undefined);
      for (const process of all) process.kill();
    },
  };
}
