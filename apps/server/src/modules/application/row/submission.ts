import type { WebStatus } from '@firstyear/api-contract/web-status';
import { type Compilable, type Selectable, sql } from 'kysely';
import type { SubmittedContent } from '../../../db/columns.ts';
import { preparedQuery } from '../../../db/prepared-query.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';

/** The submitted content with the clear answers, the sealed answers, and the hashes of form and content. */
export interface Snapshot {
  readonly content: SubmittedContent;
  readonly sealed_answers: Readonly<Record<string, string>>;
  readonly form_version: string;
  readonly content_hash: string;
}
export type SubmissionRow = Pick<Selectable<Database['submission']>, 'confirmation_number' | 'submitted_at'>;

/** A query that is built once and finds one application by its owner, form and season. */
export function queryByApplicant<Row>(
  build: (db: Db, accountId: string, form: string, season: string) => Compilable<Row>,
): (db: Db, applicant: OwnApplication) => Compilable<Row> {
  const query = preparedQuery(build);
  return (db, { accountId, served }) => query(db, accountId, served.id, served.season);
}

/** The submission of an application with the hash of its form. */
export const submissionQuery = queryByApplicant((db, accountId, form, season) =>
  db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .select(['submission.confirmation_number', 'submission.submitted_at', 'submission.form_version'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season),
);

export function findSubmission(db: Db, applicationId: string): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom('submission')
    .select(['confirmation_number', 'submitted_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** Undefined before the submission. */
export function findSnapshot(db: Db, applicationId: string): Promise<Snapshot | undefined> {
  return db
    .selectFrom('submission')
    .select(['content', 'sealed_answers', 'form_version', 'content_hash'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** The snapshot in the columns of a joined row; undefined before the submission. */
export function snapshotOf(row: { readonly [Part in keyof Snapshot]: Snapshot[Part] | null }): Snapshot | undefined {
  const { content, sealed_answers, form_version, content_hash } = row;
  if (content === null || sealed_answers === null || form_version === null || content_hash === null) return undefined;
  return { content, sealed_answers, form_version, content_hash };
}

/** The release of the form, and the applicant's language and class of device. */
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

const REOPENED_COLUMNS = [
  ...(['application_id', 'confirmation_number', 'submitted_at'] as const),
  ...(['content', 'sealed_answers', 'form_version', 'content_hash', 'release_id'] as const),
];

/** What a correction has changed, and the request that it was made for; nulls for a reopening. */
interface CorrectedFor {
  readonly changed_keys: readonly string[] | null;
  readonly item_id: string | null;
}

/** Copies the submission of an application to the earlier ones. */
async function keepSubmission(tx: Tx, applicationId: string, why: CorrectedFor, now: Date): Promise<void> {
  const changed_keys = why.changed_keys && JSON.stringify(why.changed_keys);
  await tx
    .insertInto('reopened_submission')
    .columns([...REOPENED_COLUMNS, 'reopened_at', 'changed_keys', 'item_id'])
    .expression((eb) =>
      eb
        .selectFrom('submission')
        .select(REOPENED_COLUMNS)
        .select([
          sql<Date>`${now}::timestamptz`.as('reopened_at'),
          sql<string>`${changed_keys}::jsonb`.as('changed_keys'),
          sql<string>`${why.item_id}::uuid`.as('item_id'),
        ])
        .where('application_id', '=', applicationId),
    )
    .execute();
}

/** Moves the submission of an application to the earlier ones, so that it can be submitted again. */
export async function setSubmissionAside(tx: Tx, applicationId: string, now: Date): Promise<void> {
  await keepSubmission(tx, applicationId, { changed_keys: null, item_id: null }, now);
  await tx.deleteFrom('submission').where('application_id', '=', applicationId).execute();
}

/** Corrects a submission, which keeps its number and time; the earlier one is kept. */
export async function replaceSubmission(
  tx: Tx,
  applicationId: string,
  { content, sealed_answers, ...hashes }: Snapshot,
  why: CorrectedFor,
  now: Date,
): Promise<void> {
  await keepSubmission(tx, applicationId, why, now);
  await tx
    .updateTable('submission')
    .set({ ...hashes, content: JSON.stringify(content), sealed_answers: JSON.stringify(sealed_answers) })
    .where('application_id', '=', applicationId)
    .execute();
}

export type ReopenedRow = Selectable<Database['reopened_submission']>;

/** Reopened and corrected submissions of an application, oldest first. */
export const listReopened = (db: Db, applicationId: string): Promise<readonly ReopenedRow[]> =>
  db
    .selectFrom('reopened_submission')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('reopened_at')
    .execute();

/** What was corrected in these applications, oldest first. */
export const listCorrections = (db: Db, applicationIds: readonly string[]) =>
  db
    .selectFrom('reopened_submission')
    .select(['application_id', 'reopened_at as corrected_at', 'item_id'])
    .select((eb) => eb.ref('changed_keys').$notNull().as('changed_keys'))
    .where(sql<boolean>`application_id = any(${applicationIds}::uuid[])`)
    .where('changed_keys', 'is not', null)
    .orderBy('reopened_at')
    .execute();
export type CorrectionRow = Awaited<ReturnType<typeof listCorrections>>[number];

/** The confirmation number that an application had before it was reopened. */
export const findEarlierNumber = async (db: Db, applicationId: string) =>
  (await listReopened(db, applicationId)).at(-1)?.confirmation_number;

/** The stored files among these that a reopened submission shows. */
export async function findKeptFiles(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) as key
    where exists (select from reopened_submission where pdf_keys ? key)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

const STATUS_ORDER: Readonly<Record<WebStatus, number>> = { started: 0, validating: 1, submitted: 2 };

interface StatusRow {
  readonly web_status: WebStatus;
  readonly created_at: Date;
}

/** Sorts statuses by the life of an application. */
export const sortStatuses = (rows: readonly StatusRow[]): readonly StatusRow[] =>
  rows.toSorted((a, b) => STATUS_ORDER[a.web_status] - STATUS_ORDER[b.web_status]);

export async function listStatuses(db: Db, applicationId: string): Promise<readonly StatusRow[]> {
  const rows = await db
    .selectFrom('application_status')
    .select(['web_status', 'created_at'])
    .where('application_id', '=', applicationId)
    .execute();
  return sortStatuses(rows);
}

/** The statuses of an application, unsorted. */
export const statusesQuery = queryByApplicant((db, accountId, form, season) =>
  db
    .selectFrom('application_status')
    .innerJoin('application', 'application.id', 'application_status.application_id')
    .select(['application_status.web_status', 'application_status.created_at'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season),
);

export const hasStatus = async (db: Db, applicationId: string, status: WebStatus) =>
  (await listStatuses(db, applicationId)).some((row) => row.web_status === status);

/** Adds a status; an existing one keeps its time. */
export async function addStatus(tx: Tx, applicationId: string, status: WebStatus, now: Date): Promise<void> {
  await tx
    .insertInto('application_status')
    .values({ application_id: applicationId, web_status: status, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a status of an application that the office reopens. */
export async function removeStatus(tx: Tx, applicationId: string, status: WebStatus): Promise<void> {
  await tx
    .deleteFrom('application_status')
    .where('application_id', '=', applicationId)
    .where('web_status', '=', status)
    .execute();
}
