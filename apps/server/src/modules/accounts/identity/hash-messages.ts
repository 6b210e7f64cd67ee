import * as z from 'zod';

/** A request to the hashing process: for a hash, or whether a stored hash is of this password. */
export const hashRequest = z.object({ id: z.int(), password: z.string(), stored: z.string().optional() });
export type HashRequest = z.infer<typeof hashRequest>;

export const hashResponse = z.union([
  z.object({ id: z.int(), hash: z.string() }),
  z.object({ id: z.int(), isMatch: z.boolean() }),
  z.object({ id: z.int(), problem: z.string() }),
]);
export type HashResponse = z.infer<typeof hashResponse>;
