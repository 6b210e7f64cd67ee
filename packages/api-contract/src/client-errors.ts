import * as z from 'zod/mini';
import { call } from './call.ts';

/** Reports an error in the browser: its place, never an answer. */
export const clientError = call('POST', '/public/client-error', {
  for: 'visitor',
  payload: z.strictObject({
    name: z.string().check(z.maxLength(80)),
    route: z.string().check(z.maxLength(80)),
    /** Lines of the stack that name our own scripts; no message, which could hold an answer. */
    stack: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
  }),
  body: 'report',
});
