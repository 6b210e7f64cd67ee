import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type ReopenedRow = Selectable<Database['reopened_submission']>;

/** Keeps the submission of an application as it was sent, and takes it out of the way of the next one. */
export async function setSubmissionAside(tx: Tx, applicationId: string, now: Date): Promise<void> {
  const columns = [
    ...(['application_id', 'confirmation_number', 'submitted_at'] as const),
    ...(['content', 'sealed_answers', 'form_version', 'content_hash', 'release_id'] as const),
  ];
  await tx
    .insertInto('reopened_submission')
    .columns([...columns, 'reopened_at'])
    .expression((eb) =>
      eb
        .selectFrom('submission')
        .select(columns)
        .select(sql<Date>`${now}::timestamptz`.as('reopened_at'))
        .where('application_id', '=', applicationId),
    )
    .execute();
  await tx.deleteFrom('submission').where('application_id', '=', applicationId).execute();
}

/** Submissions that were set aside, oldest first. */
export const listReopened = (db: Db, applicationId: string): Promise<readonly ReopenedRow[]> =>
  db
    .selectFrom('reopened_submission')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('reopened_at')
    .execute();

/** Of these stored files, those that a submission that was set aside shows. */
export async function findKeptFiles(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) as key
    where exists (select from reopened_submission where pdf_keys ? key)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Where the documents of the next submissions lie that were set aside, in the order of their ids. */
export async function listReopenedFilesAfter(
  db: Db,
  id: string,
  count: number,
): Promise<readonly { readonly id: string; readonly keys: readonly string[] }[]> {
  const rows = await db
    .selectFrom('reopened_submission')
    .select(['id', 'pdf_keys'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(({ id: own, pdf_keys }) => ({ id: own, keys: pdf_keys ?? [] }));
}

/** The number that an application had before it was reopened. */
export async function findEarlierNumber(db: Db, applicationId: string): Promise<string | undefined> {
  return (await listReopened(db, applicationId)).at(-1)?.confirmation_number;
}
