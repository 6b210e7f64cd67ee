import type { AuditKind, MAILS_AGAIN } from '@firstyear/api-contract/desk';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { findOwners } from '../../accounts/account/service.ts';
import { resetLinkMail } from '../../accounts/identity/mails.ts';
import { type IdentityDependencies, issueReset } from '../../accounts/identity/service.ts';
import { findColleague } from '../../accounts/staff/service.ts';
import {
  changeApplication,
  lockApplicationById,
  removeStatus,
  setSubmissionAside,
} from '../../application/row/service.ts';
import { readContent } from '../../application/submission/content.ts';
import { queueReceipt } from '../../application/submission/receipt-mail.ts';
import { queueMail } from '../../reference/mail/service.ts';
import { audit, staffActor } from '../audit/service.ts';
import { changeRow, fold, noteLook, type OfficeRow, requireRow } from '../list/service.ts';
import { type ReadDependencies, shownNote } from './read.ts';
import { insertNote, lockNote, updateNote } from './repository.ts';

export type ActDependencies = ReadDependencies & Pick<IdentityDependencies, 'config' | 'jobs' | 'partner'>;

/** What an act does with an application and its row, both held until the transaction ends. */
interface Held {
  readonly tx: Tx;
  readonly row: OfficeRow;
  readonly accountId: string;
  readonly now: Date;
}
type Detail = Readonly<Record<string, string | number | boolean>>;

/** Does one thing to one application, with its line in the audit trail, in one transaction. */
export function act<T>(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  kind: AuditKind,
  work: (held: Held) => Promise<{ readonly result: T; readonly detail?: Detail }>,
): Promise<T> {
  return inTransaction(deps.db, async (tx) => {
    // The application first, as its own applicant does.
    await requireRow({ ...deps, db: tx }, staff, id);
    const application = await lockApplicationById(tx, id);
    if (!application) throw new ApiError('not_found');
    const row = await requireRow({ ...deps, db: tx }, staff, id, true);
    const now = deps.clock();
    const { result, detail } = await work({ tx, row, accountId: application.account_id, now });
    const by = staffActor(staff);
    await audit(tx, {
      kind,
      by,
      accountId: application.account_id,
      detail: { application_id: id, ...detail },
      at: now,
    });
    return result;
  });
}

interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export const labelsAfter = ({ labels }: Pick<OfficeRow, 'labels'>, { add, remove }: LabelChange): readonly string[] =>
  [...new Set([...labels, ...add])].filter((label) => !remove.includes(label)).sort();

/** Adds and takes away labels; what somebody else has added meanwhile stays. */
export function changeLabelsOf(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  change: LabelChange,
): Promise<readonly string[]> {
  return act(deps, staff, id, 'labels_changed', async ({ tx, row }) => {
    const labels = labelsAfter(row, change);
    await changeRow(tx, id, { labels });
    return { result: labels, detail: { added: change.add.join(', '), removed: change.remove.join(', ') } };
  });
}

/** Somebody of the office who may read, by id; 404 not_found. Null is nobody. */
export async function requireColleague(deps: ActDependencies, to: string | null) {
  const person = to === null ? undefined : await findColleague(deps.db, to);
  if (to !== null && !person) throw new ApiError('not_found');
  return { assigned_to: person?.id ?? null, assigned_key: fold(person?.name ?? '') };
}

export async function assignTo(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  to: string | null,
): Promise<void> {
  const assigned = await requireColleague(deps, to);
  await act(deps, staff, id, 'assigned', async ({ tx }) => {
    await changeRow(tx, id, assigned);
    return { result: undefined, detail: { to: to ?? 'nobody' } };
  });
}

/** Lets one applicant submit until a moment; 409 wrong_state once they have. */
export function extend(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  { until, reason }: { readonly until: string | null; readonly reason: string },
): Promise<void> {
  return act(deps, staff, id, 'deadline_extended', async ({ tx, row }) => {
    if (row.status !== 'draft') throw new ApiError('wrong_state');
    await changeRow(tx, id, { extended_until: until === null ? null : new Date(until) });
    return { result: undefined, detail: { until: until ?? 'none', reason } };
  });
}

/** Makes a submitted application a draft again. What was sent is kept, and so is its number. */
export function reopenOne(deps: ActDependencies, staff: StaffSession, id: string, reason: string): Promise<void> {
  return act(deps, staff, id, 'reopened', async ({ tx, row, now }) => {
    if (row.status !== 'submitted') throw new ApiError('wrong_state');
    await setSubmissionAside(tx, id, now);
    await removeStatus(tx, id, 'submitted');
    await changeApplication(tx, id, {}, now);
    return { result: undefined, detail: { reason, confirmation_number: row.confirmation_number ?? '' } };
  });
}

export function withdrawOne(deps: ActDependencies, staff: StaffSession, id: string, reason: string): Promise<void> {
  return act(deps, staff, id, 'withdrawn', async ({ tx, row, now }) => {
    if (row.status === 'withdrawn') throw new ApiError('wrong_state');
    await changeRow(tx, id, { withdrawn_at: now });
    return { result: undefined, detail: { reason } };
  });
}

/** Queues a link to sign in with, or the receipt, once more; 409 wrong_state for a receipt of what was not submitted. */
export async function mailOnce(
  deps: ActDependencies,
  { tx, row, accountId, now }: Held,
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
  if (!application || submitted_at === null || confirmation_number === null) throw new ApiError('wrong_state');
  const { content, form } = await readContent({ ...deps, db: tx }, application);
  const { partner } = servedIn(servedFor(deps.forms, application), language);
  const receipt = { partner, form, language, jobs: deps.jobs };
  const submission = { confirmation_number, submitted_at };
  await queueReceipt(tx, receipt, { recipient: row.email, answers: content.answers, submission });
}

export function sendMailAgain(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  mail: (typeof MAILS_AGAIN)[number],
): Promise<void> {
  return act(deps, staff, id, 'mail_sent_again', async (held) => {
    await mailOnce(deps, held, mail);
    return { result: undefined, detail: { mail } };
  });
}

/** Marks an application as looked at, by this person and at all. */
export function lookAt(deps: ActDependencies, staff: StaffSession, id: string): Promise<void> {
  return act(deps, staff, id, 'looked_at', async ({ tx, now }) => {
    await changeRow(tx, id, { looked_at: now });
    await noteLook(tx, { staff_id: staff.staffId, application_id: id, looked_at: now });
    return { result: undefined };
  });
}

export function writeNote(deps: ActDependencies, staff: StaffSession, id: string, text: string) {
  return act(deps, staff, id, 'note_written', async ({ tx, now }) => {
    const times = { created_at: now, changed_at: now };
    const note = await insertNote(tx, { application_id: id, author_id: staff.staffId, text, ...times });
    const names = new Map([[staff.staffId, staff.name]]);
    return { result: shownNote(note, names, staff.staffId), detail: { note_id: note.id } };
  });
}

/** Changes one's own note: 404 for another's, 409 note_changed where it has changed since the version that is given. */
export function rewriteNote(
  deps: ActDependencies,
  staff: StaffSession,
  id: string,
  change: { readonly note: string; readonly text: string; readonly version: number },
) {
  return act(deps, staff, id, 'note_changed', async ({ tx, now }) => {
    const note = await lockNote(tx, change.note);
    if (!note || note.application_id !== id || note.author_id !== staff.staffId) throw new ApiError('not_found');
    if (note.version !== change.version) throw new ApiError('note_changed');
    const next = { text: change.text, version: note.version + 1, changed_at: now };
    await updateNote(tx, note.id, next);
    const names = new Map([[staff.staffId, staff.name]]);
    return { result: shownNote({ ...note, ...next }, names, staff.staffId), detail: { note_id: note.id } };
  });
}
