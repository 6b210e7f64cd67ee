import { QUEUES } from '../../../config/limits.ts';
import { newToken } from '../../../crypto/tokens.ts';
import { overloaded } from '../../../plugins/errors.ts';
import { currentParty } from '../../../process/current-party.ts';
import { SECOND_MS } from '../../../process/durations.ts';
import { fairTurns } from '../../../process/fair-turns.ts';
import type { HashEngine } from '../../dependencies.ts';
import { argon2id } from './argon2id.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Compares a password exactly once; without a stored hash, with a dummy hash that nothing matches. `knownAt`: the address that this
   * browser has logged in to before. Known browsers go before new ones.
   */
  verify(stored: string | null | undefined, password: string, knownAt?: string): Promise<boolean>;
  /** Throws overloaded, as hash() and verify() would, while too many hashes wait. */
  requireRoom(knownAt?: string): void;
}

interface HasherOptions {
  /** Default: threads of this process. */
  readonly engine?: HashEngine;
  readonly concurrency?: number;
  /** Hashes that may wait; more are refused with 503. */
  readonly waiting?: number;
}

const MIN_RETRY_S = 2;

/** Hashes in fair turns: a network with many logins only delays itself, and known browsers go first. The queue is limited, to save memory. */
export function passwordHasher(options: HasherOptions = {}): PasswordHasher {
  const engine = options.engine ?? argon2id;
  const turns = fairTurns({
    places: options.concurrency ?? 1,
    waiting: options.waiting ?? QUEUES.passwordHashes.waiting,
    maxWaitMs: QUEUES.passwordHashes.maxWaitMs,
    refusal: (waitMs) => overloaded(undefined, Math.max(MIN_RETRY_S, Math.ceil(waitMs / SECOND_MS))),
    now: () => performance.now(),
  });
  let dummyHash: Promise<string> | undefined;

  const partyOf = (knownAt: string | undefined): [party: string, goesFirst: boolean] =>
    knownAt === undefined ? [currentParty().name, false] : [knownAt, true];

  async function inTurn<T>(work: () => Promise<T>, knownAt?: string): Promise<T> {
    const end = await turns.take(...partyOf(knownAt));
    try {
      return await work();
    } finally {
      end();
    }
  }

  return {
    requireRoom: (knownAt) => turns.requireRoom(...partyOf(knownAt)),
    hash: (password) => inTurn(() => engine.hash(password)),
    verify: async (stored, password, knownAt) => {
      dummyHash ??= engine.hash(newToken()).catch((error: unknown) => {
        dummyHash = undefined;
        throw error;
      });
      // Nobody knows the password of the other hash.
      const hash = stored ?? (await dummyHash);
      return inTurn(() => engine.verify(hash, password), knownAt);
    },
  };
}
