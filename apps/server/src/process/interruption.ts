import os from 'node:os';
import { whenStarterGone } from '@firstyear/processes/parent-watch';
import { ErrorForPeople } from './error-for-people.ts';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type EndingSignal = (typeof ENDING)[number];
/** Signals this close together are one: npm and the terminal both pass a single Ctrl-C on. */
export const SAME_REQUEST_MS = 700;

/** The exit code that shells give a program ended by a signal: 128 plus its number. */
const exitCodeOf = (name: EndingSignal) => 128 + os.constants.signals[name];

/** Somebody pressed Ctrl-C, closed the terminal, or stopped the command from outside. */
export class Interruption extends ErrorForPeople {
  override readonly name = 'Interruption';
  readonly exitCode: number;

  constructor(by: EndingSignal) {
    super(`Ended by ${by} before it was done. Nothing half-done is left: give the same command again.`);
    this.exitCode = exitCodeOf(by);
  }
}

/**
 * Aborts with an Interruption when this process gets a signal to stop. The process must then undo unfinished work and end by
 * itself. A second signal ends it at once.
 */
export function signalOfInterruption(): AbortSignal {
  const controller = new AbortController();
  let interruptedAt: number | undefined;
  const end = (name: EndingSignal) => {
    if (interruptedAt === undefined) {
      interruptedAt = performance.now();
      controller.abort(new Interruption(name));
    } else if (performance.now() - interruptedAt > SAME_REQUEST_MS) {
      console.error(
        `Ended at once by another ${name}. Something half-done may be left: give the same command again, and it clears that away or says what to do.`,
      );
      process.exit(exitCodeOf(name));
    }
  };
  for (const name of ENDING) process.on(name, () => end(name));
  // A killed npm does not stop its script. Without npm, a parent may rightly end first (nohup … &).
  if (process.env.npm_lifecycle_event !== undefined) whenStarterGone(() => end('SIGHUP'));
  return controller.signal;
}
