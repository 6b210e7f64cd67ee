import { type ConverterProcess, startConverterProcess } from './converter-process.ts';
import type { Isolation } from './isolation.ts';

/**
 * Keeps processes warm: all are started at once, one after another, and a process that ends is replaced without waiting
 * for the next file. Only a process that is ready gets a file.
 */
export function converterPool(isolation: Isolation, size: number): Pick<ConverterProcess, 'run'> & { close(): void } {
  const all = new Set<ConverterProcess>();
  const idle: ConverterProcess[] = [];
  /** Callers without a process, oldest first. */
  const waiting = new Set<PromiseWithResolvers<ConverterProcess>>();
  let queuedStarts = 0;
  let starting: Promise<void> = Promise.resolve();
  let isClosed = false;

  const failWaiting = (cause: unknown) => {
    for (const { reject } of waiting) reject(new Error('No converter process could be started.', { cause }));
    waiting.clear();
  };

  const give = (process: ConverterProcess) => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next.resolve(process);
    } else idle.push(process);
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
    const caller = Promise.withResolvers<ConverterProcess>();
    waiting.add(caller);
    const onAbort = () => {
      waiting.delete(caller);
      caller.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    return caller.promise.finally(() => signal.removeEventListener('abort', onAbort));
  };

  for (let count = 0; count < size; count += 1) start();

  return {
    async run(request, content, signal) {
      if (isClosed) throw new Error('The converter is closed.');
      signal.throwIfAborted();
      const process = await next(signal);
      try {
        return await process.run(request, content, signal);
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
