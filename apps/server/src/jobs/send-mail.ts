import * as z from 'zod';
import { defineJob } from './job.ts';

/** Sends one mail of the outbox. 14 tries with growing waits reach over more than two hours. */
export const sendMail = defineJob('send-mail', z.object({ mail_id: z.uuid() }), {
  retryLimit: 14,
  retryDelay: 5,
  retryDelayMax: 900,
  expireIn: 120,
});
