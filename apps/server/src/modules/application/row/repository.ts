import type { ErrorMap } from '@firstyear/form-engine';
import { type Selectable, sql } from 'kysely';
import type { ServedForm } from '../../../config/served-forms.ts';
import { keptQuery } from '../../../db/kept-query.ts';
import { sendTogether, sendWithNext } from '../../../db/server-dialect.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database, SubmittedContent } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';

export type ApplicationRow = Selectable<Database['application']>;
/** What was submitted: the clear answers with all else, the sealed answers, and the hashes of form and content. */
export interface Snapshot {
  readonly content: SubmittedContent;
  readonly sealed_answers: Readonly<Record<string, string>>;
  readonly form_version: string;
  readonly content_hash: string;
}
export type SubmissionRow = Pick<Selectable<Database['submission']>, 'confirmation_number' | 'submitted_at'>;
/** A submission, and by its hash the form that was filled in; null for those of earlier versions. */
export type SubmissionWithForm = SubmissionRow & Pick<Selectable<Database['submission']>, 'form_version'>;

/** What is read to show an application: who wrote which answer when is for saves alone, and twice as much as all else. */
export type ShownApplication = Omit<ApplicationRow, 'answer_versions' | 'recent_versions'>;

/** Its columns. */
export const SHOWN = [
  'id',
  'account_id',
  'form',
  'season',
  'release_id',
  'told_release_id',
  'answers',
  'sealed_answers',
  'tabs',
  'add_another',
  'reported_errors',
  'last_page',
  'version',
  'submission_started_at',
  'reminders_sent',
  'reminders_off_at',
  'created_at',
  'updated_at',
] as const;

const ofAccount = (db: Db, accountId: string, form: string, season: string) =>
  db
    .selectFrom('application')
    .select(SHOWN)
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .where('season', '=', season);
const ownQuery = keptQuery(ofAccount);

export const applicationQuery = (db: Db, { accountId, served }: OwnApplication) =>
  ownQuery(db, accountId, served.id, served.season);

export async function selectOwn(db: Db, own: OwnApplication): Promise<ShownApplication | undefined> {
  const { rows } = await db.executeQuery(applicationQuery(db, own));
  return rows[0];
}

export function findApplicationById(db: Db, id: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All of an account, the newest first, with who wrote which answer when. */
export function selectAllOf(db: Db, accountId: string): Promise<readonly ApplicationRow[]> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** An application, held until the transaction ends. */
export function lockOwn(tx: Tx, { accountId, served }: OwnApplication): Promise<ShownApplication | undefined> {
  return ofAccount(tx, accountId, served.id, served.season).forUpdate().executeTakeFirst();
}

const submissionOfOwn = keptQuery((db: Db, accountId: string, form: string, season: string) =>
  db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .select(['submission.confirmation_number', 'submission.submitted_at', 'submission.form_version'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season),
);

/** The submission of an application. */
export const submissionQuery = (db: Db, { accountId, served }: OwnApplication) =>
  submissionOfOwn(db, accountId, served.id, served.season);

/**
 * An application, held until the transaction ends, and its submission as it is once it is held: a statement of
 * its own, since the one that waits for the lock sees what was there before it waited.
 */
export async function lockWithSubmission(
  tx: Tx,
  own: OwnApplication,
): Promise<{ readonly application: ShownApplication | undefined; readonly submission: SubmissionRow | undefined }> {
  const { accountId, served } = own;
  const queries = [ofAccount(tx, accountId, served.id, served.season).forUpdate(), submissionQuery(tx, own)] as const;
  const [[application], [submission]] = await sendTogether(tx, queries);
  return { application, submission };
}

/** As lockOwn(), by its own id. */
export function lockApplicationById(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return tx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes an application unless there is one. */
export async function createApplicationIfMissing(
  db: Db,
  { accountId, served }: OwnApplication,
  now: Date,
): Promise<void> {
  const { id, season, releaseId } = served;
  const query = db
    .insertInto('application')
    .values({
      account_id: accountId,
      form: id,
      season,
      release_id: releaseId,
      told_release_id: releaseId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing());
  await sendWithNext(db, query);
}

export function findSubmission(db: Db, applicationId: string): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom('submission')
    .select(['confirmation_number', 'submitted_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** What was submitted; nothing before the submission, and for those of earlier versions. */
export async function findSnapshot(db: Db, applicationId: string): Promise<Snapshot | undefined> {
  const row = await db
    .selectFrom('submission')
    .select(['content', 'sealed_answers', 'form_version', 'content_hash'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row && snapshotOf(row);
}

/** What was submitted, read from its columns; nothing for submissions of earlier versions. */
export function snapshotOf(
  row: {
    readonly [Part in keyof Snapshot]: Snapshot[Part] | null;
  },
): Snapshot | undefined {
  const { content, sealed_answers, form_version, content_hash } = row;
  if (content === null || sealed_answers === null || form_version === null || content_hash === null) return undefined;
  return { content, sealed_answers, form_version, content_hash };
}

export const NEXT_VERSION = sql<number>`version + 1`;

/** What can be changed of an application in one go; each change makes a new version. */
export interface ApplicationChange {
  readonly answers?: string;
  readonly sealed_answers?: string;
  readonly tabs?: string;
  readonly add_another?: string;
}

/** Sent with what the transaction sends next, or with its commit. */
export async function changeApplication(tx: Tx, id: string, change: ApplicationChange, now: Date): Promise<void> {
  const query = tx
    .updateTable('application')
    .set({ ...change, version: NEXT_VERSION, updated_at: now })
    .where('id', '=', id);
  await sendWithNext(tx, query);
}

/** Stores the path of the last page; no change that makes a new version. */
export async function setLastPage(db: Db, id: string, path: string): Promise<void> {
  await db.updateTable('application').set({ last_page: path }).where('id', '=', id).execute();
}

/** Notes that the applicant knows of the changes up to a release. */
export async function setToldRelease(db: Db, id: string, release: number | null): Promise<void> {
  await db.updateTable('application').set({ told_release_id: release }).where('id', '=', id).execute();
}

/** Notes when a submission was received that has to wait. */
export async function noteSubmissionStart(tx: Tx, id: string, receivedAt: Date): Promise<void> {
  await tx.updateTable('application').set({ submission_started_at: receivedAt }).where('id', '=', id).execute();
}

/** Of an application: nothing of it is submitted. */
export const isUnsubmitted = sql<boolean>`not exists (select from submission where submission.application_id = application.id)`;

/** A draft whose applicant is reminded. */
export type DraftRow = Pick<ApplicationRow, 'id' | 'account_id' | 'answers'>;

/** Drafts of a form for a term that have not had the reminder with this number, held until the transaction ends; others' are left out. */
export function lockDraftsToRemind(
  tx: Tx,
  draft: {
    readonly served: ServedForm;
    readonly entryTerm: string;
    readonly number: number;
    readonly idleSince: Date;
    readonly count: number;
  },
): Promise<readonly DraftRow[]> {
  return tx
    .selectFrom('application')
    .select(['id', 'account_id', 'answers'])
    .where('form', '=', draft.served.id)
    .where('season', '=', draft.served.season)
    .where(sql<string>`answers ->> ${draft.served.form.roles.term ?? ''}`, '=', draft.entryTerm)
    .where('reminders_sent', '<', draft.number)
    .where('reminders_off_at', 'is', null)
    .where('updated_at', '<=', draft.idleSince)
    .where(isUnsubmitted)
    .orderBy('id')
    .limit(draft.count)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Notes up to which number reminders of these applications have gone out. */
export async function setRemindersSent(tx: Tx, ids: readonly string[], number: number): Promise<void> {
  await tx.updateTable('application').set({ reminders_sent: number }).where('id', 'in', ids).execute();
}

/** Ends the reminders of an application; the first time counts. */
export async function endReminders(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('application')
    .set({ reminders_off_at: now })
    .where('id', '=', id)
    .where('reminders_off_at', 'is', null)
    .execute();
}

/** Keeps the latest errors that the browser reported, for the office; nothing trusts them. */
export async function setReportedErrors(tx: Tx, id: string, errors: ErrorMap): Promise<void> {
  await tx
    .updateTable('application')
    .set({ reported_errors: JSON.stringify(errors) })
    .where('id', '=', id)
    .execute();
}

/** How it was sent: the release of the form, and the applicant's language and class of device. */
export type SentWith = Pick<Selectable<Database['submission']>, 'release_id' | 'language' | 'device'>;

/** Records the submission; false when the confirmation number is taken. */
export async function insertSubmission(
  tx: Tx,
  applicationId: string,
  submission: SubmissionRow & Snapshot & SentWith,
): Promise<boolean> {
  const row = await tx
    .insertInto('submission')
    .values({
      ...submission,
      application_id: applicationId,
      content: JSON.stringify(submission.content),
      sealed_answers: JSON.stringify(submission.sealed_answers),
    })
    .onConflict((conflict) => conflict.column('confirmation_number').doNothing())
    .returning('application_id')
    .executeTakeFirst();
  return row !== undefined;
}
