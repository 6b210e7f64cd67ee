import * as z from 'zod/mini';
import { officeCall } from './call.ts';
import { day, listFilter, MAILS_AGAIN, tells } from './office.ts';
import { requestShape } from './office-items.ts';
import { message, shownLetter } from './office-letters.ts';
import { staffLine, staffReason } from './staff-text.ts';

/** Calls of the admissions office about many applications: acts on a selection, exports, numbers, the audit trail. */

const moment = z.string();
const short = (limit: number) => z.string().check(z.maxLength(limit));

export const MANY_ACTS = [
  'add_label',
  'remove_label',
  'assign',
  'set_stage',
  'message',
  'mail_again',
  'extend_deadline',
  'withdraw',
  'ask',
  'accept_item',
  'waive_item',
] as const;
export type ManyAct = (typeof MANY_ACTS)[number];
/** Applications that one act may change. */
export const MOST_AT_ONCE = 500;
/** Ids in a selection: above MOST_AT_ONCE, so that the refusal can say so. */
const MOST_NAMED = 2_000;

const reason = staffReason;
const act = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_label'), label: staffLine({ min: 1, max: 40 }) }),
  z.strictObject({ kind: z.literal('remove_label'), label: short(40) }),
  z.strictObject({ kind: z.literal('assign'), to: z.nullable(z.uuid()) }),
  z.strictObject({ kind: z.literal('set_stage'), to: short(40) }),
  z.strictObject({ kind: z.literal('message'), message }),
  z.strictObject({ kind: z.literal('mail_again'), mail: z.enum(MAILS_AGAIN) }),
  z.strictObject({ kind: z.literal('extend_deadline'), until: z.iso.datetime({ offset: true }), reason, tells }),
  z.strictObject({ kind: z.literal('withdraw'), reason, tells }),
  z.strictObject({ kind: z.literal('ask'), ...requestShape }),
  /** `rule`: the item's id in the university's list. */
  z.strictObject({ kind: z.literal('accept_item'), rule: short(40) }),
  z.strictObject({ kind: z.literal('waive_item'), rule: short(40), reason }),
]);
export type ManyActOf = z.infer<typeof act>;
/** Applications selected by hand, or all of a list, which the server counts again. */
const selection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_NAMED)) }),
  z.strictObject({ filter: listFilter }),
]);
export type Selection = z.infer<typeof selection>;

/** What a preview found, as the act that follows sends it back: 409 changed_since_preview when it is no longer so. */
const previewed = short(64);

const leftOut = z.object({ id: z.string(), name: z.string(), why: z.string() });
/** A dry run: how many applications would change, and which are left out and why. 409 too_many_selected beyond 500. */
export const previewMany = officeCall('act_on_many', 'POST', '/office/api/many/preview', {
  payload: z.strictObject({ act, selection }),
  response: z.object({
    count: z.int(),
    left_out: z.array(leftOut),
    /** The mail to the first applicant of each language, and how many get it in that language. */
    mails: z.array(z.object({ ...shownLetter.shape, count: z.int() })),
    previewed,
  }),
  body: 'messages',
});
/** Starts the act as a job. `attempt` is an idempotency key, a UUID from the browser. */
export const startMany = officeCall('act_on_many', 'POST', '/office/api/many', {
  payload: z.strictObject({ attempt: z.uuid(), act, selection, previewed }),
  response: z.object({ id: z.string() }),
  body: 'messages',
});
export const manyProgress = officeCall('act_on_many', 'GET', '/office/api/many/:id', {
  response: z.object({
    state: z.enum(['waiting', 'running', 'done']),
    done: z.int(),
    total: z.int(),
    left_out: z.array(leftOut),
  }),
});

/** The labels in use, each with its number of applications, test accounts included. */
export const labelUses = officeCall('rename_labels', 'GET', '/office/api/labels', {
  response: z.object({ labels: z.array(z.object({ label: z.string(), count: z.int() })) }),
});
/**
 * Renames a label, or merges it into another that has the new name already, in any case; saved views and exports follow. `count` is how many
 * applications have it: 409 changed_since_preview when they are no longer so many.
 */
export const renameLabel = officeCall('rename_labels', 'POST', '/office/api/labels/rename', {
  payload: z.strictObject({
    label: short(40).check(z.minLength(1)),
    to: staffLine({ min: 1, max: 40 }),
    count: z.int(),
  }),
  response: z.object({ label: z.string() }),
});

/** A workbook for people, exact values for machines, and a PDF of each application with its documents. */
export const EXPORT_FORMATS = ['people_xlsx', 'machine_csv', 'machine_jsonl', 'packets'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Applications in one export: a workbook is built in memory, and each packet is printed. */
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
  /** The file's path, for seven days once it is done. */
  href: z.nullable(z.string()),
});
export type OfficeExport = z.infer<typeof exportOf>;
export const exportsList = officeCall('export', 'GET', '/office/api/exports', {
  response: z.object({ exports: z.array(exportOf) }),
});
const MOST_COLUMNS = 5_000;
/** The columns that a workbook can have besides the application's number, under headings of the form. */
export const exportColumns = officeCall('export', 'GET', '/office/api/exports/columns', {
  response: z.object({
    groups: z.array(
      z.object({
        title: z.string(),
        /** is_usual: whether it is in a workbook whose columns nobody has chosen. */
        columns: z.array(z.object({ id: z.string(), title: z.string(), is_usual: z.boolean() })),
      }),
    ),
  }),
});
const exportRequest = {
  format: z.enum(EXPORT_FORMATS),
  filter: listFilter,
  /** Only submissions since the last export of this format. */
  since_last: z.boolean(),
};
/** Counts the applications that would be exported. 409 too_many_selected beyond the format's limit. */
export const previewExport = officeCall('export', 'POST', '/office/api/exports/preview', {
  payload: z.strictObject(exportRequest),
  response: z.object({ count: z.int(), previewed }),
});
export const startExport = officeCall('export', 'POST', '/office/api/exports', {
  payload: z.strictObject({
    ...exportRequest,
    previewed,
    purpose: reason,
    /** The system or body that receives it; null for the office itself. */
    receiver: z.nullable(staffLine({ max: 120 })),
    /** Of a workbook: ids of `exportColumns`; without it, the usual ones. */
    columns: z.optional(z.array(short(120)).check(z.maxLength(MOST_COLUMNS))),
  }),
  response: z.object({ id: z.string() }),
  body: 'messages',
});

/** The largest first; null: all others. */
const counted = z.array(z.object({ value: z.nullable(z.string()), count: z.int() }));
/** Statistics of a list, without test accounts. Days are in the university's time zone. */
export const numbers = officeCall('numbers', 'GET', '/office/api/numbers', {
  query: z.object({ ...listFilter.shape, of: z.optional(z.enum(['submitted', 'started'])) }),
  response: z.object({
    /** With submitted and withdrawn ones. */
    started: z.int(),
    submitted: z.int(),
    withdrawn: z.int(),
    by_day: z.array(z.object({ day: z.string(), started: z.int(), submitted: z.int(), complete: z.int() })),
    /** Of the submitted applications, by where their items stand. */
    by_checklist: counted,
    /** Of the submitted applications, or of all that were started. */
    by_term: counted,
    by_state: counted,
    by_residence: counted,
    by_school: counted,
    by_language: counted,
    /** Empty without a list of stages. */
    by_stage: counted,
    by_device: counted,
    /** Drafts by the page that was open last. */
    drafts_stop_at: counted,
    /** Drafts by the key of the answer saved last; of answers saved at once, the first in the form. */
    drafts_stop_after: counted,
    documents_waiting: z.int(),
    mails_waiting: z.int(),
    mails_failed: z.int(),
  }),
});

/** The releases of the forms with their changes, newest first. */
export const formHistory = officeCall('list', 'GET', '/office/api/form-history', {
  response: z.object({
    forms: z.array(
      z.object({
        form: z.string(),
        releases: z.array(
          z.object({
            number: z.int(),
            released_at: moment,
            serves: z.boolean(),
            /** In sentences. */
            changes: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
});

/** The kinds of events in the audit trail. Rows of other versions may have more. */
export const AUDIT_KINDS = [
  'account_confirmed',
  'login',
  'login_failed',
  'logout',
  'logout_everywhere',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'email_change_undone',
  'document_uploaded',
  'document_deleted',
  'document_read',
  'pdf_read',
  'packet_made',
  'submitted',
  'paper_sent',
  'explained',
  'corrected',
  'helper_asked',
  'helper_declined',
  'service_link',
  'service_view',
  'temporary_application',
  'applications_exported',
  'person_exported',
  'person_deleted',
  'staff_sign_in',
  'staff_sign_in_failed',
  'staff_sign_out',
  'staff_set_up',
  'staff_added',
  'staff_changed',
  'staff_removed',
  'staff_sessions_ended',
  'staff_link',
  'staff_link_opened',
  'application_read',
  'sealed_answer_opened',
  'looked_at',
  'note_written',
  'note_changed',
  'labels_changed',
  'assigned',
  'stage_set',
  'deadline_extended',
  'reopened',
  'withdrawn',
  'withdrawal_undone',
  'mail_sent_again',
  'message_sent',
  'answer_corrected',
  'item_decided',
  'item_asked',
  'item_hidden',
  'paper_moved',
  'acted_on_many',
  'label_renamed',
  'export_asked',
  'export_taken',
  'trail_taken',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
/** A filter of the audit trail: every event with which data left the office. */
export const LEFT_OFFICE = 'left_office';

/** A line of the audit trail. What one colleague reads of one application within half an hour is one. */
const event = z.object({
  id: z.int(),
  at: moment,
  kind: z.string(),
  by: z.string(),
  /** What happened, in words. */
  text: z.string(),
  application_id: z.nullable(z.string()),
  confirmation_number: z.nullable(z.string()),
  /** The first hundred applications of an act on many or of an export: confirmation numbers, or ids of drafts. */
  applications: z.array(z.string()),
  columns: z.array(z.string()),
});
export type TrailEvent = z.infer<typeof event>;
const trailFilter = {
  /** Ids of a colleague and of an application. */
  person: z.optional(z.uuid()),
  application: z.optional(z.uuid()),
  /** A confirmation number, a name, or a whole email address. */
  q: z.optional(short(200)),
  /** An AuditKind or LEFT_OFFICE. */
  kind: z.optional(short(60)),
  from: z.optional(day),
  to: z.optional(day),
};
/** Newest first. A director sees what the office did, an auditor everything. */
export const auditTrail = officeCall('audit_trail', 'GET', '/office/api/audit', {
  query: z.object({ ...trailFilter, before: z.optional(short(20)) }),
  response: z.object({ events: z.array(event), next: z.nullable(z.string()) }),
});
/** The filter in the address of the trail as a file. */
export const trailFileQuery = z.object(trailFilter);
