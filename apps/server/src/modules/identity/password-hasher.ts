import { newToken } from '../../crypto/tokens.ts';
import { overloaded } from '../../plugins/errors.ts';
import { argon2id, type HashEngine } from './argon2id.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Verifies once in every case: where there is no hash, against one that nothing matches. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
  /** Throws what the others would throw now, where too many hashes wait already: before anything is done in vain. */
  requireRoom(): void;
}

interface HasherOptions {
  /** Threads of this process when not given. */
  readonly engine?: HashEngine;
  /** Hashes at the same time. */
  readonly concurrency?: number;
  /** Hashes that may wait; beyond that the caller is told 503. */
  readonly waiting?: number;
}

/** A bounded queue of hashes, so that a storm of log-ins neither eats the memory nor starves every other request. */
export function passwordHasher(options: HasherOptions = {}): PasswordHasher {
  const engine = options.engine ?? argon2id;
  const concurrency = options.concurrency ?? 1;
  const maximum = options.waiting ?? 60;
  const waiting: (() => void)[] = [];
  let running = 0;
  let nobody: Promise<string> | undefined;

  function requireRoom(): void {
    if (running >= concurrency && waiting.length >= maximum) throw overloaded();
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    requireRoom();
    if (running >= concurrency) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    requireRoom,
    hash: (password) => inTurn(() => engine.hash(password)),
    verify: async (stored, password) => {
      nobody ??= engine.hash(newToken()).catch((error: unknown) => {
        nobody = undefined;
        throw error;
      });
      const against = stored ?? (await nobody);
      const matches = await inTurn(() => engine.verify(against, password));
      return matches && stored !== null && stored !== undefined;
    },
  };
}
