import * as z from 'zod/mini';
import { call } from './call.ts';
import { emptyResponse } from './identity.ts';

/**
 * Reports an error that the browser met, so that "has been logged" is true.
 * It names the place, never an answer.
 */
export const clientError = call('POST', '/public/client-error', {
  for: 'visitor',
  payload: z.strictObject({
    name: z.string().check(z.maxLength(80)),
    route: z.string().check(z.maxLength(80)),
    /** Lines of the stack that name our own scripts; no message, which could hold an answer. */
    stack: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
  }),
  response: emptyResponse,
  body: 'report',
});
