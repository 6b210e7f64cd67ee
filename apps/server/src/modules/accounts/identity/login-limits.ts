import { sendTogether } from '../../../db/server-dialect.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';
import { type Account, accountQuery } from '../account/service.ts';
import { countFailure, forgetFailures, type ThrottlePolicy, tryCounter, undoFailures } from '../throttle/service.ts';

/** For an address from one network, or from one browser that has logged in to it before. */
const GUESSES: ThrottlePolicy = { free: 5, firstWaitS: 10, maxWaitS: 900 };
/**
 * For an address, separately: from all browsers that have logged in to it before, from all networks in their first two failures of
 * the hour, and in further ones. It slows a guesser with many networks, nobody waits longer than a minute, and the owner's new browser
 * shares its tries only with other new networks.
 */
const ADDRESS_CAP: ThrottlePolicy = { free: 30, firstWaitS: 2, maxWaitS: 60 };
/** For one network and all addresses; a school with many applicants has one. */
const NETWORK_CAP: ThrottlePolicy = { free: 300, firstWaitS: 1, maxWaitS: 5 };

/**
 * For one network in ten minutes, separately for first and further failures at an address: it slows trying one password at many addresses
 * after as many failures as a whole class makes. Counted after the password was wrong, so that a class can log in all at once.
 */
const SPRAY_CAP: ThrottlePolicy = { free: 40, firstWaitS: 1, maxWaitS: 15 };
const SPRAY_WINDOW_MS = 10 * MINUTE_MS;
/** Up to this number of failures at an address, a network's failure counts as a first one. */
const FIRST_AT_ADDRESS = 1;

/** Counts failures at an address without slowing anybody. */
const COUNT_ONLY: ThrottlePolicy = { free: 1_000_000, firstWaitS: 1, maxWaitS: 1 };

/** Up to this number of failures at an address, a network isn't considered guessing. */
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

/** A counted try. */
export interface CountedTry {
  /** The account of the address. */
  readonly account: Account | undefined;
  /** Failures at this address in this hour. */
  readonly failures: number;
  /** Counts the wrong password, for the limits that count only failures. */
  fail(): Promise<void>;
  /** Undoes this try, since it wasn't a guess. */
  undo(): Promise<void>;
  /** Undoes it and forgets the failures of this network or browser at this address, since the owner has logged in. */
  forget(tx: Tx): Promise<void>;
}

const guessSubject = ({ email, network, device }: LoginTry) =>
  device === undefined ? `login:${email}:${network}` : `login:${email}:device:${device}`;

function spraySubjects(network: string, now: Date): readonly [first: string, further: string] {
  const tenMinutes = Math.floor(now.getTime() / SPRAY_WINDOW_MS);
  return [`login-spray:${network}:first:${tenMinutes}`, `login-spray:${network}:further:${tenMinutes}`];
}

/** The caps restart every hour, so that typing errors don't slow a school all day. They are the same for unknown addresses. */
function countsOf(attempt: LoginTry, now: Date) {
  const { email, network, device } = attempt;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const guesses = guessSubject(attempt);
  const from = (group: 'known' | 'first' | 'further' | 'all') => `login-address:${email}:${group}:${hour}`;
  return device === undefined
    ? {
        counter: newBrowser,
        subjects: [
          guesses,
          [from('first'), from('further')],
          spraySubjects(network, now),
          `login-network:${network}:${hour}`,
          from('all'),
        ] as const,
      }
    : { counter: knownBrowser, subjects: [guesses, from('known'), from('all')] as const };
}

/** Counts a login before its password is checked, and reads the account in the same message; throws too_many with the seconds left. */
export async function countLogin(db: Db, attempt: LoginTry, now: Date): Promise<CountedTry> {
  const { counter, subjects } = countsOf(attempt, now);
  const [[row], [account]] = await sendTogether(db, [
    counter.query(db, subjects, now),
    accountQuery(db, attempt.email),
  ]);
  const counted = await counter.read(db, subjects, now, row);
  const names = counted.map(({ subject }) => subject);
  const [guesses = '', ...shared] = names;
  return {
    account,
    failures: counted.at(-1)?.failures ?? 0,
    fail: async () => {
      if (attempt.device !== undefined) return;
      const [first, further] = spraySubjects(attempt.network, now);
      const isFirst = (counted[0]?.failures ?? 0) <= FIRST_AT_ADDRESS;
      await countFailure(db, isFirst ? first : further, SPRAY_CAP, now);
    },
    undo: () => inTransaction(db, (tx) => undoFailures(tx, names)),
    forget: async (tx) => {
      await forgetFailures(tx, guesses);
      await undoFailures(tx, shared);
    },
  };
}

/** Forgets the failures of a network and a browser at an address, for an owner who has used a mailed link. */
export async function forgetGuesses(db: Db, attempt: LoginTry): Promise<void> {
  await forgetFailures(db, guessSubject(attempt));
  await forgetFailures(db, guessSubject({ ...attempt, device: undefined }));
}
