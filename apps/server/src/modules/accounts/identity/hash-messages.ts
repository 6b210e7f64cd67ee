import * as z from 'zod';

/** What a process is asked for: a hash, or, with a stored one, whether it is of this password. */
export const hashRequest = z.object({ id: z.int(), password: z.string(), stored: z.string().optional() });
export type HashRequest = z.infer<typeof hashRequest>;

export const hashResponse = z.union([
  z.object({ id: z.int(), hash: z.string() }),
  z.object({ id: z.int(), isMatch: z.boolean() }),
  z.object({ id: z.int(), problem: z.string() }),
]);
export type HashResponse = z.infer<typeof hashResponse>;
