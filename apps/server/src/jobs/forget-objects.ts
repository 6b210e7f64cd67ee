import * as z from 'zod';
import { defineJob } from './job.ts';

/** Deletes stored files that nothing refers to any more. Tries for days: what must go, goes. */
export const forgetObjects = defineJob('forget-objects', z.object({ keys: z.array(z.string()).min(1) }), {
  retryLimit: 40,
  retryDelay: 10,
  retryDelayMax: 7_200,
  expireIn: 120,
});
