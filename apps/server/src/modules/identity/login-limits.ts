import type { Db } from '../../db/transaction.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { countTry, forgetFailures, type ThrottlePolicy, takeBackFailure } from '../throttle/service.ts';

/** For one address from one network, and for one address from one browser that has logged in to it before. */
const GUESSES: ThrottlePolicy = { free: 5, firstWaitS: 10, maxWaitS: 900 };
/**
 * For one address from all networks together, and from all browsers together that have logged in to it before. A
 * guesser with many networks is slowed, and nobody waits longer than a minute.
 */
const ADDRESS_CAP: ThrottlePolicy = { free: 30, firstWaitS: 2, maxWaitS: 60 };
/** For one network and all addresses together; a school with many applicants shares one. */
const NETWORK_CAP: ThrottlePolicy = { free: 300, firstWaitS: 1, maxWaitS: 5 };

interface LoginTry {
  readonly email: string;
  readonly network: string;
  /** The browser, when it has logged in to this address before; see readDevice(). */
  readonly device: string | undefined;
}

/** A try that has been counted. */
export interface CountedTry {
  /** Failures at this address in this hour, from all unknown browsers or from all that have logged in before. */
  readonly failures: number;
  /** Takes this try back: it was no guess. */
  takeBack(): Promise<void>;
  /** Forgets the failures of this network or browser at this address, since the owner has logged in. */
  forget(): Promise<void>;
}

const guessSubject = ({ email, network, device }: LoginTry) =>
  device === undefined ? `login:${email}:${network}` : `login:${email}:device:${device}`;

/** The caps begin anew every hour: otherwise a typing error now and then would slow a school for a whole day. */
function capsOf({ email, network, device }: LoginTry, now: Date) {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const address = {
    subject: `login-address:${email}:${device === undefined ? 'new' : 'known'}:${hour}`,
    policy: ADDRESS_CAP,
  };
  return device === undefined
    ? [address, { subject: `login-network:${network}:${hour}`, policy: NETWORK_CAP }]
    : [address];
}

/** Counts a login before its password is looked at; throws too_many with the seconds left. */
export async function countLogin(db: Db, attempt: LoginTry, now: Date): Promise<CountedTry> {
  const guesses = guessSubject(attempt);
  const counted: string[] = [];
  let failures = 0;
  const takeBack = async () => {
    for (const subject of counted) await takeBackFailure(db, subject);
  };
  for (const { subject, policy } of [{ subject: guesses, policy: GUESSES }, ...capsOf(attempt, now)]) {
    try {
      const count = await countTry(db, subject, policy, now);
      if (policy === ADDRESS_CAP) failures = count;
    } catch (error) {
      await takeBack();
      throw error;
    }
    counted.push(subject);
  }
  return {
    failures,
    takeBack,
    forget: async () => {
      await takeBack();
      await forgetFailures(db, guesses);
    },
  };
}

/** Forgets the failures of a network and a browser at an address, whose owner has proved to read its mail. */
export async function forgetGuesses(db: Db, attempt: LoginTry): Promise<void> {
  await forgetFailures(db, guessSubject(attempt));
  await forgetFailures(db, guessSubject({ ...attempt, device: undefined }));
}
