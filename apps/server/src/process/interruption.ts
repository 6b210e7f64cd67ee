import os from 'node:os';
import { ErrorForPeople } from '../errors/error-for-people.ts';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Why a command ended before it was done: somebody pressed Ctrl-C, closed the terminal, or ended it from outside. */
export class Interruption extends ErrorForPeople {
  override readonly name = 'Interruption';
  /** What shells give a program that a signal ended: 128 and the number of the signal. */
  readonly exitCode: number;

  constructor(by: (typeof ENDING)[number]) {
    super(
      `Ended by ${by} before it was done. Nothing half-done is left: give the same command again, and an export goes on where it stopped.`,
    );
    this.exitCode = 128 + os.constants.signals[by];
  }
}

/**
 * Aborts, with an Interruption as the reason, when this process is told to end. It has to end by itself then, once what is
 * half-done is undone; being told again changes nothing, since npm and the terminal both pass a single Ctrl-C on.
 */
export function signalOfInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ENDING) process.on(name, () => controller.abort(new Interruption(name)));
  return controller.signal;
}
