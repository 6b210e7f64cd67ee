import * as z from 'zod/mini';
import { addAnotherSchema, answersSchema, tabsSchema } from './application.ts';
import { call } from './call.ts';
import { formDefinition } from './form-definition.ts';

/** Calls of an applicant who corrects answers that the office asks about, apart from items.ts: few need them. */

/** The submission that a correction starts from. */
export const myCorrection = call('GET', '/api/item/:id/correction', {
  for: 'applicant',
  response: z.object({
    keys: z.array(z.string()),
    answers: answersSchema,
    tabs: tabsSchema,
    add_another: addAnotherSchema,
    /** Its form, where that is not the current one. */
    form: z.optional(formDefinition),
  }),
});
export type MyCorrection = z.infer<typeof myCorrection.response>;
/**
 * Corrects the asked answers, as a new submission with the same confirmation number. The same again changes nothing. 400 bad_answer,
 * 409 item_closed, 422 not_complete when an answer breaks a rule.
 */
export const sendCorrection = call('POST', '/api/item/:id/correction', {
  for: 'applicant',
  payload: z.strictObject({ answers: answersSchema }),
  /** The submitted answers now. */
  response: z.object({ answer: answersSchema }),
  body: 'answers',
});
