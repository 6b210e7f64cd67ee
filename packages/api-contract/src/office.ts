import { LANGUAGE_CODES } from '@firstyear/words';
import * as z from 'zod/mini';
import { addAnotherSchema, answersSchema, answerValue, tabsSchema } from './application.ts';
import { officeCall } from './call.ts';
import { formDefinition } from './form-definition.ts';
import { CHECKLISTS } from './item-states.ts';
import { cannedRequest } from './items.ts';
import { staffLine, staffLines, staffReason } from './staff-text.ts';

/** Calls of the admissions office that find and read applications. Moments are ISO 8601; ids are UUIDs. */

const moment = z.string();
const short = (limit: number) => z.string().check(z.maxLength(limit));
/** YYYY-MM-DD. PostgreSQL knows no year 0. */
export const day = z.iso.date().check(z.regex(/^(?!0000)/));

/** The status of an application in the office. A reopened one is a draft again. */
export const OFFICE_STATUSES = ['draft', 'submitted', 'withdrawn'] as const;

/** The state of an application's documents: that of the least finished one. */
export const DOCUMENT_STATES = ['none', 'waiting', 'failed', 'ready'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Residence as seen from the university. */
export const RESIDENCES = ['in_state', 'out_of_state', 'international', 'unknown'] as const;
export type Residence = (typeof RESIDENCES)[number];

export const DEVICES = ['phone', 'tablet', 'computer'] as const;
export type Device = (typeof DEVICES)[number];

/** The sort orders of the list. `moment`: the submission, or the start of a draft. */
export const SORTS = ['name', 'school', 'term', 'major', 'state', 'assigned', 'moment'] as const;
export type Sort = (typeof SORTS)[number];
const sort = z.enum([...SORTS, ...SORTS.map((by) => `-${by}` as const)]);

export const BUILT_IN_VIEWS = [
  'all',
  'to-read',
  'mine',
  'new',
  'documents-waiting',
  'drafts',
  'to-check',
  'complete',
] as const;
export type BuiltInView = (typeof BUILT_IN_VIEWS)[number];

export const PAGE_ROWS = 50;
/** Counting stops here; a larger count is shown as "100,000+". */
export const MOST_COUNTED = 100_000;

/**
 * The filters of the list, as in its address; several must all hold. `view` is a built-in view or the id of a saved one, which
 * the others narrow.
 */
const filterShape = {
  view: z.optional(short(40)),
  /** Name, date of birth, phone, email address, confirmation number or school; at least two characters, or one of a script without capitals; else it is ignored. */
  q: z.optional(short(200)),
  term: z.optional(short(80)),
  major: z.optional(short(80)),
  state: z.optional(short(80)),
  school: z.optional(short(200)),
  residence: z.optional(z.enum(RESIDENCES)),
  /** The language that the application was submitted in. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  document: z.optional(z.enum(DOCUMENT_STATES)),
  /** Where the items stand that an application needs. */
  checklist: z.optional(z.enum(CHECKLISTS)),
  status: z.optional(z.enum([...OFFICE_STATUSES, 'test'])),
  /** Days of the university's time zone, YYYY-MM-DD, both included; of `moment`. */
  from: z.optional(day),
  to: z.optional(day),
  /** The id of a colleague, `me` or `nobody`. */
  assigned: z.optional(short(40)),
  /** The id of a stage, or `none`. */
  stage: z.optional(short(40)),
  label: z.optional(short(40)),
  /** `1`: only applications that are new to this person. */
  is_new: z.optional(z.literal('1')),
  /** `1`: only applications that nobody has looked at. */
  unread: z.optional(z.literal('1')),
  sort: z.optional(sort),
};
export const listFilter = z.object(filterShape);
export type ListFilter = z.infer<typeof listFilter>;
const cursor = z.optional(short(600));

const count = z.object({ count: z.int(), is_more: z.boolean() });

export const listRow = z.object({
  id: z.string(),
  status: z.enum(OFFICE_STATUSES),
  confirmation_number: z.nullable(z.string()),
  given_name: z.string(),
  family_name: z.string(),
  /** The rest is left out for a role that sees only names. */
  preferred_name: z.optional(z.string()),
  email: z.optional(z.string()),
  /** YYYY-MM-DD; '' while it is unknown. */
  birth_date: z.optional(z.string()),
  school: z.optional(z.string()),
  school_state: z.optional(z.string()),
  /** Values of choices; `officeChoices` has their words. */
  term: z.optional(z.string()),
  major: z.optional(z.string()),
  state: z.optional(z.string()),
  residence: z.optional(z.enum(RESIDENCES)),
  /** The language of the submission; null before. */
  language: z.optional(z.nullable(z.enum(LANGUAGE_CODES))),
  started_at: z.optional(moment),
  submitted_at: z.optional(z.nullable(moment)),
  documents: z.optional(z.enum(DOCUMENT_STATES)),
  checklist: z.optional(z.enum(CHECKLISTS)),
  /** Since when the oldest of what came waits to be checked. */
  to_check_since: z.optional(z.nullable(moment)),
  assigned_to: z.optional(z.nullable(z.string())),
  /** The id of a stage; '' for none. */
  stage: z.optional(z.string()),
  labels: z.optional(z.array(z.string())),
  /** Whether a colleague has marked it as looked at. */
  is_looked_at: z.optional(z.boolean()),
  /** Whether it was submitted since this person was here last. */
  is_new: z.optional(z.boolean()),
  /** Of a draft: the page that was open last, and the last change. */
  last_page: z.optional(z.string()),
  changed_at: z.optional(moment),
  is_test: z.optional(z.boolean()),
  extended_until: z.optional(z.nullable(moment)),
});
export type ListRow = z.infer<typeof listRow>;

/** One page of the list: the first, or the one at a cursor of an earlier page. 400 bad_cursor for a cursor of another sort. */
export const applications = officeCall('list', 'GET', '/office/api/applications', {
  query: z.object({ ...filterShape, after: cursor, before: cursor, last: z.optional(z.literal('1')) }),
  response: z.object({
    rows: z.array(listRow),
    total: count,
    /** Cursors for `before` and `after`; null where there is no such page. */
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** Names spelled like the search, if it finds few or none. They are not in the list, its counts, acts or exports. */
    similar: z.optional(z.array(listRow)),
    /** Whether the list could have drafts, and leaves them out since it is filtered or sorted by an answer. */
    hides_drafts: z.optional(z.boolean()),
    /** Whether `q` is too short to be searched for. */
    ignores_search: z.optional(z.boolean()),
  }),
});

const choice = z.object({ value: z.string(), label: z.string() });
/** The choices of filters, which are also the words of values in rows. */
export const officeChoices = officeCall('list', 'GET', '/office/api/choices', {
  response: z.object({
    terms: z.array(choice),
    majors: z.array(choice),
    states: z.array(choice),
    colleagues: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The name, with the address where a colleague has the same. */
        label: z.string(),
        may_be_assigned: z.boolean(),
      }),
    ),
    labels: z.array(z.string()),
    /** Of the partner's list, in its order. */
    stages: z.array(choice),
    /** Messages of the partner's list, by title. */
    messages: z.array(choice),
    /** What the university's list has to ask applicants for. */
    requests: z.optional(z.array(cannedRequest)),
    pages: z.array(choice),
    /** The items of the university's list. */
    items: z.array(choice),
    deadlines: z.array(z.object({ term: z.string(), opens: moment, closes: moment })),
  }),
});

/** The built-in views and this person's saved ones, each with its count. */
export const views = officeCall('list', 'GET', '/office/api/views', {
  response: z.object({
    as_of: moment,
    standing: z.array(z.object({ id: z.enum(BUILT_IN_VIEWS), count })),
    saved: z.array(z.object({ id: z.string(), name: z.string(), filter: listFilter, count })),
  }),
});
export const saveView = officeCall('list', 'POST', '/office/api/views', {
  payload: z.strictObject({
    name: staffLine({ min: 1, max: 60 }),
    filter: z.strictObject(filterShape),
  }),
  response: z.object({ id: z.string() }),
});
export const deleteView = officeCall('list', 'DELETE', '/office/api/views/:id');

const documentOf = z.object({
  key: z.string(),
  label: z.string(),
  file_name: z.string(),
  file_size: z.int(),
  state: z.enum(DOCUMENT_STATES),
  page_count: z.nullable(z.int()),
  /** Paths of the file and of small pictures of its first pages. */
  href: z.nullable(z.string()),
  thumbnails: z.array(z.string()),
});

const noteOf = z.object({
  id: z.string(),
  author: z.string(),
  is_mine: z.boolean(),
  text: z.string(),
  /** Grows with each change; a change sends the version that it was made from. */
  version: z.int(),
  created_at: moment,
  changed_at: moment,
});
export type Note = z.infer<typeof noteOf>;

const historyLine = z.object({
  at: moment,
  /** The kind of the event in the audit trail, `mail:KIND` or `status:STATUS`. */
  kind: z.string(),
  /** `applicant`, `operator NAME`, a name of the office, or `system`. */
  by: z.string(),
  /** What was chosen, such as the name of a stage. */
  what: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** Of a mail: waiting, sent or failed. */
  state: z.optional(z.string()),
});

/** A submission, without sealed answers. */
const sentShape = {
  answers: answersSchema,
  add_another: addAnotherSchema,
  tabs: tabsSchema,
  /** The form that it was submitted with, where that is not the current one. */
  form: z.optional(formDefinition),
};
const sent = z.object(sentShape);
export type Sent = z.infer<typeof sent>;

/** One application: the submission, or the facts of a draft. The audit trail records each reading. */
export const officeApplication = officeCall('read', 'GET', '/office/api/applications/:id', {
  response: z.object({
    row: listRow,
    /** Grows with each change but those of notes. */
    version: z.int(),
    /** Whether the submission is no longer what was sent: somebody changed it in the database. */
    is_altered: z.optional(z.boolean()),
    /** Empty for a draft, whose answers nobody sees. */
    ...sentShape,
    sealed: z.array(z.object({ key: z.string(), label: z.string(), masked: z.string() })),
    documents: z.array(documentOf),
    notes: z.array(noteOf),
    history: z.array(historyLine),
    looked_at: z.array(z.object({ name: z.string(), is_mine: z.boolean(), at: moment })),
    /** Submissions from before a reopening or a correction, oldest first; `documents`: file names by question. */
    earlier_submissions: z.array(
      z.object({
        ...sentShape,
        documents: z.record(z.string(), z.string()),
        sealed_keys: z.optional(z.array(z.string())),
        submitted_at: moment,
        /** When it was reopened or corrected. */
        reopened_at: moment,
        /** The questions that a correction has changed the answers of; left out of a reopened one. */
        changed_keys: z.optional(z.array(z.string())),
        /** The request that they were corrected for; left out if the office corrected them. */
        item_id: z.optional(z.string()),
      }),
    ),
  }),
});
export type OfficeApplication = z.infer<typeof officeApplication.response>;

/**
 * Says where the print of a submission's PDF copy stands, and requests it if there is none; GET of its address downloads it.
 * Its sealed answers stay sealed.
 */
export const officeCopy = officeCall('read', 'POST', '/office/api/applications/:id/copy', {
  response: z.object({ status: z.enum(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED']) }),
});

/**
 * The previous and next application in the list that this one was opened from. `place` is the row's cursor from when it was
 * opened; it works even if the row has left the list since.
 */
export const neighbors = officeCall('read', 'GET', '/office/api/applications/:id/neighbors', {
  query: z.object({ ...filterShape, place: cursor }),
  response: z.object({
    previous: z.nullable(z.string()),
    next: z.nullable(z.string()),
    /** Counted from 1; null beyond MOST_COUNTED. */
    position: z.nullable(z.int()),
    total: count,
    /** For the next call; null where the application was never in this list. */
    place: z.nullable(z.string()),
  }),
});

const reason = staffReason;
/** Opens one sealed answer; the audit trail records reason and reader. */
export const openSealed = officeCall('open_sealed', 'POST', '/office/api/applications/:id/sealed', {
  payload: z.strictObject({ key: short(80), reason }),
  response: z.object({ value: answerValue }),
});

const noteText = staffLines({ min: 1, max: 5000 });
export const addNote = officeCall('note', 'POST', '/office/api/applications/:id/notes', {
  payload: z.strictObject({ text: noteText }),
  response: z.object({ note: noteOf }),
  body: 'report',
});
/** Changes one's own note; empty, it is not shown. 409 note_changed when it has changed since `version`. */
export const changeNote = officeCall('note', 'PUT', '/office/api/applications/:id/notes/:note', {
  payload: z.strictObject({ text: staffLines({ max: 5000 }), version: z.int() }),
  response: z.object({ note: noteOf }),
  body: 'report',
});
export const markLookedAt = officeCall('note', 'POST', '/office/api/applications/:id/looked-at');
/** Reports every 30 seconds that the caller has it open; returns the names of others who have, and what a page compares to learn of changes. */
export const markPresent = officeCall('read', 'POST', '/office/api/applications/:id/present', {
  response: z.object({
    others: z.array(z.string()),
    version: z.optional(z.int()),
    status: z.optional(z.enum(OFFICE_STATUSES)),
  }),
});

const MOST_LABELS = 20;
const labels = z.array(staffLine({ min: 1, max: 40 })).check(z.maxLength(MOST_LABELS));
/** Adds and removes labels; the changes of two people merge. */
export const changeLabels = officeCall('assign', 'PUT', '/office/api/applications/:id/labels', {
  payload: z.strictObject({ add: labels, remove: labels }),
  response: z.object({ labels: z.array(z.string()) }),
  body: 'report',
});
/** Assigns an application to a colleague, or unassigns it with null. 409 assigned_meanwhile unless `from` has it. */
export const assign = officeCall('assign', 'PUT', '/office/api/applications/:id/assigned', {
  payload: z.strictObject({ to: z.nullable(z.uuid()), from: z.optional(z.nullable(z.uuid())) }),
});
/** Sets where a submitted application stands; '' for nowhere. 409 stage_changed unless it stands at `from`. */
export const setStage = officeCall('assign', 'PUT', '/office/api/applications/:id/stage', {
  payload: z.strictObject({ to: short(40), from: short(40) }),
});
/** Whether an email tells the applicant; without it, one does. */
export const tells = z.optional(z.boolean());
/** Lets one applicant submit after the term has closed, until a moment. Null takes the extension back. */
export const extendDeadline = officeCall('extend_deadline', 'POST', '/office/api/applications/:id/deadline', {
  payload: z.strictObject({ until: z.nullable(z.iso.datetime({ offset: true })), reason, tells }),
});
/** Makes a submitted application a draft again; number and submission are kept. */
export const reopen = officeCall('reopen', 'POST', '/office/api/applications/:id/reopen', {
  payload: z.strictObject({ reason, tells }),
});
export const withdraw = officeCall('reopen', 'POST', '/office/api/applications/:id/withdraw', {
  payload: z.strictObject({ reason, tells }),
});
/** Makes a withdrawn application a submitted one again. */
export const undoWithdrawal = officeCall('reopen', 'POST', '/office/api/applications/:id/withdraw/undo', {
  payload: z.strictObject({ reason, tells }),
});
export const MAILS_AGAIN = ['sign_in', 'receipt'] as const;
export const mailAgain = officeCall('mail_again', 'POST', '/office/api/applications/:id/mail', {
  payload: z.strictObject({ kind: z.enum(MAILS_AGAIN) }),
});
