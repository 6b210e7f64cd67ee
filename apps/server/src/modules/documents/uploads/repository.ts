import { type Selectable, sql } from 'kysely';
import { keptQuery } from '../../../db/kept-query.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import type { OwnApplication } from '../../../plugins/applicant.ts';

export type DocumentRow = Selectable<Database['document']>;

export function selectDocument(db: Db, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}

export function listDocuments(db: Db, applicationId: string): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('answer_key')
    .execute();
}

/** What its owner sees of a document at once. */
export type OwnersFile = Pick<DocumentRow, 'answer_key' | 'file_name' | 'file_size'>;

const filesOfOwn = keptQuery((db: Db, accountId: string, form: string, season: string) =>
  db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['document.answer_key', 'document.file_name', 'document.file_size'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season)
    .orderBy('document.answer_key'),
);

/** Those of an application. */
export const filesQuery = (db: Db, { accountId, served }: OwnApplication) =>
  filesOfOwn(db, accountId, served.id, served.season);

/** Gives a document, and uploads under way, to a question with another key, unless that has one. */
export async function moveDocument(tx: Tx, applicationId: string, from: string, to: string): Promise<void> {
  await sql`update document set answer_key = ${to} where application_id = ${applicationId} and answer_key = ${from}
    and not exists (select from document as other where other.application_id = ${applicationId} and other.answer_key = ${to})
  `.execute(tx);
}

/** Where the PDF of a document lies. */
export async function selectPdfKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('document').select('pdf_key').where('id', '=', id).executeTakeFirst();
  return row?.pdf_key ?? undefined;
}

/** The questions whose documents are still to be converted, in their order. */
export async function listOpenConversions(db: Db, applicationId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document')
    .select('answer_key')
    .where('application_id', '=', applicationId)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .orderBy('answer_key')
    .execute();
  return rows.map((row) => row.answer_key);
}

/** Of a document of which nothing is converted, and on which nobody works. */
const UNCONVERTED = {
  pdf_key: null,
  page_count: null,
  hints: '[]',
  thumbnail_count: 0,
  problem: null,
  problem_page: null,
  waits_for: null,
  claimed_by: null,
} as const;

/** A document whose conversion has not begun; returns its id. */
export async function insertDocument(
  tx: Tx,
  document: Pick<
    DocumentRow,
    'application_id' | 'answer_key' | 'file_name' | 'file_size' | 'file_key' | 'lane' | 'created_at'
  >,
): Promise<string> {
  const { id } = await tx
    .insertInto('document')
    .values({ ...document, ...UNCONVERTED, status: 'UNPROCESSED', retry_at: null, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the row of a document and returns it: its files are still there (filesOf). */
export function removeDocument(tx: Tx, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return tx
    .deleteFrom('document')
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .returningAll()
    .executeTakeFirst();
}

/** Cancels the conversion of a document; the worker that runs it finds the row gone. */
export async function resetConversion(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('document')
    .set({ ...UNCONVERTED, status: 'NOT_ANSWERED', finished_at: now })
    .where('id', '=', id)
    .execute();
}

/** The next documents in the order of their ids, with what tells where their files are. */
export function listFilesAfter(db: Db, id: string, count: number) {
  return db
    .selectFrom('document')
    .select(['id', 'attempts', 'file_key', 'pdf_key', 'status'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
    .execute();
}
