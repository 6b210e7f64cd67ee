import { type FailureLimit, GUESSES, WRONG_PASSWORDS } from '../../../config/limits.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { HOUR_MS } from '../../../process/durations.ts';
import { countFailure, countTry, forgetFailures, refuseWhileWaiting, undoFailure } from './failures.ts';

/** Counts failures at an address without slowing anybody. */
const COUNT_ONLY: FailureLimit = { free: 1_000_000, firstWaitS: 1, maxWaitS: 1 };

interface LoginTry {
  /** Where people log in; each door has counts of its own. */
  readonly door: 'login' | 'staff-login';
  readonly email: string;
  readonly network: string;
  /** The browser, when it has logged in to this address before; see readDevice(). */
  readonly device: string | undefined;
}

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

const guessSubject = ({ door, email, network, device }: LoginTry) =>
  device === undefined ? `${door}:${email}:${network}` : `${door}:${email}:device:${device}`;

/**
 * Counts a login before its password is checked; throws too_many with the seconds left. In one transaction, so that a refused try is
 * undone in every count, and always in this order, without deadlocks. The caps restart every hour, so that typing errors don't slow
 * a school all day. They are the same for unknown addresses.
 */
export async function countLogin(db: Db, attempt: LoginTry, now: Date): Promise<CountedTry> {
  const { door, email, network, device } = attempt;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const tenMinutes = Math.floor(now.getTime() / WRONG_PASSWORDS.sprayWindowMs);
  const own = guessSubject(attempt);
  const atAddress = (group: 'known' | 'first' | 'further' | 'all') => `${door}-address:${email}:${group}:${hour}`;
  const fromNetwork = `${door}-network:${network}:${hour}`;

  const { spray, shared, failures } = await inTransaction(db, async (tx) => {
    const count = (subject: string, limit: FailureLimit) => countTry(tx, subject, limit, now);
    const ofOwn = await count(own, GUESSES);
    const isFirst = ofOwn <= WRONG_PASSWORDS.firstAtAddress;
    const group = atAddress(device !== undefined ? 'known' : isFirst ? 'first' : 'further');
    await count(group, WRONG_PASSWORDS.atAddress);
    const spray = `${door}-spray:${network}:${ofOwn <= WRONG_PASSWORDS.firstOfSpray ? 'first' : 'further'}:${tenMinutes}`;
    const shared = [group];
    if (device === undefined) {
      await refuseWhileWaiting(tx, spray, now);
      await count(fromNetwork, WRONG_PASSWORDS.fromNetwork);
      shared.push(fromNetwork);
    }
    shared.push(atAddress('all'));
    return { spray, shared, failures: await count(atAddress('all'), COUNT_ONLY) };
  });

  const undoAll = async (tx: Tx, subjects: readonly string[]) => {
    for (const subject of subjects) await undoFailure(tx, subject);
  };
  return {
    failures,
    fail: async () => {
      if (device === undefined) await countFailure(db, spray, WRONG_PASSWORDS.spray, now);
    },
    undo: () => inTransaction(db, (tx) => undoAll(tx, [own, ...shared])),
    forget: async (tx) => {
      await forgetFailures(tx, own);
      await undoAll(tx, shared);
    },
  };
}

/** Forgets the failures of a network and a browser at an address, for an owner who has used a mailed link. */
export async function forgetGuesses(db: Db, attempt: LoginTry): Promise<void> {
  await forgetFailures(db, guessSubject(attempt));
  await forgetFailures(db, guessSubject({ ...attempt, device: undefined }));
}
