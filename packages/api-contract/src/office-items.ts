import * as z from 'zod/mini';
import { answerValue } from './application.ts';
import { officeCall } from './call.ts';
import {
  ASKED_OF_MANY,
  cannedRequest,
  itemShape,
  LONGEST_REPLY,
  paperShape,
  REQUEST_KINDS,
  uploadedPaper,
  uploadParts,
} from './items.ts';
import { day } from './office.ts';
import { staffLine, staffLines, staffReason } from './staff-text.ts';

/** Calls of the admissions office about what one application needs beside its answers. */

const moment = z.string();

/** What the office does with an item. The other acts of the table come from senders and from the university's list. */
export const OFFICE_ITEM_ACTS = ['accept', 'accept_copy', 'return', 'waive', 'cancel', 'reconsider'] as const;
export type OfficeItemAct = (typeof OFFICE_ITEM_ACTS)[number];

const officePaperOf = z.object({
  ...paperShape,
  file_size: z.int(),
  page_count: z.nullable(z.int()),
  came_at: moment,
  /** The colleague who put it there. */
  by: z.nullable(z.string()),
  /** The helper whose link it came through, and whether it is the address of the counselor in the application. */
  helper: z.nullable(z.object({ email: z.string(), is_counselor: z.boolean() })),
  /** Paths of the file and of small pictures of its first pages. */
  href: z.nullable(z.string()),
  thumbnails: z.array(z.string()),
});
const officeItem = z.object({
  ...itemShape,
  /** The id in the university's list; null for a request. */
  rule: z.nullable(z.string()),
  is_hidden: z.boolean(),
  requested_by: z.nullable(z.string()),
  /** The questions that the applicant is asked to correct. */
  asked_keys: z.array(z.string()),
  created_at: moment,
  changed_at: moment,
  /** Grows with each change. */
  version: z.int(),
  acts: z.array(z.enum(OFFICE_ITEM_ACTS)),
  papers: z.array(officePaperOf),
});
export type OfficeItem = z.infer<typeof officeItem>;
const checklistOf = z.object({
  items: z.array(officeItem),
  /** Requests from the university's file, in the applicant's language. */
  canned: z.array(cannedRequest),
});

const checklistPath = '/office/api/applications/:id/items';
export const officeChecklist = officeCall('read', 'GET', checklistPath, { response: checklistOf });
export type OfficeChecklist = z.infer<typeof officeChecklist.response>;

/** 409 item_changed when it has changed since `version`, item_closed when the act isn't possible. */
export const moveOfficeItem = officeCall('checklist', 'POST', `${checklistPath}/:item`, {
  payload: z.discriminatedUnion('act', [
    z.strictObject({ act: z.enum(['accept', 'accept_copy', 'cancel', 'reconsider']), version: z.int() }),
    /** `words`: for the applicant, what is wrong with what came. */
    z.strictObject({ act: z.literal('return'), version: z.int(), words: staffLines({ min: 3, max: 1000 }) }),
    z.strictObject({ act: z.literal('waive'), version: z.int(), reason: staffReason }),
  ]),
  response: checklistOf,
  body: 'report',
});
/** Hides an item from the applicant, or shows it again. */
export const hideOfficeItem = officeCall('checklist', 'PUT', `${checklistPath}/:item/hidden`, {
  payload: z.strictObject({ is_hidden: z.boolean(), version: z.int() }),
  response: checklistOf,
});
/** The request's words and deadline; several applicants may be asked the same. */
export const requestShape = {
  request: z.enum(ASKED_OF_MANY),
  title: staffLine({ min: 3, max: 120 }),
  text: staffLines({ max: LONGEST_REPLY }),
  due_on: z.nullable(day),
};
/**
 * Asks the applicant for something. `id` is the item's, a UUID from the browser: the same again changes nothing. `keys`: the
 * questions of a correction. 400 bad_request for one that can't be corrected, or that another request asks for.
 */
export const requestItem = officeCall('checklist', 'POST', checklistPath, {
  payload: z.strictObject({
    id: z.uuid(),
    ...requestShape,
    request: z.enum(REQUEST_KINDS),
    keys: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.minLength(1), z.maxLength(50))),
  }),
  response: checklistOf,
  body: 'report',
});

/**
 * Corrects one answer on the applicant's word, who is told by mail: a new submission beside the old. `from`: the answer that the page
 * showed. 400 bad_request for a question that can't be corrected, 409 answer_changed if it has another answer by now, wrong_state
 * unless the application is submitted, 422 not_complete if the new answer breaks a rule.
 */
export const correctAnswer = officeCall('checklist', 'POST', '/office/api/applications/:id/correction', {
  payload: z.strictObject({
    key: z.string().check(z.maxLength(80)),
    from: answerValue,
    to: answerValue,
    reason: staffReason,
  }),
  response: checklistOf,
  body: 'report',
});

export const officeUpload = officeCall('checklist', 'POST', `${checklistPath}/:item/upload`, uploadParts);
/** Puts a paper there that came by mail or was scanned. */
export const officePaper = officeCall('checklist', 'POST', `${checklistPath}/:item/papers`, {
  payload: uploadedPaper,
  response: checklistOf,
});
/** Moves a paper to another item of the same application. 409 item_changed if it isn't at `from` any more, item_closed if it has to stay. */
export const movePaper = officeCall('checklist', 'POST', '/office/api/applications/:id/papers/:paper', {
  payload: z.strictObject({ from: z.uuid(), to: z.uuid(), reason: staffReason }),
  response: checklistOf,
});
