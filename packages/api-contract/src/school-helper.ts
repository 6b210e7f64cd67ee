import * as z from 'zod/mini';
import { call } from './call.ts';

/** Calls of an applicant about the helper who is asked for the school's papers, apart from helpers.ts: the applicant's page is to stay small. */

const moment = z.string();

/** `sent`: the helper has sent something, and nothing of the school is awaited any more. */
export const HELPER_STATES = ['open', 'sent', 'declined', 'wrong_person'] as const;
export type HelperState = (typeof HELPER_STATES)[number];

/** Whom the applicant asks for the papers of the school. */
export const helperResponse = z.object({
  helper: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      state: z.enum(HELPER_STATES),
      mailed_at: z.nullable(moment),
      /** From when on the link can be mailed again. */
      again_at: moment,
      /** The right person's address, by a helper who is not; '' if unknown. */
      right_email: z.string(),
    }),
  ),
  /** Whether the school has to send something, so that somebody can be asked. */
  may_ask: z.boolean(),
});
export const helperState = call('GET', '/api/helper', { for: 'applicant', response: helperResponse });
/** Mails the link again; 429 too_many within an hour of the last mail. */
export const helperAgain = call('POST', '/api/helper/again', { for: 'applicant', response: helperResponse });
