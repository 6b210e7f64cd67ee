import { hash, type Options, verify } from '@node-rs/argon2';

/** Makes and compares hashes of passwords. */
export interface HashEngine {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** argon2id, the library's default algorithm, at 19 MiB, two passes, one lane (OWASP's recommendation). */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** In threads of this process. */
export const argon2id: HashEngine = {
  hash: (password) => hash(password, ARGON2ID),
  verify: (stored, password) => verify(stored, password),
};
