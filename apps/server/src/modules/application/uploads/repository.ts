import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { queryByApplicant } from '../row/submission.ts';

export type DocumentRow = Selectable<Database['document']>;

export function selectDocument(db: Db, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}

/** The documents of an application, with the papers of its items. */
export function listDocuments(db: Db, applicationId: string): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('answer_key')
    .execute();
}

const PAPER = 'paper:';
/** The key of a paper's document; no question has such a key. */
export const paperKey = (paperId: string): string => `${PAPER}${paperId}`;
/** The paper that a document is of; undefined for a question's. */
export const paperOf = (answerKey: string): string | undefined =>
  answerKey.startsWith(PAPER) ? answerKey.slice(PAPER.length) : undefined;
const isOfQuestion = sql<boolean>`document.answer_key not like 'paper:%'`;

export const listQuestionDocuments = async (db: Db, applicationId: string): Promise<readonly DocumentRow[]> =>
  (await listDocuments(db, applicationId)).filter(({ answer_key }) => paperOf(answer_key) === undefined);

/** The files of an application. */
export const filesQuery = queryByApplicant((db, accountId, form, season) =>
  db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'document.application_id')
    .select(['document.id', 'document.answer_key', 'document.file_name', 'document.file_size'])
    .where('application.account_id', '=', accountId)
    .where('application.form', '=', form)
    .where('application.season', '=', season)
    .where(isOfQuestion)
    .orderBy('document.answer_key'),
);

/** Moves documents of an application from old to new question keys, unless the new question has one. */
export async function moveDocuments(tx: Tx, applicationId: string, moves: ReadonlyMap<string, string>): Promise<void> {
  for (const [from, to] of moves) {
    await sql`update document set answer_key = ${to} where application_id = ${applicationId} and answer_key = ${from}
      and not exists (select from document as other where other.application_id = ${applicationId} and other.answer_key = ${to})
    `.execute(tx);
  }
}

export async function selectPdfKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('document').select('pdf_key').where('id', '=', id).executeTakeFirst();
  return row?.pdf_key ?? undefined;
}

/** The keys of questions whose documents aren't converted yet. */
export async function listOpenConversions(db: Db, applicationId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document')
    .select('answer_key')
    .where('application_id', '=', applicationId)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .where(isOfQuestion)
    .orderBy('answer_key')
    .execute();
  return rows.map((row) => row.answer_key);
}

/** Columns of a document without a conversion. */
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

/** Adds a document to convert; returns its id. */
export async function insertDocument(
  tx: Tx,
  document: Pick<
    DocumentRow,
    'application_id' | 'answer_key' | 'file_name' | 'file_size' | 'file_key' | 'lane' | 'created_at'
  >,
): Promise<string> {
  const { id } = await tx
    .insertInto('document')
    .values({ ...document, status: 'UNPROCESSED' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the row of a document and returns it. Its files stay. */
export function removeDocument(tx: Tx, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return tx
    .deleteFrom('document')
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .returningAll()
    .executeTakeFirst();
}

/** Cancels the conversion of a document. Its worker detects the new status. */
export async function resetConversion(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('document')
    .set({ ...UNCONVERTED, status: 'NOT_ANSWERED', finished_at: now })
    .where('id', '=', id)
    .execute();
}

type UploadRow = Selectable<Database['document_upload']>;

export async function insertUpload(tx: Tx, upload: Omit<UploadRow, 'broken_rule'>): Promise<void> {
  await tx.insertInto('document_upload').values(upload).execute();
}

/** Records why our own store refused an upload. */
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

/** An applicant's upload for a question. */
type UploadKey = Pick<UploadRow, 'file_key' | 'application_id' | 'answer_key'>;

/** Deletes an upload and returns it, so that it is used only once. */
export function takeUpload(tx: Tx, upload: UploadKey): Promise<UploadRow | undefined> {
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

/** Finds an upload whose conversion hasn't begun. */
export function findUpload(db: Db, upload: UploadKey): Promise<UploadRow | undefined> {
  return db
    .selectFrom('document_upload')
    .selectAll()
    .where('file_key', '=', upload.file_key)
    .where('application_id', '=', upload.application_id)
    .where('answer_key', '=', upload.answer_key)
    .executeTakeFirst();
}

/** Removes and returns some abandoned uploads. */
export function dropOldUploads(tx: Tx, before: Date) {
  return tx
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
    .returning(['application_id', 'file_key'])
    .execute();
}
