import * as z from 'zod';
import { defineJob } from './job.ts';

const DAY_S = 86_400;

/**
 * Sends one mail of the outbox. It is tried every quarter of an hour at last, for longer than any mail is of use: the
 * mail itself says when it is given up.
 */
export const sendMail = defineJob('send-mail', z.object({ mail_id: z.uuid() }), {
  retryLimit: 3_500,
  retryDelay: 5,
  retryDelayMax: 900,
  expireIn: 120,
  keepFor: 45 * DAY_S,
});
