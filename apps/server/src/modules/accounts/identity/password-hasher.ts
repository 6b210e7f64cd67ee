import { newToken } from '../../../crypto/tokens.ts';
import { overloaded } from '../../../plugins/errors.ts';
import { currentParty } from '../../../process/current-party.ts';
import { fairTurns } from '../../../process/fair-turns.ts';
import { SECOND_MS } from '../../../time/durations.ts';
import { argon2id, type HashEngine } from './argon2id.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies once in every case: where there is no hash, against one that nothing matches. `knownAt`: the address at which
   * this browser has logged in before; it goes before browsers that are new.
   */
  verify(stored: string | null | undefined, password: string, knownAt?: string): Promise<boolean>;
  /** Throws what the others would throw now, where too many hashes wait already: before any work is wasted. */
  requireRoom(knownAt?: string): void;
}

interface HasherOptions {
  /** Threads of this process when not given. */
  readonly engine?: HashEngine;
  /** Hashes at the same time. */
  readonly concurrency?: number;
  /** Hashes that may wait; beyond that a caller is told 503. */
  readonly waiting?: number;
}

/** A caller who waits for longer would have given up, and a proxy soon will. */
const MAX_WAIT_MS = 20 * SECOND_MS;
const MIN_RETRY_S = 2;

/** Says how long those who wait now will take. */
function refusal(waitMs: number): Error {
  const seconds = Math.max(MIN_RETRY_S, Math.ceil(waitMs / SECOND_MS));
  return overloaded(undefined, seconds);
}

/**
 * Hashes in fair turns: a network that logs in very often waits for itself, and browsers that are known go first. The line has
 * an end, so that a storm of logins does not eat the memory.
 */
export function passwordHasher(options: HasherOptions = {}): PasswordHasher {
  const engine = options.engine ?? argon2id;
  const turns = fairTurns({
    places: options.concurrency ?? 1,
    waiting: options.waiting ?? 200,
    maxWaitMs: MAX_WAIT_MS,
    refusal,
    now: () => performance.now(),
  });
  let nobody: Promise<string> | undefined;

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
      nobody ??= engine.hash(newToken()).catch((error: unknown) => {
        nobody = undefined;
        throw error;
      });
      const against = stored ?? (await nobody);
      const matches = await inTurn(() => engine.verify(against, password), knownAt);
      return matches && stored !== null && stored !== undefined;
    },
  };
}
