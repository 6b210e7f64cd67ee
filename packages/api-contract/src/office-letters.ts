import { LANGUAGE_CODES } from '@firstyear/words';
import * as z from 'zod/mini';
import { officeCall } from './call.ts';
import { staffLine, staffLines } from './staff-text.ts';

/** Calls of the admissions office that mail applicants, and what they are mailed. */

/** A message to an applicant: a text of the partner's list by its id, or own words, which are sent as they are. */
export const message = z.union([
  z.strictObject({ id: z.string().check(z.maxLength(40)) }),
  z.strictObject({ subject: staffLine({ min: 1, max: 150 }), text: staffLines({ min: 1, max: 4000 }) }),
]);
export type Message = z.infer<typeof message>;
/** Mails a message once per attempt, in the language of the applicant's account. 400 bad_request for an unknown text. */
export const sendMessage = officeCall('mail_again', 'POST', '/office/api/applications/:id/message', {
  payload: z.strictObject({ attempt: z.uuid(), message }),
  body: 'report',
});

/** What an applicant can be mailed about by the office. */
export const letter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deadline'), until: z.nullable(z.iso.datetime({ offset: true })) }),
  z.strictObject({ kind: z.literal('reopened') }),
  z.strictObject({ kind: z.literal('withdrawn') }),
  z.strictObject({ kind: z.literal('withdrawal_undone') }),
  z.strictObject({ kind: z.literal('message'), message }),
]);
export type Letter = z.infer<typeof letter>;
/** A mail as it is sent, and in English where it is in another language. */
export const shownLetter = z.object({
  recipient: z.string(),
  language: z.enum(LANGUAGE_CODES),
  subject: z.string(),
  text: z.string(),
  english: z.nullable(z.object({ subject: z.string(), text: z.string() })),
});
export type ShownLetter = z.infer<typeof shownLetter>;
/** Shows a mail before it is sent. Nothing is sent. */
export const previewLetter = officeCall('mail_again', 'POST', '/office/api/applications/:id/message/preview', {
  payload: z.strictObject({ about: letter }),
  response: shownLetter,
  body: 'report',
});
