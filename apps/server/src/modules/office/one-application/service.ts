import type { ResponseOf } from '@firstyear/api-contract/call';
import {
  type AuditKind,
  type MAILS_AGAIN,
  MANY_ACTS,
  type ManyAct,
  type Note,
  type officeApplication,
  officePaths,
} from '@firstyear/api-contract/desk';
import type { Form } from '@firstyear/form-engine';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import type { SubmittedContent } from '../../../db/columns.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { findOwners } from '../../accounts/account/service.ts';
import { resetLinkMail, withdrawalUndoneMail, withdrawnMail } from '../../accounts/identity/mails.ts';
import { type IdentityDependencies, issueReset } from '../../accounts/identity/service.ts';
import { mayBeAssigned } from '../../accounts/staff/rights.ts';
import { findColleague, staffNames } from '../../accounts/staff/service.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { formOf, otherDefinition } from '../../application/releases/service.ts';
import { findApplicationById, lockApplicationById, type ShownApplication } from '../../application/row/application.ts';
import { findSnapshot, listReopened, listStatuses, type ReopenedRow } from '../../application/row/submission.ts';
import { isIntact, openContent, readContent } from '../../application/submission/content.ts';
import { queueReceipt } from '../../application/submission/receipt-mail.ts';
import { documentStateOf, listDocuments } from '../../application/uploads/service.ts';
import {
  type AuditEvent,
  type AuditRow,
  actorIds,
  actorName,
  audit,
  listActsOnManyWith,
  listEvents,
  staffActor,
} from '../../audit/service.ts';
import { listMailsOf, queueMail } from '../../mail/service.ts';
import { withoutSealed } from '../export/read-applications.ts';
import {
  changeRow,
  fold,
  type ListDependencies,
  listLooks,
  type OfficeRow,
  requireRow,
  toListRow,
} from '../list/service.ts';
import { type NoteRow, selectNotes } from './repository.ts';

export { selectNotes as listNotes } from './repository.ts';

interface ReadDependencies extends ListDependencies {
  readonly answers: AnswerReader;
  readonly clock: () => Date;
}

/** An application with its row in the list. 404 not_found unless the colleague may see it. */
export async function requireApplication(deps: ListDependencies, staff: StaffSession, id: string) {
  const row = await requireRow(deps, staff, id);
  const application = await findApplicationById(deps.db, id);
  if (!application) throw new ApiError('not_found');
  return { row, application };
}

export const toNote = (
  { id, text, version, created_at, changed_at }: NoteRow,
  author: string,
  is_mine: boolean,
): Note => ({
  id,
  author,
  is_mine,
  text,
  version,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

const EMPTY: SubmittedContent = { answers: {}, tabs: {}, add_another: {}, documents: {} };

/** Sealed answers aren't shown even in part. */
const MASK = '••••••';

/** The submission without its sealed answers, and a list of them. Empty for a draft, whose answers nobody sees. */
async function contentOf(deps: ReadDependencies, row: OfficeRow, application: ShownApplication) {
  const today = servedFor(deps.forms, application).form;
  if (row.submitted_at === null) return { content: EMPTY, sealed: [], form: today, isAltered: false };
  const snapshot = await findSnapshot(deps.db, application.id);
  const form = await formOf(deps, application, snapshot);
  const content = snapshot?.content ?? (await openContent(deps, form, application, snapshot));
  const { sealed_answers } = snapshot ?? application;
  const answers = withoutSealed(content.answers, [form, today], sealed_answers);
  const sealed = Object.keys(sealed_answers).flatMap((key) => {
    const label = form.byKey.get(key)?.question.label;
    return label === undefined ? [] : [{ key, label, masked: MASK }];
  });
  const isAltered = snapshot !== undefined && !isIntact(snapshot);
  return { content: { ...content, answers }, sealed, form, isAltered };
}

/** A submission from before a reopening, in its own form, without its sealed answers. */
async function showReopened(
  deps: ReadDependencies,
  application: ShownApplication,
  { content, sealed_answers, form_version, submitted_at, reopened_at }: ReopenedRow,
) {
  const today = servedFor(deps.forms, application).form;
  const form = await formOf(deps, application, { form_version });
  const other = otherDefinition(form, today);
  const { answers, tabs, add_another, documents } = content;
  return {
    answers: withoutSealed(answers, [form, today], sealed_answers),
    tabs,
    add_another,
    ...(other && { form: other }),
    documents: Object.fromEntries(Object.entries(documents).map(([key, { file_name }]) => [key, file_name])),
    sealed_keys: Object.keys(sealed_answers),
    submitted_at: submitted_at.toISOString(),
    reopened_at: reopened_at.toISOString(),
  };
}

async function documentsOf(deps: ReadDependencies, id: string, form: Form) {
  const rows = await listDocuments(deps.db, id);
  return rows.map((row) => ({
    key: row.answer_key,
    label: form.byKey.get(row.answer_key)?.question.label ?? row.answer_key,
    file_name: row.file_name,
    file_size: row.file_size,
    state: documentStateOf(row.status),
    page_count: row.page_count,
    href: row.pdf_key === null ? null : officePaths.document(id, row.answer_key),
    thumbnails: Array.from({ length: row.pdf_key === null ? 0 : row.thumbnail_count }, (_, index) =>
      officePaths.thumbnail(id, row.answer_key, row.id, index + 1),
    ),
  }));
}

/** Events that don't matter for a decision about an application. */
const NOT_SHOWN = new Set(['login', 'logout', 'login_failed']);

/** The kind of event that each act on many applications is for one of them. */
const KIND_OF_ACT: Readonly<Record<ManyAct, AuditKind>> = {
  add_label: 'labels_changed',
  remove_label: 'labels_changed',
  assign: 'assigned',
  mail_again: 'mail_sent_again',
  extend_deadline: 'deadline_extended',
  withdraw: 'withdrawn',
};

/** An act on many applications, or an export, as an event about one of them. */
function asOwnEvent({ at, actor, kind, detail: { act, what, purpose } }: AuditRow) {
  if (what === undefined) return { at, actor, kind, reason: purpose };
  const { reason }: { readonly reason?: string } = JSON.parse(String(what));
  const known = MANY_ACTS.find((name) => name === act);
  return { at, actor, kind: known ? KIND_OF_ACT[known] : kind, reason };
}

type History = ResponseOf<typeof officeApplication>['history'];

async function historyOf(deps: ReadDependencies, row: OfficeRow, application: ShownApplication): Promise<History> {
  const { application_id: id, confirmation_number: number } = row;
  const [events, acts, statuses, mails] = [
    await listEvents(deps.db, application.account_id),
    await listActsOnManyWith(deps.db, { id, number }),
    await listStatuses(deps.db, application.id),
    await listMailsOf(deps.db, application.account_id),
  ];
  const names = await staffNames(deps.db, actorIds([...events, ...acts]));
  const own = events
    .filter(({ kind, detail: { application_id = id } }) => !NOT_SHOWN.has(kind) && application_id === id)
    .map(({ at, kind, actor, detail: { reason } }) => ({ at, kind, actor, reason }));
  const lines: History = [
    ...[...own, ...acts.map(asOwnEvent)].map(({ at, kind, actor, reason }) => ({
      at: at.toISOString(),
      kind,
      by: actorName(actor, names),
      ...(typeof reason === 'string' && { reason }),
    })),
    // The audit trail has the submission itself.
    ...statuses.flatMap(({ web_status, created_at }) =>
      web_status === 'submitted'
        ? []
        : [{ at: created_at.toISOString(), kind: `status:${web_status}`, by: 'applicant' }],
    ),
    ...mails.map(({ kind, created_at, sent_at, last_error }) => ({
      at: created_at.toISOString(),
      kind: `mail:${kind}`,
      by: 'system',
      state: sent_at !== null ? 'sent' : last_error === null ? 'waiting' : 'failed',
    })),
  ];
  return lines.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** One application as the colleague may see it. Audited. */
export async function readOne(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
): Promise<ResponseOf<typeof officeApplication>> {
  const { row, application } = await requireApplication(deps, staff, id);
  const { content, sealed, form, isAltered } = await contentOf(deps, row, application);
  const notes = await selectNotes(deps.db, id);
  const looks = await listLooks(deps.db, id);
  const names = await staffNames(deps.db, [
    ...notes.map(({ author_id }) => author_id),
    ...looks.map(({ staff_id }) => staff_id),
  ]);
  const history = await historyOf(deps, row, application);
  const reopened = await listReopened(deps.db, id);
  const mine = looks.find(({ staff_id }) => staff_id === staff.staffId);
  const { last_page, updated_at: changed_at } = application;
  const detail = { application_id: id };
  await audit(deps.db, {
    kind: 'application_read',
    by: staffActor(staff),
    accountId: application.account_id,
    detail,
    at: deps.clock(),
  });
  const other = otherDefinition(form, servedFor(deps.forms, application).form);
  return {
    row: toListRow(
      deps,
      { ...row, last_page, changed_at, viewer_opened_at: mine?.present_at ?? mine?.looked_at ?? null },
      staff,
    ),
    version: row.version,
    is_altered: isAltered,
    answers: content.answers,
    sealed,
    add_another: content.add_another,
    tabs: content.tabs,
    ...(other && { form: other }),
    documents: row.submitted_at === null ? [] : await documentsOf(deps, id, form),
    notes: notes.map((note) => toNote(note, names.get(note.author_id) ?? '', note.author_id === staff.staffId)),
    history,
    looked_at: looks.flatMap(({ staff_id, looked_at }) =>
      looked_at === null
        ? []
        : [{ name: names.get(staff_id) ?? '', is_mine: staff_id === staff.staffId, at: looked_at.toISOString() }],
    ),
    earlier_submissions: await Promise.all(reopened.map((item) => showReopened(deps, application, item))),
  };
}

/** Opens one sealed answer. Audited with the reason. 404 if there is no such answer. */
export async function openSealedAnswer(
  deps: ReadDependencies,
  staff: StaffSession,
  id: string,
  { key, reason }: { readonly key: string; readonly reason: string },
): Promise<string | boolean> {
  const { row, application } = await requireApplication(deps, staff, id);
  if (row.submitted_at === null) throw new ApiError('not_found');
  const snapshot = await findSnapshot(deps.db, id);
  const { sealed_answers } = snapshot ?? application;
  if (!Object.hasOwn(sealed_answers, key)) throw new ApiError('not_found');
  const opened = deps.answers.read({ id, answers: {}, sealed_answers: { [key]: sealed_answers[key] ?? '' } });
  const value = opened[key];
  if (value === undefined) throw new ApiError('not_found');
  const detail = { application_id: id, key, reason };
  await audit(deps.db, {
    kind: 'sealed_answer_opened',
    by: staffActor(staff),
    accountId: application.account_id,
    detail,
    at: deps.clock(),
  });
  return value;
}

export type ActDependencies = ReadDependencies & Pick<IdentityDependencies, 'config' | 'jobs' | 'partner'>;

/** An application's row, locked until the transaction ends. */
export interface LockedRow {
  readonly tx: Tx;
  readonly row: OfficeRow;
  readonly accountId: string;
  readonly now: Date;
}

/** Changes one application and audits it, in one transaction. `work` returns the response and the details for the audit trail. */
export function act<T>(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  kind: AuditKind,
  work: (locked: LockedRow) => Promise<readonly [response: T, detail?: AuditEvent['detail']]>,
): Promise<T> {
  return inTransaction(deps.db, async (tx) => {
    // Locks the application first, as its applicant's own calls do.
    await requireRow({ ...deps, db: tx }, staff, id);
    const application = await lockApplicationById(tx, id);
    if (!application) throw new ApiError('not_found');
    const row = await requireRow({ ...deps, db: tx }, staff, id, true);
    const { account_id: accountId } = application;
    const now = deps.clock();
    const [response, more] = await work({ tx, row, accountId, now });
    const detail = { application_id: id, ...more };
    await audit(tx, { kind, by: staffActor(staff), accountId, detail, at: now });
    return response;
  });
}

export const labelsAfter = (
  { labels }: Pick<OfficeRow, 'labels'>,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): readonly string[] => [...new Set([...labels, ...add])].filter((label) => !remove.includes(label)).sort();

/**
 * The column values that assign an application to a colleague, or unassign it if the id is null. 404 not_found for an unknown
 * colleague, 400 bad_request for one who may not open applications.
 */
export async function assignmentTo(deps: ActDependencies, to: string | null) {
  const person = to === null ? undefined : await findColleague(deps.db, to);
  if (to !== null && !person) throw new ApiError('not_found');
  if (person && !mayBeAssigned(deps.office, person)) {
    throw new ApiError('bad_request', { words: { id: 'bad_request_assignee' } });
  }
  return { assigned_to: person?.id ?? null, assigned_key: fold(person?.name ?? '') };
}

/** Refuses to take an application from a colleague to whom it was assigned unseen: 409 assigned_meanwhile. */
export async function requireAssigned(db: Db, { assigned_to }: OfficeRow, from: string | null): Promise<void> {
  if (assigned_to === from) return;
  const name = assigned_to === null ? undefined : (await staffNames(db, [assigned_to])).get(assigned_to);
  throw new ApiError(
    'assigned_meanwhile',
    name === undefined ? {} : { words: { id: 'assigned_to_other', values: { name } } },
  );
}

/** 400 bad_request for a new deadline in the past. */
export function refusePastDeadline(until: string, now: Date): void {
  if (Date.parse(until) <= now.getTime()) throw new ApiError('bad_request', { words: { id: 'bad_request_deadline' } });
}

/** Withdraws a submitted application, or takes its withdrawal back, and mails the applicant. */
export async function withdrawOne(
  deps: ActDependencies,
  { tx, row, accountId, now }: LockedRow,
  isWithdrawn: boolean,
): Promise<void> {
  await changeRow(tx, row.application_id, { withdrawn_at: isWithdrawn ? now : null });
  const owner = (await findOwners(tx, [accountId])).get(accountId);
  const language = languageOf(owner?.language ?? null);
  const parts = { ...deps, language, recipient: row.email, number: row.confirmation_number ?? '' };
  await queueMail(tx, deps.jobs, isWithdrawn ? withdrawnMail(parts) : withdrawalUndoneMail(parts), now);
}

/** Queues a sign-in link, or the receipt, again. 409 wrong_state for the receipt of a draft or a withdrawn application. */
export async function mailAgain(
  deps: ActDependencies,
  { tx, row, accountId, now }: LockedRow,
  mail: (typeof MAILS_AGAIN)[number],
): Promise<void> {
  const owner = (await findOwners(tx, [accountId])).get(accountId);
  const language = languageOf(owner?.language ?? null);
  if (mail === 'sign_in') {
    const resetUrl = await issueReset(tx, deps, { accountId, email: row.email });
    await queueMail(tx, deps.jobs, resetLinkMail({ ...deps, language, recipient: row.email, resetUrl }), now);
    return;
  }
  const application = await lockApplicationById(tx, row.application_id);
  const { submitted_at, confirmation_number } = row;
  if (!application || row.status !== 'submitted' || submitted_at === null || confirmation_number === null)
    throw new ApiError('wrong_state');
  const { content, form } = await readContent({ ...deps, db: tx }, application);
  const { partner } = servedIn(servedFor(deps.forms, application), language);
  const receipt = { partner, form, language, jobs: deps.jobs };
  const submission = { confirmation_number, submitted_at };
  await queueReceipt(tx, receipt, { recipient: row.email, answers: content.answers, submission });
}
