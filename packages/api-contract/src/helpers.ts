import { EMAIL_MAX_LENGTH } from '@firstyear/form-engine';
import { LANGUAGE_CODES } from '@firstyear/words';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { PAPER_STATES, uploadedPaper, uploadParts } from './items.ts';

/** Calls of a helper's page: a school counselor, or another person who sends papers for an applicant, through a link and without an account. */

/** In the body, since addresses get into logs. */
const token = z.string().check(z.maxLength(100));
const id = z.uuid();

/** Where a paper of the school stands, for who sends it. */
export const HELP_STATES = ['asked', 'checking', 'done', 'again'] as const;

const student = z.object({
  /** The id of the request. */
  id: z.string(),
  name: z.string(),
  school: z.string(),
  /** Such as 2027-05; '' where the form doesn't ask. */
  graduation: z.string(),
  is_waived: z.nullable(z.boolean()),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** What it is, in words for the helper; '' where the title says it. */
      text: z.string(),
      state: z.enum(HELP_STATES),
      /** What the office says is wrong with what came. */
      returned_words: z.string(),
      came_at: z.nullable(z.string()),
      /** The files that the holder of the link has sent for it. */
      papers: z.array(
        z.object({
          id: z.string(),
          file_name: z.string(),
          state: z.enum(PAPER_STATES),
          /** Why it can't be used. */
          message: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
export type HelpStudent = z.infer<typeof student>;

/** The students who ask the holder of a link; 404 wrong_help_link for an unknown or expired one. */
export const helpLook = call('POST', '/public/help/look', {
  for: 'link',
  payload: z.strictObject({ token }),
  response: z.object({
    /** The language of the page, and whether it can be read in the other one. */
    language: z.enum(LANGUAGE_CODES),
    has_other_language: z.boolean(),
    students: z.array(student),
  }),
});
/** A form for one file; 409 item_closed once the office has checked what came. */
export const helpUpload = call('POST', '/public/help/upload', {
  for: 'link',
  payload: z.extend(uploadParts.payload, { token, item: id }),
  response: uploadParts.response,
});
/** The uploaded file becomes a paper of the item. */
export const helpPaper = call('POST', '/public/help/paper', {
  for: 'link',
  payload: z.extend(uploadedPaper, { token, item: id }),
});
/** Nothing more is asked of this helper for the student. */
export const helpDecline = call('POST', '/public/help/decline', {
  for: 'link',
  payload: z.strictObject({
    token,
    student: id,
    reason: z.enum(['declined', 'wrong_person']),
    right_email: z.string().check(z.maxLength(EMAIL_MAX_LENGTH)),
  }),
});
export const HELP_CALLS = [helpLook, helpUpload, helpPaper, helpDecline] as const;
