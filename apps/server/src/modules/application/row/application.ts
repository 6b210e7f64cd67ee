import type { ErrorMap } from '@firstyear/form-engine';
import { type Selectable, sql } from 'kysely';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { findAccount } from '../../accounts/account/service.ts';
import { EXTENDED_UNTIL } from './list-row.ts';
import { queryByApplicant, submissionQuery } from './submission.ts';

export type ApplicationRow = Selectable<Database['application']>;
/** An application without the versions of its answers, which are two thirds of a row and needed only by saves. */
export type ShownApplication = Omit<ApplicationRow, 'answer_versions' | 'recent_versions'>;

/** The columns of ShownApplication. */
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

/** An application with its extended deadline: a statement of its own would take a profile a sixth longer. */
export const applicationQuery = queryByApplicant((db, accountId, form, season) =>
  ofAccount(db, accountId, form, season).select(EXTENDED_UNTIL),
);

const lockQuery = (tx: Tx, { accountId, served }: OwnApplication) =>
  ofAccount(tx, accountId, served.id, served.season).forUpdate();

async function findOrCreate(
  db: Db,
  { accountId, served }: OwnApplication,
  now: Date,
  find: () => Promise<ShownApplication | undefined>,
): Promise<ShownApplication> {
  const application = await find();
  if (application) return application;
  const { id: form, season, releaseId } = served;
  const dates = { created_at: now, updated_at: now };
  await db
    .insertInto('application')
    .values({ account_id: accountId, form, season, release_id: releaseId, told_release_id: releaseId, ...dates })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const created = await find();
  if (!created) throw new Error('An application could not be created.');
  return created;
}

/**
 * The logged-in applicant's application to one form, which the first read creates. All later queries use the application's own id.
 */
export const readApplication = (db: Db, applicant: OwnApplication, now: Date): Promise<ShownApplication> =>
  findOrCreate(db, applicant, now, async () => (await db.executeQuery(applicationQuery(db, applicant))).rows[0]);

/**
 * Locks an application until the transaction ends. Every change goes through here, so that saves, submissions and tabs of one
 * applicant follow one another.
 */
export const lockApplication = (tx: Tx, applicant: OwnApplication, now: Date): Promise<ShownApplication> =>
  findOrCreate(tx, applicant, now, () => lockQuery(tx, applicant).executeTakeFirst());

/** As lockApplication(), for changes that aren't allowed after the submission: 409 locked. */
export async function lockForChange(tx: Tx, applicant: OwnApplication, now: Date): Promise<ShownApplication> {
  // In one statement with the lock, the submission would be read as it was before the wait for the lock.
  const application = await lockQuery(tx, applicant).executeTakeFirst();
  const [submission] = (await tx.executeQuery(submissionQuery(tx, applicant))).rows;
  if (submission) throw new ApiError('locked');
  return application ?? lockApplication(tx, applicant, now);
}

export function findApplicationById(db: Db, id: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks an application, if it is still there, until the transaction ends. */
export function lockApplicationById(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return tx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The account of each of these applications. */
export async function findAccountsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('application').select(['id', 'account_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, account_id }) => [id, account_id]));
}

/** The applications of the account with this address, newest first. */
export async function findApplicationsByEmail(db: Db, email: string): Promise<readonly ApplicationRow[]> {
  const account = await findAccount(db, email);
  if (!account) return [];
  return db
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export const NEXT_VERSION = sql<number>`version + 1`;

/** Columns as JSON. Each change makes a new version. */
type ApplicationChange = Partial<Record<'answers' | 'sealed_answers' | 'tabs' | 'add_another', string>>;

export async function changeApplication(tx: Tx, id: string, change: ApplicationChange, now: Date): Promise<void> {
  await tx
    .updateTable('application')
    .set({ ...change, version: NEXT_VERSION, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Saves columns whose change makes no new version: the last page, the release whose changes the applicant knows, the time of a waiting submission. */
export async function noteOnApplication(
  db: Db,
  id: string,
  note: Partial<Pick<ApplicationRow, 'last_page' | 'told_release_id' | 'submission_started_at'>>,
): Promise<void> {
  await db.updateTable('application').set(note).where('id', '=', id).execute();
}

/** Saves the latest errors that the browser reported, for the office. Nothing trusts them. */
export async function setReportedErrors(tx: Tx, id: string, errors: ErrorMap): Promise<void> {
  const reported_errors = JSON.stringify(errors);
  await tx.updateTable('application').set({ reported_errors }).where('id', '=', id).execute();
}

/** Condition for applications that are not submitted. */
export const isUnsubmitted = sql<boolean>`not exists (select from submission where submission.application_id = application.id)`;

/** Locks drafts for a term that have not had the reminder with this number; skips drafts that another process has locked. */
export function lockDraftsToRemind(
  tx: Tx,
  {
    served,
    ...draft
  }: {
    readonly served: ServedForm;
    readonly entryTerm: string;
    readonly number: number;
    readonly idleSince: Date;
    readonly count: number;
  },
): Promise<readonly Pick<ApplicationRow, 'id' | 'account_id' | 'answers'>[]> {
  return tx
    .selectFrom('application')
    .select(['id', 'account_id', 'answers'])
    .where('form', '=', served.id)
    .where('season', '=', served.season)
    .where(sql<string>`answers ->> ${served.form.roles.term ?? ''}`, '=', draft.entryTerm)
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

/** Saves the number of the last reminder sent to these applicants. */
export async function setRemindersSent(tx: Tx, ids: readonly string[], number: number): Promise<void> {
  await tx.updateTable('application').set({ reminders_sent: number }).where('id', 'in', ids).execute();
}

/** Ends the reminders of an application; repeating it keeps the first time. */
export async function endReminders(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('application')
    .set({ reminders_off_at: now })
    .where('id', '=', id)
    .where('reminders_off_at', 'is', null)
    .execute();
}
