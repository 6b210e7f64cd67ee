import os from 'node:os';
import { whenStarterGone } from '@firstyear/processes/parent-watch';
import { ErrorForPeople } from '../errors/error-for-people.ts';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type EndingSignal = (typeof ENDING)[number];
/** Signals this close together are one: npm and the terminal both pass a single Ctrl-C on. */
export const SAME_REQUEST_MS = 700;

/** What shells give a program that a signal ended: 128 and the number of the signal. */
const exitCodeOf = (name: EndingSignal) => 128 + os.constants.signals[name];

/** Why a command ended before it was done: somebody pressed Ctrl-C, closed the terminal, or ended it from outside. */
export class Interruption extends ErrorForPeople {
  override readonly name = 'Interruption';
  readonly exitCode: number;

  constructor(by: EndingSignal) {
    super(
      `Ended by ${by} before it was done. Nothing half-done is left: give the same command again, and an export goes on where it stopped.`,
    );
    this.exitCode = exitCodeOf(by);
  }
}

/**
 * Aborts, with an Interruption as the reason, when this process gets a signal to stop. It has to end by itself then, once what is
 * half-done is undone. Told again, it ends at once, whatever it is waiting for.
 */
export function signalOfInterruption(): AbortSignal {
  const controller = new AbortController();
  let toldAt: number | undefined;
  const end = (name: EndingSignal) => {
    if (toldAt === undefined) {
      toldAt = performance.now();
      controller.abort(new Interruption(name));
    } else if (performance.now() - toldAt > SAME_REQUEST_MS) {
      console.error(
        `Ended at once by another ${name}. Something half-done may be left: give the same command again, and it clears that away or says what to do.`,
      );
      process.exit(exitCodeOf(name));
    }
  };
  for (const name of ENDING) process.on(name, () => end(name));
  // npm that is ended does not tell its script. Without npm a parent may rightly end first (nohup … &).
  if (process.env.npm_lifecycle_event !== undefined) whenStarterGone(() => end('SIGHUP'));
  return controller.signal;
}
