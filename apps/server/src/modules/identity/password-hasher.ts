import { hash, type Options, verify } from '@node-rs/argon2';
import { newToken } from '../../crypto/tokens.ts';
import { overloaded } from '../../plugins/errors.ts';

/** argon2id, the library's default algorithm, at 19 MiB, two passes, one lane (OWASP's recommendation). */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Verifies once in every case: where there is no hash, against one that nothing matches. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
}

interface HasherOptions {
  /** Hashes at the same time. */
  readonly concurrency?: number;
  /** Hashes that may wait; beyond that the caller is told 503. */
  readonly waiting?: number;
}

/** A bounded queue of hashes, so that a storm of log-ins neither eats the memory nor starves every other request. */
export function passwordHasher(options: HasherOptions = {}): PasswordHasher {
  const concurrency = options.concurrency ?? 1;
  const maximum = options.waiting ?? 60;
  const waiting: (() => void)[] = [];
  let running = 0;
  let nobody: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maximum) throw overloaded();
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
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    verify: async (stored, password) => {
      nobody ??= hash(newToken(), ARGON2ID);
      const against = stored ?? (await nobody);
      const matches = await inTurn(() => verify(against, password));
      return matches && stored !== null && stored !== undefined;
    },
  };
}
