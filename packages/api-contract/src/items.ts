import * as z from 'zod/mini';
import { call } from './call.ts';
import { ITEM_SOURCES, ITEM_STATES } from './item-states.ts';

/** Calls of an applicant about what the application needs beside its answers. Moments are ISO 8601, days YYYY-MM-DD. */

const moment = z.string();

export const ASKED_OF_MANY = ['paper', 'explanation'] as const;
/** What it asks one applicant for. `correction`: other answers to questions of the submission. */
export const REQUEST_KINDS = [...ASKED_OF_MANY, 'correction'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/** A request of the university's file. */
export const cannedRequest = z.object({ title: z.string(), text: z.string(), request: z.enum(REQUEST_KINDS) });
export const PAPER_SENDERS = ['applicant', 'helper', 'office'] as const;
/** Whether a paper can be read: `failed` never, `waiting` not yet. */
export const PAPER_STATES = ['waiting', 'failed', 'ready'] as const;
/** Characters of an explanation. */
export const LONGEST_REPLY = 2_500;

/** The parts of a paper that its sender sees. */
export const paperShape = {
  id: z.string(),
  file_name: z.string(),
  state: z.enum(PAPER_STATES),
  /** Why it can't be read, or what it waits for. */
  message: z.optional(z.string()),
  sent_by: z.enum(PAPER_SENDERS),
};
/** The parts of an item that both the applicant and the office see. */
export const itemShape = {
  id: z.string(),
  title: z.string(),
  /** What is to be done for it. */
  text: z.string(),
  source: z.enum(ITEM_SOURCES),
  state: z.enum(ITEM_STATES),
  /** What the office asked for; null for an item of the university's list. */
  request: z.nullable(z.enum(REQUEST_KINDS)),
  due_on: z.nullable(z.string()),
  /** What is wrong with what came; '' unless the state is `returned`. */
  returned_words: z.string(),
  reply: z.string(),
  came_at: z.nullable(moment),
};
const myItem = z.object({
  ...itemShape,
  /** Those that the applicant sent, oldest first, with the path of the PDF once there is one. Of others' only the item's state tells. */
  papers: z.array(z.object({ ...paperShape, href: z.nullable(z.string()) })),
  may_send: z.boolean(),
});
export type MyItem = z.infer<typeof myItem>;

/** What the own application needs: the office's requests first. Empty before the submission, and after a withdrawal. */
export const myItems = call('GET', '/api/item', {
  for: 'applicant',
  response: z.object({
    items: z.array(myItem),
    is_complete: z.boolean(),
    /** The office has looked at everything that came by the end of this day; null while nothing of the applicant's waits for it. */
    looked_at_until: z.nullable(z.string()),
  }),
});
export type MyItems = z.infer<typeof myItems.response>;

const fileSize = z.optional(z.int().check(z.nonnegative()));
/** Prepares the upload of one file; `paper_id` belongs to this file alone. */
export const uploadParts = {
  payload: z.strictObject({ file_size: fileSize }),
  response: z.object({ paper_id: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
};
/** The uploaded file. The same again changes nothing. */
export const uploadedPaper = z.strictObject({
  paper_id: z.uuid(),
  file_key: z.string().check(z.maxLength(300)),
  file_name: z.string().check(z.maxLength(300)),
  file_size: fileSize,
});

/** 409 item_closed when nothing may be sent for the item, 429 for very many files. */
export const itemUpload = call('POST', '/api/item/:id/upload', { for: 'applicant', ...uploadParts });
/** Sends an uploaded file, with which the item came. 400 file_refused, with the words of what is wrong with it. */
export const itemPaper = call('POST', '/api/item/:id/paper', { for: 'applicant', payload: uploadedPaper });
/** Explains what the office asked. 400 reply_too_long beyond LONGEST_REPLY. */
export const itemReply = call('POST', '/api/item/:id/reply', {
  for: 'applicant',
  payload: z.strictObject({ text: z.string() }),
  body: 'report',
});
