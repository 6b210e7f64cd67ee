import * as z from 'zod';
import { defineJob } from './job.ts';

/** Runs a bulk act of the office; resumes where an earlier run stopped. */
export const actOnMany = defineJob('act-on-many', z.object({ many_id: z.uuid() }), {
  retryLimit: 20,
  retryDelay: 5,
  retryDelayMax: 300,
  expireIn: 600,
});
