import { randomUUID } from 'node:crypto';
import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import type * as desk from '@firstyear/api-contract/desk';
import { stageName } from '@firstyear/partner-config';
import { ENGLISH, type Language } from '@firstyear/words';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { findOwners } from '../../accounts/account/service.ts';
import { resetLinkMail } from '../../accounts/identity/mails.ts';
import { type IdentityDependencies, issueReset } from '../../accounts/identity/service.ts';
import { mayBeAssigned } from '../../accounts/staff/rights.ts';
import { findColleague, staffNames } from '../../accounts/staff/service.ts';
import { changeApplication, findAccountsOf, lockApplicationById } from '../../application/row/application.ts';
import { removeStatus, setSubmissionAside } from '../../application/row/submission.ts';
import { readContent } from '../../application/submission/content.ts';
import { queueReceipt } from '../../application/submission/receipt-mail.ts';
import { type AuditEvent, audit, staffActor } from '../../audit/service.ts';
import { isQueued, queueMail } from '../../mail/service.ts';
import { writtenIn } from '../list/labels.ts';
import { changeRow, fold, listLooks, type OfficeRow, recordLook, requireRow, toListRow } from '../list/service.ts';
import { type LetterOrAsked, messageIn, showLetter, writeLetter } from './letters.ts';
import { insertNote, lockNote, updateNote } from './repository.ts';
import { type ReadDependencies, toNote } from './service.ts';

export type ActDependencies = ReadDependencies & Pick<IdentityDependencies, 'config' | 'jobs' | 'partner'>;

/** A colleague, and the application that they change. */
export interface Acting {
  readonly staff: StaffSession;
  readonly id: string;
}

export interface StaffCall {
  readonly staff: StaffSession;
  readonly params: Readonly<Record<string, string>>;
}

/** Who acts by a call, and on which application. */
export const on = ({ staff, params: { id = '' } }: StaffCall): Acting => ({ staff, id });

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
  { staff, id }: Acting,
  kind: desk.AuditKind,
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
async function requireAssigned(db: Db, { assigned_to }: OfficeRow, from: string | null): Promise<void> {
  if (assigned_to === from) return;
  const name = assigned_to === null ? undefined : (await staffNames(db, [assigned_to])).get(assigned_to);
  throw new ApiError(
    'assigned_meanwhile',
    name === undefined ? {} : { words: { id: 'assigned_to_other', values: { name } } },
  );
}

/** 400 bad_request for a stage that is not in the partner's list; '' takes an application off its stage. */
export function requireStage({ office }: Pick<ActDependencies, 'office'>, stage: string): void {
  if (stage !== '' && stageName(office, stage) === undefined) throw new ApiError('bad_request');
}

/** Refuses to move an application from a stage that was set unseen: 409 stage_changed. */
function requireStandsAt({ office }: Pick<ActDependencies, 'office'>, { stage }: OfficeRow, from: string): void {
  if (stage === from) return;
  const values = { stage: stageName(office, stage) ?? stage };
  throw new ApiError('stage_changed', stage === '' ? {} : { words: { id: 'stage_changed_to', values } });
}

/** 400 bad_request for a new deadline in the past. */
export function refusePastDeadline(until: string, now: Date): void {
  if (Date.parse(until) <= now.getTime()) throw new ApiError('bad_request', { words: { id: 'bad_request_deadline' } });
}

/** Throws 400 bad_request if the day is in the past, in the university's time zone. */
export function refusePastDay(day: string | null, now: Date, { time_zone }: { readonly time_zone: string }): void {
  if (day === null || day >= now.toLocaleDateString('sv-SE', { timeZone: time_zone })) return;
  throw new ApiError('bad_request', { words: { id: 'bad_request_deadline' } });
}

/** The languages of the applicants' accounts, by account id. */
export async function languagesOf(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const owners = await findOwners(db, accountIds);
  return new Map([...owners].map(([id, { language }]) => [id, languageOf(language)]));
}

export const languageOfAccount = async (db: Db, accountId: string): Promise<Language> =>
  (await languagesOf(db, [accountId])).get(accountId) ?? ENGLISH;

/** Mails an applicant about an act, unless the colleague has chosen not to. */
export async function tellApplicant(
  deps: ActDependencies,
  { tx, row, accountId, now }: LockedRow,
  about: LetterOrAsked,
  tells?: boolean | undefined,
): Promise<void> {
  if (tells === false) return;
  const mail = writeLetter(deps, row, await languageOfAccount(tx, accountId), about);
  await queueMail(tx, deps.jobs, mail, now);
}

/** Mails a message, and returns its details for the audit trail: what was sent is kept like a reason, so that it goes with the application. */
export async function writeMessage(
  deps: ActDependencies,
  locked: LockedRow,
  message: desk.Message,
  id: string = randomUUID(),
) {
  const { tx, row, accountId, now } = locked;
  const language = await languageOfAccount(tx, accountId);
  await queueMail(tx, deps.jobs, { ...writeLetter(deps, row, language, { kind: 'message', message }), id }, now);
  const { subject, text } = messageIn(deps, message, language);
  return { message: 'id' in message ? message.id : '', reason: `${subject}\n${text}` };
}

/** Shows a mail to one applicant before it is sent. */
export async function previewLetter(
  deps: ActDependencies,
  { staff, id }: Acting,
  { about }: PayloadOf<typeof desk.previewLetter>,
): Promise<desk.ShownLetter> {
  const row = await requireRow(deps, staff, id);
  const accountId = (await findAccountsOf(deps.db, [id])).get(id) ?? '';
  return showLetter(deps, row, await languageOfAccount(deps.db, accountId), about);
}

/** Queues a sign-in link, or the receipt, again. 409 wrong_state for the receipt of a draft or a withdrawn application. */
export async function mailAgain(
  deps: ActDependencies,
  { tx, row, accountId, now }: LockedRow,
  mail: (typeof desk.MAILS_AGAIN)[number],
): Promise<void> {
  const language = await languageOfAccount(tx, accountId);
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
  const { application_id: applicationId, email: recipient } = row;
  await queueReceipt(tx, receipt, { applicationId, recipient, answers: content.answers, submission });
}

export const addNote = (deps: ActDependencies, on: Acting, { text }: PayloadOf<typeof desk.addNote>) =>
  act(deps, on, 'note_written', async ({ tx, now }) => {
    const times = { created_at: now, changed_at: now };
    const note = await insertNote(tx, { application_id: on.id, author_id: on.staff.staffId, text, ...times });
    return [{ note: toNote(note, on.staff.name, true) }, { note_id: note.id }];
  });

/** 404 not_found for a colleague's note, 409 note_changed for one that was changed in another tab. */
export const changeNote = (
  deps: ActDependencies,
  on: Acting,
  noteId: string,
  { text, version }: PayloadOf<typeof desk.changeNote>,
) =>
  act(deps, on, 'note_changed', async ({ tx, now }) => {
    const note = await lockNote(tx, noteId);
    if (!note || note.application_id !== on.id || note.author_id !== on.staff.staffId) throw new ApiError('not_found');
    if (note.version !== version) throw new ApiError('note_changed');
    const next = { text, version: version + 1, changed_at: now };
    await updateNote(tx, note.id, next);
    return [{ note: toNote({ ...note, ...next }, on.staff.name, true) }, { note_id: note.id }];
  });

export const markLookedAt = (deps: ActDependencies, on: Acting) =>
  act(deps, on, 'looked_at', async ({ tx, now }) => {
    await changeRow(tx, on.id, { looked_at: now });
    await recordLook(tx, { staff_id: on.staff.staffId, application_id: on.id, looked_at: now });
    return [{}];
  });

/** A colleague whose page has been silent for longer has left the application. */
const PRESENT_MS = MINUTE_MS;

/** Records that the colleague has the application open, and tells who else has. */
export async function markPresent(
  deps: ReadDependencies,
  { staff, id }: Acting,
): Promise<ResponseOf<typeof desk.markPresent>> {
  const row = await requireRow(deps, staff, id);
  const now = deps.clock();
  await recordLook(deps.db, { staff_id: staff.staffId, application_id: id, present_at: now });
  const isPresent = (at: Date | null) => at !== null && now.getTime() - at.getTime() < PRESENT_MS;
  const others = (await listLooks(deps.db, id))
    .filter(({ staff_id, present_at }) => staff_id !== staff.staffId && isPresent(present_at))
    .map(({ staff_id }) => staff_id);
  return {
    others: [...(await staffNames(deps.db, others)).values()],
    version: row.version,
    status: toListRow(deps, row, staff).status,
  };
}

/** Adds and removes single labels, so that labels added by a colleague meanwhile stay. */
export async function changeLabels(
  deps: ActDependencies,
  on: Acting,
  { add, remove }: PayloadOf<typeof desk.changeLabels>,
) {
  return act(deps, on, 'labels_changed', async ({ tx, row }) => {
    const written = await writtenIn(tx, deps, on.staff, add);
    const labels = labelsAfter(row, { add: written, remove });
    await changeRow(tx, on.id, { labels });
    return [{ labels: [...labels] }, { added: written.join(', '), removed: remove.join(', ') }];
  });
}

export async function assign(deps: ActDependencies, on: Acting, { to, from }: PayloadOf<typeof desk.assign>) {
  const assignment = await assignmentTo(deps, to);
  return act(deps, on, 'assigned', async ({ tx, row }) => {
    if (from !== undefined) await requireAssigned(tx, row, from);
    await changeRow(tx, on.id, assignment);
    return [{}, { to: to ?? 'nobody' }];
  });
}

/** 409 wrong_state for a draft. */
export function setStage(deps: ActDependencies, on: Acting, { to, from }: PayloadOf<typeof desk.setStage>) {
  requireStage(deps, to);
  return act(deps, on, 'stage_set', async ({ tx, row }) => {
    if (row.status === 'draft') throw new ApiError('wrong_state');
    requireStandsAt(deps, row, from);
    await changeRow(tx, on.id, { stage: to });
    return [{}, { stage: to }];
  });
}

/** 409 wrong_state unless it is a draft. */
export const extendDeadline = (
  deps: ActDependencies,
  on: Acting,
  { until, reason, tells }: PayloadOf<typeof desk.extendDeadline>,
) =>
  act(deps, on, 'deadline_extended', async (locked) => {
    const { tx, row, now } = locked;
    if (row.status !== 'draft') throw new ApiError('wrong_state');
    if (until !== null) refusePastDeadline(until, now);
    await changeRow(tx, on.id, { extended_until: until === null ? null : new Date(until) });
    await tellApplicant(deps, locked, { kind: 'deadline', until }, tells);
    return [{}, { until: until ?? 'none', reason }];
  });

/** Makes a submission a draft again, and keeps it with its confirmation number. 409 wrong_state unless it is submitted. */
export const reopen = (deps: ActDependencies, on: Acting, { reason, tells }: PayloadOf<typeof desk.reopen>) =>
  act(deps, on, 'reopened', async (locked) => {
    const { tx, row, now } = locked;
    if (row.status !== 'submitted') throw new ApiError('wrong_state');
    await setSubmissionAside(tx, on.id, now);
    await removeStatus(tx, on.id, 'submitted');
    await changeApplication(tx, on.id, {}, now);
    await tellApplicant(deps, locked, { kind: 'reopened' }, tells);
    return [{}, { reason, confirmation_number: row.confirmation_number ?? '' }];
  });

/** 409 wrong_state unless it is submitted. */
export const withdraw = (deps: ActDependencies, on: Acting, { reason, tells }: PayloadOf<typeof desk.withdraw>) =>
  act(deps, on, 'withdrawn', async (locked) => {
    if (locked.row.status !== 'submitted') throw new ApiError('wrong_state');
    await changeRow(locked.tx, on.id, { withdrawn_at: locked.now });
    await tellApplicant(deps, locked, { kind: 'withdrawn' }, tells);
    return [{}, { reason }];
  });

/** 409 wrong_state unless it is withdrawn. */
export const undoWithdrawal = (
  deps: ActDependencies,
  on: Acting,
  { reason, tells }: PayloadOf<typeof desk.undoWithdrawal>,
) =>
  act(deps, on, 'withdrawal_undone', async (locked) => {
    if (locked.row.status !== 'withdrawn') throw new ApiError('wrong_state');
    await changeRow(locked.tx, on.id, { withdrawn_at: null });
    await tellApplicant(deps, locked, { kind: 'withdrawal_undone' }, tells);
    return [{}, { reason }];
  });

export const sendMailAgain = (deps: ActDependencies, on: Acting, { kind: mail }: PayloadOf<typeof desk.mailAgain>) =>
  act(deps, on, 'mail_sent_again', async (locked) => {
    await mailAgain(deps, locked, mail);
    return [{}, { mail }];
  });

/** Idempotent by its attempt, which is the id of its mail. */
export async function sendMessage(
  deps: ActDependencies,
  on: Acting,
  { attempt, message }: PayloadOf<typeof desk.sendMessage>,
) {
  if (await isQueued(deps.db, attempt)) return {};
  return act(deps, on, 'message_sent', async (locked) => [{}, await writeMessage(deps, locked, message, attempt)]);
}
