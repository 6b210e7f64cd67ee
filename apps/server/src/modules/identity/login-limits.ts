import type { Db } from '../../db/transaction.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { countTry, forgetFailures, type ThrottlePolicy, takeBackFailure } from '../throttle/service.ts';

/** For one address from one network, and for one address from one browser that has logged in to it before. */
const GUESSES: ThrottlePolicy = { free: 5, firstWaitS: 10, maxWaitS: 900 };
/**
 * For one address, from all browsers together that have logged in to it before; from all networks together with their
 * first two failures of the hour; and from all networks together with further ones. A guesser with many networks is
 * slowed, nobody waits longer than a minute, and the owner's new browser shares its tries only with guesses from networks
 * that are new as well.
 */
const ADDRESS_CAP: ThrottlePolicy = { free: 30, firstWaitS: 2, maxWaitS: 60 };
/** For one network and all addresses together; a school with many applicants shares one. */
const NETWORK_CAP: ThrottlePolicy = { free: 300, firstWaitS: 1, maxWaitS: 5 };

/** Counts what happens at one address, and slows nobody. */
const COUNT_ONLY: ThrottlePolicy = { free: 1_000_000, firstWaitS: 1, maxWaitS: 1 };

interface LoginTry {
  readonly email: string;
  readonly network: string;
  /** The browser, when it has logged in to this address before; see readDevice(). */
  readonly device: string | undefined;
}

/** A try that has been counted. */
export interface CountedTry {
  /** Failures at this address in this hour, from wherever. */
  readonly failures: number;
  /** Takes this try back: it was no guess. */
  takeBack(): Promise<void>;
  /** Forgets the failures of this network or browser at this address, since the owner has logged in. */
  forget(): Promise<void>;
}

const guessSubject = ({ email, network, device }: LoginTry) =>
  device === undefined ? `login:${email}:${network}` : `login:${email}:device:${device}`;

/** Failures of a network at an address with which it still counts as one that has not guessed there. */
const FIRST_FAILURES = 2;

/**
 * The caps begin anew every hour: otherwise a typing error now and then would slow a school for a whole day. Whether the
 * address is known makes no difference.
 */
function capsOf({ email, network, device }: LoginTry, guesses: number, now: Date) {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const who = device !== undefined ? 'known' : guesses <= FIRST_FAILURES ? 'first' : 'further';
  const address = { subject: `login-address:${email}:${who}:${hour}`, policy: ADDRESS_CAP };
  const all = { subject: `login-address:${email}:all:${hour}`, policy: COUNT_ONLY };
  return device === undefined
    ? [address, { subject: `login-network:${network}:${hour}`, policy: NETWORK_CAP }, all]
    : [address, all];
}

/** Counts a login before its password is looked at; throws too_many with the seconds left. */
export async function countLogin(db: Db, attempt: LoginTry, now: Date): Promise<CountedTry> {
  const own = guessSubject(attempt);
  const guesses = await countTry(db, own, GUESSES, now);
  const counted = [own];
  let failures = 0;
  const takeBack = async () => {
    for (const subject of counted) await takeBackFailure(db, subject);
  };
  for (const { subject, policy } of capsOf(attempt, guesses, now)) {
    try {
      const count = await countTry(db, subject, policy, now);
      if (policy === COUNT_ONLY) failures = count;
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
      await forgetFailures(db, own);
    },
  };
}

/** Forgets the failures of a network and a browser at an address, whose owner has proved to read its mail. */
export async function forgetGuesses(db: Db, attempt: LoginTry): Promise<void> {
  await forgetFailures(db, guessSubject(attempt));
  await forgetFailures(db, guessSubject({ ...attempt, device: undefined }));
}
