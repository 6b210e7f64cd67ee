import { sendTogether } from '../../../db/server-dialect.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { type Account, accountQuery } from '../account/service.ts';
import {
  type CountedRow,
  countFailure,
  forgetFailures,
  type ThrottlePolicy,
  tryCounter,
  undoFailures,
} from '../throttle/service.ts';

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

/** Where people log in. Each has counts of its own. */
type Door = 'login' | 'staff-login';

interface LoginTry {
  /** Default: the applicants'. */
  readonly door?: Door;
  readonly email: string;
  readonly network: string;
  /** The browser, when it has logged in to this address before; see readDevice(). */
  readonly device: string | undefined;
}

/** A counted try. */
export interface CountedTry {
  /** Failures at this address in this hour. */
  readonly failures: number;
  /** Counts the wrong password, for the limits that count only failures. */
  fail(): Promise<void>;
  /** Undoes this try, since it wasn't a guess. */
  undo(): Promise<void>;
  /** Undoes it and forgets the failures of this network or browser at this address, since the owner has logged in. */
  forget(tx: Tx): Promise<void>;
}

const guessSubject = ({ door = 'login', email, network, device }: LoginTry) =>
  device === undefined ? `${door}:${email}:${network}` : `${door}:${email}:device:${device}`;

function spraySubjects({ door = 'login', network }: LoginTry, now: Date): readonly [first: string, further: string] {
  const tenMinutes = Math.floor(now.getTime() / SPRAY_WINDOW_MS);
  return [`${door}-spray:${network}:first:${tenMinutes}`, `${door}-spray:${network}:further:${tenMinutes}`];
}

/** The caps restart every hour, so that typing errors don't slow a school all day. They are the same for unknown addresses. */
function countsOf(attempt: LoginTry, now: Date) {
  const { door = 'login', email, network, device } = attempt;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const guesses = guessSubject(attempt);
  const from = (group: 'known' | 'first' | 'further' | 'all') => `${door}-address:${email}:${group}:${hour}`;
  return device === undefined
    ? {
        counter: newBrowser,
        subjects: [
          guesses,
          [from('first'), from('further')],
          spraySubjects(attempt, now),
          `${door}-network:${network}:${hour}`,
          from('all'),
        ] as const,
      }
    : { counter: knownBrowser, subjects: [guesses, from('known'), from('all')] as const };
}

/** Counts an applicant's login before its password is checked, and reads the account in the same message; throws too_many with the seconds left. */
export async function countLogin(
  db: Db,
  attempt: LoginTry,
  now: Date,
): Promise<CountedTry & { readonly account: Account | undefined }> {
  const counts = countsOf(attempt, now);
  const query = counts.counter.query(db, counts.subjects, now);
  const [[row], [account]] = await sendTogether(db, [query, accountQuery(db, attempt.email)]);
  return { account, ...(await readTry(db, attempt, now, row)) };
}

/** Counts a sign-in at the office before its password is checked; throws too_many with the seconds left. */
export async function countSignIn(db: Db, attempt: Omit<LoginTry, 'door'>, now: Date): Promise<CountedTry> {
  const atOffice = { ...attempt, door: 'staff-login' } as const;
  const counts = countsOf(atOffice, now);
  const [[row]] = await sendTogether(db, [counts.counter.query(db, counts.subjects, now)]);
  return readTry(db, atOffice, now, row);
}

/** What was counted of a try, from the row of its query. */
async function readTry(db: Db, attempt: LoginTry, now: Date, row: CountedRow | undefined): Promise<CountedTry> {
  const { counter, subjects } = countsOf(attempt, now);
  const counted = await counter.read(db, subjects, now, row);
  const names = counted.map(({ subject }) => subject);
  const [guesses = '', ...shared] = names;
  return {
    failures: counted.at(-1)?.failures ?? 0,
    fail: async () => {
      if (attempt.device !== undefined) return;
      const [first, further] = spraySubjects(attempt, now);
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
