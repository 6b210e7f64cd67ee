import { hash, type Options, verify } from '@node-rs/argon2';
import * as z from 'zod';
import type { HashEngine } from '../../dependencies.ts';

/** argon2id, the library's default algorithm, at this cost, in threads of this process. */
export const argon2idAt = (cost: Options): HashEngine => ({
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
});

/** At 19 MiB, two passes, one lane (OWASP's recommendation). */
export const argon2id = argon2idAt({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** A request to the hashing process: make a hash, or compare with a stored one. */
export const hashRequest = z.object({ id: z.int(), password: z.string(), stored: z.string().optional() });
export type HashRequest = z.infer<typeof hashRequest>;

export const hashResponse = z.union([
  z.object({ id: z.int(), hash: z.string() }),
  z.object({ id: z.int(), isMatch: z.boolean() }),
  z.object({ id: z.int(), problem: z.string() }),
]);
export type HashResponse = z.infer<typeof hashResponse>;
