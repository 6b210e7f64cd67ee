import * as z from 'zod/mini';
import { call } from './call.ts';
import { listFilter, MAILS_AGAIN } from './office.ts';

/** Calls of the admissions office about many applications: acts on a selection, exports, numbers, the audit trail. */

const moment = z.string();
const short = (limit: number) => z.string().check(z.maxLength(limit));

export const MANY_ACTS = ['add_label', 'remove_label', 'assign', 'mail_again', 'extend_deadline', 'withdraw'] as const;
export type ManyAct = (typeof MANY_ACTS)[number];
/** An act on at most so many applications. */
export const MOST_AT_ONCE = 500;
/** Ids that a selection can name: more than may be acted on, so that too many are refused by name. */
const MOST_NAMED = 2_000;

const reason = z.string().check(z.minLength(3), z.maxLength(500));
const act = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['add_label', 'remove_label']),
    label: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  z.strictObject({ kind: z.literal('assign'), to: z.nullable(z.uuid()) }),
  z.strictObject({ kind: z.literal('mail_again'), mail: z.enum(MAILS_AGAIN) }),
  z.strictObject({ kind: z.literal('extend_deadline'), until: z.iso.datetime({ offset: true }), reason }),
  z.strictObject({ kind: z.literal('withdraw'), reason }),
]);
export type ManyActOf = z.infer<typeof act>;
/** By hand, or all of a list, which the server counts again. */
const selection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_NAMED)) }),
  z.strictObject({ filter: listFilter }),
]);
export type Selection = z.infer<typeof selection>;

const leftOut = z.object({ id: z.string(), name: z.string(), why: z.string() });
/** What would happen, to how many, and who is left out and why. Changes nothing. 409 too_many_selected beyond 500. */
export const previewMany = call('POST', '/office/api/many/preview', {
  for: 'staff',
  right: 'act_on_many',
  payload: z.strictObject({ act, selection }),
  response: z.object({ count: z.int(), left_out: z.array(leftOut) }),
  body: 'messages',
});
/** Begins it as a job. `attempt` is a UUID of the browser's: sent twice, it is one job. */
export const startMany = call('POST', '/office/api/many', {
  for: 'staff',
  right: 'act_on_many',
  payload: z.strictObject({ attempt: z.uuid(), act, selection }),
  response: z.object({ id: z.string() }),
  body: 'messages',
});
export const manyProgress = call('GET', '/office/api/many/:id', {
  for: 'staff',
  right: 'act_on_many',
  response: z.object({
    state: z.enum(['waiting', 'running', 'done']),
    done: z.int(),
    total: z.int(),
    left_out: z.array(leftOut),
  }),
});

/** A workbook for people, exact values for machines, and a PDF of each application with its documents. */
export const EXPORT_FORMATS = ['people_xlsx', 'machine_csv', 'machine_jsonl', 'packets'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Applications in one export: a workbook is made in memory, and each packet is printed. */
export const MOST_EXPORTED: Readonly<Record<ExportFormat, number>> = {
  people_xlsx: 5_000,
  machine_csv: 1_000_000,
  machine_jsonl: 1_000_000,
  packets: 500,
};
const exportOf = z.object({
  id: z.string(),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  by: z.string(),
  purpose: z.string(),
  receiver: z.nullable(z.string()),
  asked_at: moment,
  done_at: z.nullable(moment),
  rows: z.nullable(z.int()),
  /** Counted while it runs. */
  done: z.int(),
  /** Where it is fetched, once done and for seven days. */
  href: z.nullable(z.string()),
});
export type OfficeExport = z.infer<typeof exportOf>;
export const exportsList = call('GET', '/office/api/exports', {
  for: 'staff',
  right: 'export',
  response: z.object({ exports: z.array(exportOf) }),
});
export const startExport = call('POST', '/office/api/exports', {
  for: 'staff',
  right: 'export',
  payload: z.strictObject({
    format: z.enum(EXPORT_FORMATS),
    filter: listFilter,
    /** Only what came since the last export of this format. */
    since_last: z.boolean(),
    purpose: reason,
    /** The system or body that gets it, if it is not the office itself. */
    receiver: z.nullable(short(120)),
  }),
  response: z.object({ id: z.string() }),
  body: 'report',
});

const counted = z.array(z.object({ value: z.string(), count: z.int() }));
/** Test accounts are in none of these. Days are those of the university's time zone. */
export const numbers = call('GET', '/office/api/numbers', {
  for: 'staff',
  right: 'numbers',
  query: z.object({ term: z.optional(short(80)) }),
  response: z.object({
    started: z.int(),
    submitted: z.int(),
    by_day: z.array(z.object({ day: z.string(), started: z.int(), submitted: z.int() })),
    by_term: counted,
    by_state: counted,
    by_residence: counted,
    by_school: counted,
    /** Of what was submitted: the language, and the class of device or '' where that isn't known. */
    by_language: counted,
    by_device: counted,
    /** The page that was open last, of drafts. */
    drafts_stop_at: counted,
    /** The question whose answer was saved last, of drafts, by its key; the first in the form of those saved at once. */
    drafts_stop_after: counted,
    documents_waiting: z.int(),
    mails_waiting: z.int(),
    mails_failed: z.int(),
  }),
});

/** What a release of the form changed, the kinds in the order in which they are told. */
const FORM_CHANGES = [
  ...(['added', 'key_gone', 'document_gone', 'kind_changed', 'choice_gone', 'limit_shorter', 'required_now'] as const),
  ...(['condition_narrower', 'tabs_gone', 'tab_gone', 'repeater_gone', 'repeater_shorter', 'page_gone'] as const),
  'renamed',
] as const;
const formChange = z.object({
  kind: z.enum(FORM_CHANGES),
  /** Of the question, block or page, in its form's words. */
  name: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});
export type FormChangeShown = z.infer<typeof formChange>;
/** What each release of the forms changed, the newest first. */
export const formHistory = call('GET', '/office/api/form-history', {
  for: 'staff',
  right: 'list',
  response: z.object({
    forms: z.array(
      z.object({
        form: z.string(),
        releases: z.array(
          z.object({
            number: z.int(),
            released_at: moment,
            serves: z.boolean(),
            /** Of how many drafts an answer was set aside so far. */
            drafts: z.int(),
            changes: z.array(formChange),
          }),
        ),
      }),
    ),
  }),
});

const event = z.object({
  id: z.int(),
  at: moment,
  kind: z.string(),
  by: z.string(),
  application_id: z.nullable(z.string()),
  confirmation_number: z.nullable(z.string()),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
/** Newest first. A director sees what the office did, an auditor everything. */
export const auditTrail = call('GET', '/office/api/audit', {
  for: 'staff',
  right: 'audit_trail',
  query: z.object({
    /** The id of somebody of the office, or of an application. */
    person: z.optional(z.uuid()),
    application: z.optional(z.uuid()),
    kind: z.optional(short(60)),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    before: z.optional(short(20)),
  }),
  response: z.object({ events: z.array(event), next: z.nullable(z.string()) }),
});
/** What left the building: who took it, how many rows, which columns, why, and for whom. */
export const disclosures = call('GET', '/office/api/disclosures', {
  for: 'staff',
  right: 'audit_trail',
  response: z.object({
    disclosures: z.array(
      z.object({
        at: moment,
        by: z.string(),
        format: z.string(),
        rows: z.int(),
        columns: z.array(z.string()),
        purpose: z.string(),
        receiver: z.nullable(z.string()),
      }),
    ),
  }),
});
