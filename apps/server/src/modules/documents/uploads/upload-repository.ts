import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type UploadRow = Selectable<Database['document_upload']>;

type NewUpload = Omit<UploadRow, 'broken_rule'>;

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx
    .insertInto('document_upload')
    .values({ ...upload, broken_rule: null })
    .execute();
}

/** Notes why our own store refused an upload. */
export async function markUploadBroken(db: Db, fileKey: string, rule: 'size' | 'empty'): Promise<void> {
  await db.updateTable('document_upload').set({ broken_rule: rule }).where('file_key', '=', fileKey).execute();
}

export async function countUploads(db: Db, applicationId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('document_upload')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes an upload that was allowed to this applicant for this question: nobody takes it twice. */
export function takeUpload(tx: Tx, upload: Omit<NewUpload, 'created_at'>): Promise<UploadRow | undefined> {
  return tx
    .deleteFrom('document_upload')
    .where('file_key', '=', upload.file_key)
    .where('application_id', '=', upload.application_id)
    .where('answer_key', '=', upload.answer_key)
    .returningAll()
    .executeTakeFirst();
}

export function selectUpload(db: Db, fileKey: string): Promise<UploadRow | undefined> {
  return db.selectFrom('document_upload').selectAll().where('file_key', '=', fileKey).executeTakeFirst();
}

/** An upload that was allowed to this applicant for this question and is still awaited. */
export function findUpload(db: Db, upload: Omit<NewUpload, 'created_at'>): Promise<UploadRow | undefined> {
  return db
    .selectFrom('document_upload')
    .selectAll()
    .where('file_key', '=', upload.file_key)
    .where('application_id', '=', upload.application_id)
    .where('answer_key', '=', upload.answer_key)
    .executeTakeFirst();
}

/** Removes some uploads that nobody came back for; returns their keys. */
export async function dropOldUploads(tx: Tx, before: Date): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('document_upload')
    .where('file_key', 'in', (query) =>
      query
        .selectFrom('document_upload')
        .select('file_key')
        .where('created_at', '<', before)
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returning('file_key')
    .execute();
  return rows.map((row) => row.file_key);
}

export function listUploads(db: Db, applicationId: string): Promise<readonly UploadRow[]> {
  return db.selectFrom('document_upload').selectAll().where('application_id', '=', applicationId).execute();
}

/** The keys of the next uploads in their order. */
export async function listUploadKeysAfter(db: Db, key: string, count: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document_upload')
    .select('file_key')
    .where('file_key', '>', key)
    .orderBy('file_key')
    .limit(count)
    .execute();
  return rows.map(({ file_key }) => file_key);
}
