import { sendTogether } from '../../../db/server-dialect.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';
import { type Account, accountQuery } from '../account/service.ts';
import {
  countFailure,
  forgetFailures,
  type ThrottlePolicy,
  takeBackFailures,
  tryCounter,
} from '../throttle/service.ts';

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

/**
 * For one network in ten minutes, with the first failure at each address, and with further ones: trying one password
 * at many addresses is slowed after as many as the typing errors of a whole class. Counted once the password has proved
 * wrong, so that a class that logs in all at once is not slowed; NETWORK_CAP limits how many are tried meanwhile.
 */
const SPRAY_CAP: ThrottlePolicy = { free: 40, firstWaitS: 1, maxWaitS: 15 };
const SPRAY_WINDOW_MS = 10 * MINUTE_MS;
/** Failures at an address from one network, of which the last is still its first. */
const FIRST_AT_ADDRESS = 1;

/** Counts what happens at one address, and slows nobody. */
const COUNT_ONLY: ThrottlePolicy = { free: 1_000_000, firstWaitS: 1, maxWaitS: 1 };

/** Failures at an address up to which a network doesn't count as guessing there. */
const FIRST_FAILURES = 2;

const newBrowser = tryCounter([
  GUESSES,
  { ...ADDRESS_CAP, splitAfter: FIRST_FAILURES },
  { ...SPRAY_CAP, splitAfter: FIRST_AT_ADDRESS, isCountedLater: true },
  NETWORK_CAP,
  COUNT_ONLY,
]);
const knownBrowser = tryCounter([GUESSES, ADDRESS_CAP, COUNT_ONLY]);

interface LoginTry {
  readonly email: string;
  readonly network: string;
  /** The browser, when it has logged in to this address before; see readDevice(). */
  readonly device: string | undefined;
}

/** A try that has been counted. */
export interface CountedTry {
  /** Of the address, if there is one. */
  readonly account: Account | undefined;
  /** Failures at this address in this hour, from wherever. */
  readonly failures: number;
  /** Counts what is only counted when the password was wrong. */
  fail(): Promise<void>;
  /** Takes this try back: it was no guess. */
  takeBack(): Promise<void>;
  /** Takes it back and forgets the failures of this network or browser at this address, since the owner has logged in. */
  forget(tx: Tx): Promise<void>;
}

const guessSubject = ({ email, network, device }: LoginTry) =>
  device === undefined ? `login:${email}:${network}` : `login:${email}:device:${device}`;

function spraySubjects(network: string, now: Date): readonly [first: string, further: string] {
  const tenMinutes = Math.floor(now.getTime() / SPRAY_WINDOW_MS);
  return [`login-spray:${network}:first:${tenMinutes}`, `login-spray:${network}:further:${tenMinutes}`];
}

/**
 * The caps restart every hour: otherwise a typing error now and then would slow a school for a whole day. Whether the
 * address is known makes no difference.
 */
function countsOf(attempt: LoginTry, now: Date) {
  const { email, network, device } = attempt;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const own = guessSubject(attempt);
  const from = (who: 'known' | 'first' | 'further' | 'all') => `login-address:${email}:${who}:${hour}`;
  return device === undefined
    ? {
        counter: newBrowser,
        subjects: [
          own,
          [from('first'), from('further')],
          spraySubjects(network, now),
          `login-network:${network}:${hour}`,
          from('all'),
        ] as const,
      }
    : { counter: knownBrowser, subjects: [own, from('known'), from('all')] as const };
}

/**
 * Counts a login before its password is checked, and reads the account of the address in the same message; throws
 * too_many with the seconds left.
 */
export async function countLogin(db: Db, attempt: LoginTry, now: Date): Promise<CountedTry> {
  const { counter, subjects } = countsOf(attempt, now);
  const [[row], [account]] = await sendTogether(db, [
    counter.query(db, subjects, now),
    accountQuery(db, attempt.email),
  ]);
  const counted = await counter.read(db, subjects, now, row);
  const names = counted.map(({ subject }) => subject);
  const [own = '', ...shared] = names;
  return {
    account,
    failures: counted.at(-1)?.failures ?? 0,
    fail: async () => {
      if (attempt.device !== undefined) return;
      const [first, further] = spraySubjects(attempt.network, now);
      const isFirst = (counted[0]?.failures ?? 0) <= FIRST_AT_ADDRESS;
      await countFailure(db, isFirst ? first : further, SPRAY_CAP, now);
    },
    takeBack: () => inTransaction(db, (tx) => takeBackFailures(tx, names)),
    forget: async (tx) => {
      await forgetFailures(tx, own);
      await takeBackFailures(tx, shared);
    },
  };
}

/** Forgets the failures of a network and a browser at an address, whose owner has proved to read its mail. */
export async function forgetGuesses(db: Db, attempt: LoginTry): Promise<void> {
  await forgetFailures(db, guessSubject(attempt));
  await forgetFailures(db, guessSubject({ ...attempt, device: undefined }));
}
