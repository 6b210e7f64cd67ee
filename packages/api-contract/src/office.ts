import type { FormDefinition } from '@firstyear/form-engine';
import { LANGUAGE_CODES } from '@firstyear/words';
import * as z from 'zod/mini';
import { addAnotherSchema } from './application.ts';
import { call } from './call.ts';
import { emptyResponse } from './identity.ts';

/** Calls of the admissions office that find and read applications. Moments are ISO 8601; ids are UUIDs. */

const moment = z.string();
const short = (limit: number) => z.string().check(z.maxLength(limit));

/** How far an application is, as the office sees it. A reopened one is a draft again. */
export const OFFICE_STATUSES = ['draft', 'submitted', 'withdrawn'] as const;
export type OfficeStatus = (typeof OFFICE_STATUSES)[number];

/** How its documents are: the least finished one counts. */
export const DOCUMENT_STATES = ['none', 'waiting', 'failed', 'ready'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Where somebody lives, from the university's point of view. */
export const RESIDENCES = ['in_state', 'out_of_state', 'international', 'unknown'] as const;
export type Residence = (typeof RESIDENCES)[number];

/** What an application was sent from. */
export const DEVICES = ['phone', 'tablet', 'computer'] as const;
export type Device = (typeof DEVICES)[number];

/** What a list is sorted by. `moment` is when an application was sent, or for a draft when it was begun. */
export const SORTS = ['name', 'school', 'term', 'major', 'state', 'assigned', 'moment'] as const;
export type Sort = (typeof SORTS)[number];
const sort = z.enum([
  'name',
  'school',
  'term',
  'major',
  'state',
  'assigned',
  'moment',
  '-name',
  '-school',
  '-term',
  '-major',
  '-state',
  '-assigned',
  '-moment',
]);

/** The views that everybody has. */
export const STANDING_VIEWS = ['all', 'to-read', 'mine', 'new', 'documents-waiting', 'drafts'] as const;
export type StandingView = (typeof STANDING_VIEWS)[number];

/** Rows of a page. */
export const PAGE_ROWS = 50;
/** Counts go so far; beyond, there are "1,000+". */
export const MOST_COUNTED = 1000;

/**
 * Which applications: what stands in the address of a list, all of it optional. Several filters must all hold. `view` is a
 * standing view or the id of a saved one; the rest narrows it.
 */
const filterShape = {
  view: z.optional(short(40)),
  /** Name, email address, confirmation number or school; at least two characters, else it is ignored. */
  q: z.optional(short(200)),
  term: z.optional(short(80)),
  major: z.optional(short(80)),
  state: z.optional(short(80)),
  school: z.optional(short(200)),
  residence: z.optional(z.enum(RESIDENCES)),
  /** That an application was sent in. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  document: z.optional(z.enum(DOCUMENT_STATES)),
  status: z.optional(z.enum([...OFFICE_STATUSES, 'test'])),
  /** Days of the university's time zone, YYYY-MM-DD, both included; of `moment`. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** The id of somebody of the office, `me` or `nobody`. */
  assigned: z.optional(short(40)),
  label: z.optional(short(40)),
  /** `1`: what is new to this person; `1`: what nobody has looked at. */
  is_new: z.optional(z.literal('1')),
  unread: z.optional(z.literal('1')),
  sort: z.optional(sort),
};
export const listFilter = z.object(filterShape);
export type ListFilter = z.infer<typeof listFilter>;
/** Those that ask for answers. They find no drafts, unless the partner lets lists show answers of drafts. */
export const ANSWER_FILTERS = ['term', 'major', 'state', 'residence', 'school'] as const;
const cursor = z.optional(short(600));

const count = z.object({ count: z.int(), is_more: z.boolean() });

export const listRow = z.object({
  id: z.string(),
  status: z.enum(OFFICE_STATUSES),
  confirmation_number: z.nullable(z.string()),
  given_name: z.string(),
  family_name: z.string(),
  /** All below is left out for a role that sees names alone. */
  preferred_name: z.optional(z.string()),
  email: z.optional(z.string()),
  school: z.optional(z.string()),
  school_state: z.optional(z.string()),
  /** Values of the form's choices; the words to them are in `officeChoices`. */
  term: z.optional(z.string()),
  major: z.optional(z.string()),
  state: z.optional(z.string()),
  residence: z.optional(z.enum(RESIDENCES)),
  /** That it was sent in; null until then. */
  language: z.optional(z.nullable(z.enum(LANGUAGE_CODES))),
  started_at: z.optional(moment),
  submitted_at: z.optional(z.nullable(moment)),
  documents: z.optional(z.enum(DOCUMENT_STATES)),
  assigned_to: z.optional(z.nullable(z.string())),
  labels: z.optional(z.array(z.string())),
  /** Somebody of the office has looked at it. */
  is_looked_at: z.optional(z.boolean()),
  /** Came, or came again, since this person was here last. */
  is_new: z.optional(z.boolean()),
  /** Of a draft: the page that was open last, and when it was changed last. */
  last_page: z.optional(z.string()),
  changed_at: z.optional(moment),
  /** Of an account for trying things out. */
  is_test: z.optional(z.boolean()),
  extended_until: z.optional(z.nullable(moment)),
});
export type ListRow = z.infer<typeof listRow>;

/** One page of a list, at its beginning or at a cursor that an earlier page gave. 400 bad_cursor for one of another sort. */
export const applications = call('GET', '/office/api/applications', {
  for: 'staff',
  right: 'list',
  query: z.object({ ...filterShape, after: cursor, before: cursor, last: z.optional(z.literal('1')) }),
  response: z.object({
    rows: z.array(listRow),
    total: count,
    /** Cursors for `before` and `after`; null where there is no such page. */
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** `similar`: too few were found as it is spelled, so that similar spellings are shown too. */
    found: z.enum(['exact', 'similar']),
  }),
});

const choice = z.object({ value: z.string(), label: z.string() });
/** What filters offer, and the words to values in rows. */
export const officeChoices = call('GET', '/office/api/choices', {
  for: 'staff',
  right: 'list',
  response: z.object({
    terms: z.array(choice),
    majors: z.array(choice),
    states: z.array(choice),
    colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
    labels: z.array(z.string()),
    pages: z.array(choice),
    /** Terms with the moments at which they open and close. */
    deadlines: z.array(z.object({ term: z.string(), opens: moment, closes: moment })),
  }),
});

/** The standing views and those that this person has saved, each with its count. */
export const views = call('GET', '/office/api/views', {
  for: 'staff',
  right: 'list',
  response: z.object({
    standing: z.array(z.object({ id: z.enum(STANDING_VIEWS), count })),
    saved: z.array(z.object({ id: z.string(), name: z.string(), filter: listFilter, count })),
  }),
});
export const saveView = call('POST', '/office/api/views', {
  for: 'staff',
  right: 'list',
  payload: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(60)),
    filter: z.strictObject(filterShape),
  }),
  response: z.object({ id: z.string() }),
});
export const deleteView = call('DELETE', '/office/api/views/:id', {
  for: 'staff',
  right: 'list',
  response: emptyResponse,
});

const documentOf = z.object({
  key: z.string(),
  label: z.string(),
  file_name: z.string(),
  file_size: z.int(),
  state: z.enum(DOCUMENT_STATES),
  page_count: z.nullable(z.int()),
  /** Where the browser reads it, and small pictures of its first pages. */
  href: z.nullable(z.string()),
  thumbnails: z.array(z.string()),
});

const noteOf = z.object({
  id: z.string(),
  author: z.string(),
  is_mine: z.boolean(),
  text: z.string(),
  /** Grows with each change; goes back with the next one. */
  version: z.int(),
  created_at: moment,
  changed_at: moment,
});
export type Note = z.infer<typeof noteOf>;

/** One line each: what the applicant, the office and the product did, oldest first. */
const historyLine = z.object({
  at: moment,
  /** The kind of the event in the audit trail, `mail:KIND` or `status:STATUS`. */
  kind: z.string(),
  /** `applicant`, `operator NAME`, a name of the office, or `system`. */
  by: z.string(),
  reason: z.optional(z.string()),
  /** Of a mail: waiting, sent or failed. */
  state: z.optional(z.string()),
});

/** What somebody has sent. Sealed answers are left out. */
const sentShape = {
  answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
  add_another: addAnotherSchema,
  tabs: z.record(z.string(), z.string()),
  /** The form that it was sent with, where it is not today's. */
  form: z.optional(z.custom<FormDefinition>()),
};
const sent = z.object(sentShape);
export type Sent = z.infer<typeof sent>;

/** One application, as it was sent, or as it is while it is a draft. Reading one is audited. */
export const officeApplication = call('GET', '/office/api/applications/:id', {
  for: 'staff',
  right: 'read',
  response: z.object({
    row: listRow,
    /** Grows with what the office changes: labels, who it is assigned to. */
    version: z.int(),
    /** Empty for a draft, of which nobody sees answers; `sealed` has the keys of those that are left out. */
    ...sentShape,
    sealed: z.array(z.object({ key: z.string(), label: z.string(), masked: z.string() })),
    documents: z.array(documentOf),
    notes: z.array(noteOf),
    history: z.array(historyLine),
    looked_at: z.array(z.object({ name: z.string(), is_mine: z.boolean(), at: moment })),
    /** Submissions that a reopening has set aside, oldest first; `documents`: the names of their files by question. */
    earlier_submissions: z.array(
      z.object({
        ...sentShape,
        documents: z.record(z.string(), z.string()),
        submitted_at: moment,
        reopened_at: moment,
      }),
    ),
  }),
});
export type OfficeApplication = z.infer<typeof officeApplication.response>;

/**
 * What comes before and after it in the list that it was opened from. `place` is the row's own cursor, as it was when the
 * list was drawn: it holds when the row has left the list since.
 */
export const neighbors = call('GET', '/office/api/applications/:id/neighbors', {
  for: 'staff',
  right: 'read',
  query: z.object({ ...filterShape, place: cursor }),
  response: z.object({
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** Counted from 1; null beyond a thousand. */
    position: z.nullable(z.int()),
    total: count,
    /** To give back at the next call; null where the application was never in this list. */
    place: z.nullable(z.string()),
  }),
});

const reason = z.string().check(z.minLength(3), z.maxLength(500));
/** Opens one sealed answer; reason and reader are in the audit trail. */
export const openSealed = call('POST', '/office/api/applications/:id/sealed', {
  for: 'staff',
  right: 'open_sealed',
  payload: z.strictObject({ key: short(80), reason }),
  response: z.object({ value: z.union([z.string(), z.boolean()]) }),
});

const noteText = z.string().check(z.minLength(1), z.maxLength(5000));
export const addNote = call('POST', '/office/api/applications/:id/notes', {
  for: 'staff',
  right: 'note',
  payload: z.strictObject({ text: noteText }),
  response: z.object({ note: noteOf }),
  body: 'report',
});
/** Changes one's own note. 409 note_changed when it has changed since the version that is given. */
export const changeNote = call('PUT', '/office/api/applications/:id/notes/:note', {
  for: 'staff',
  right: 'note',
  payload: z.strictObject({ text: noteText, version: z.int() }),
  response: z.object({ note: noteOf }),
  body: 'report',
});
export const markLookedAt = call('POST', '/office/api/applications/:id/looked-at', {
  for: 'staff',
  right: 'note',
  response: emptyResponse,
});
/** Says that somebody has it open, about every 30 seconds; returns who else has. */
export const markPresent = call('POST', '/office/api/applications/:id/present', {
  for: 'staff',
  right: 'read',
  response: z.object({ others: z.array(z.string()) }),
});

const label = z.string().check(z.minLength(1), z.maxLength(40));
const labels = z.array(label).check(z.maxLength(20));
/** Adds and takes away labels: two people's changes merge. */
export const changeLabels = call('PUT', '/office/api/applications/:id/labels', {
  for: 'staff',
  right: 'assign',
  payload: z.strictObject({ add: labels, remove: labels }),
  response: z.object({ labels: z.array(z.string()) }),
  body: 'report',
});
/** Null: nobody. */
export const assign = call('PUT', '/office/api/applications/:id/assigned', {
  for: 'staff',
  right: 'assign',
  payload: z.strictObject({ to: z.nullable(z.uuid()) }),
  response: emptyResponse,
});
/** Lets one applicant submit until a moment though the term has closed. Null takes it back. */
export const extendDeadline = call('POST', '/office/api/applications/:id/deadline', {
  for: 'staff',
  right: 'extend_deadline',
  payload: z.strictObject({ until: z.nullable(z.iso.datetime({ offset: true })), reason }),
  response: emptyResponse,
});
/** Makes a submitted application a draft again, with its number; what was sent is kept. */
export const reopen = call('POST', '/office/api/applications/:id/reopen', {
  for: 'staff',
  right: 'reopen',
  payload: z.strictObject({ reason }),
  response: emptyResponse,
});
export const withdraw = call('POST', '/office/api/applications/:id/withdraw', {
  for: 'staff',
  right: 'reopen',
  payload: z.strictObject({ reason }),
  response: emptyResponse,
});
export const MAILS_AGAIN = ['sign_in', 'receipt'] as const;
export const mailAgain = call('POST', '/office/api/applications/:id/mail', {
  for: 'staff',
  right: 'mail_again',
  payload: z.strictObject({ kind: z.enum(MAILS_AGAIN) }),
  response: emptyResponse,
});
