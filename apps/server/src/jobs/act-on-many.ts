import * as z from 'zod';
import { defineJob } from './job.ts';

/** Does to many applications what somebody of the office has asked for; goes on where an earlier run ended. */
export const actOnMany = defineJob('act-on-many', z.object({ many_id: z.uuid() }), {
  retryLimit: 20,
  retryDelay: 5,
  retryDelayMax: 300,
  expireIn: 600,
});
