import { EMAIL_MAX_LENGTH } from '@firstyear/form-engine';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { helperResponse } from './school-helper.ts';
import { staffLine } from './staff-text.ts';

/** Asks somebody else; 400 helper_address for an address of the applicant or of the family. */
export const helperOther = call('POST', '/api/helper', {
  for: 'applicant',
  payload: z.strictObject({
    name: staffLine({ min: 1, max: 90 }),
    email: z.string().check(z.maxLength(EMAIL_MAX_LENGTH)),
  }),
  response: helperResponse,
});
