import os from 'node:os';

/** What a run has started, and how it is ended again. */
export interface Cleanup {
  /** Remembers how something is ended that was started, or is being started. */
  add(stop: () => Promise<unknown>): void;
  /** Ends everything, the newest first; whoever asks again waits for the same end. */
  stopAll(): Promise<void>;
  /** Says why the run ends early, ends everything and then the process. */
  giveUp(reason: string, exitCode?: number): void;
}

/** For a run that leaves nothing behind, also when a signal ends it. */
export function cleanUpOnSignals(): Cleanup {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stopEach = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch((error: unknown) => console.error(error));
  };
  const stopAll = () => {
    stopping ??= stopEach();
    return stopping;
  };
  const giveUp = (reason: string, exitCode = 1) => {
    console.error(reason);
    void stopAll().finally(() => process.exit(exitCode));
  };
  // Asked again, as npm and the terminal do for a single Ctrl-C, it goes on ending what it has begun to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping === undefined) giveUp(`Ended by ${signal}.`, 128 + os.constants.signals[signal]);
    });
  return { add: (stop) => void stops.push(stop), stopAll, giveUp };
}
