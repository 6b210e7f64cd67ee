import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';
import type { AwaitedPart, DocumentProblem } from './problems.ts';

export type DocumentRow = Selectable<Database['document']>;
export type UploadRow = Selectable<Database['document_upload']>;

type Attempted = Pick<DocumentRow, 'id' | 'attempts' | 'file_key'>;

/** Where the present attempt of a conversion puts its PDF: one that was overtaken never touches another's. */
export const pdfKeyOf = ({ id, attempts }: Pick<Attempted, 'id' | 'attempts'>): string =>
  `documents/${id}-${attempts}.pdf`;

/** Every file that a document may have left behind, those of attempts that died too. */
export const filesOf = (document: Attempted): readonly string[] => [
  document.file_key,
  ...Array.from({ length: document.attempts }, (_, index) => pdfKeyOf({ id: document.id, attempts: index + 1 })),
];

export async function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
  await tx.insertInto('document_upload').values(upload).execute();
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
export function takeUpload(tx: Tx, upload: Omit<UploadRow, 'created_at'>): Promise<UploadRow | undefined> {
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

export function findUpload(db: Db, upload: Omit<UploadRow, 'created_at'>): Promise<UploadRow | undefined> {
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

export function selectDocument(db: Db, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst();
}

export function selectDocuments(db: Db, applicationId: string): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('answer_key')
    .execute();
}

export async function insertDocument(
  tx: Tx,
  document: Pick<DocumentRow, 'application_id' | 'answer_key' | 'file_name' | 'file_size' | 'file_key' | 'created_at'>,
): Promise<string> {
  const { id } = await tx
    .insertInto('document')
    .values({
      ...document,
      pdf_key: null,
      status: 'UNPROCESSED',
      problem: null,
      waits_for: null,
      claimed_by: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function removeDocument(tx: Tx, applicationId: string, answerKey: string): Promise<DocumentRow | undefined> {
  return tx
    .deleteFrom('document')
    .where('application_id', '=', applicationId)
    .where('answer_key', '=', answerKey)
    .returningAll()
    .executeTakeFirst();
}

/** Takes the conversion of a document back; whoever works on it finds it gone. */
export async function resetConversion(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('document')
    .set({
      status: 'NOT_ANSWERED',
      pdf_key: null,
      problem: null,
      waits_for: null,
      claimed_by: null,
      finished_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Begins a conversion in the name of a worker; nothing when there is none to begin. */
export function claimDocument(db: Db, id: string, claim: number): Promise<DocumentRow | undefined> {
  return db
    .updateTable('document')
    .set((query) => ({
      status: 'IN_PROGRESS',
      claimed_by: claim,
      waits_for: null,
      attempts: query('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'UNPROCESSED')
    .returningAll()
    .executeTakeFirst();
}

/** Whether the worker still holds this conversion: it may have been deleted, replaced or given up meanwhile. */
const updateClaimed = (db: Db, id: string, claim: number) =>
  db.updateTable('document').where('id', '=', id).where('status', '=', 'IN_PROGRESS').where('claimed_by', '=', claim);

export async function completeDocument(tx: Tx, id: string, claim: number, pdfKey: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(tx, id, claim)
    .set({ status: 'COMPLETED', pdf_key: pdfKey, claimed_by: null, finished_at: now })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Hands a conversion back: to be begun again, or when a part is there again. */
export async function releaseDocument(db: Db, id: string, claim: number, waitsFor: AwaitedPart | null): Promise<void> {
  await updateClaimed(db, id, claim)
    .set((query) => ({
      status: 'UNPROCESSED',
      claimed_by: null,
      waits_for: waitsFor,
      // Waiting is no attempt.
      attempts: query('attempts', '-', waitsFor === null ? 0 : 1),
    }))
    .execute();
}

/** Ends an open conversion as FAILED. With a claim only while that worker holds it. */
export async function failDocument(
  tx: Tx,
  id: string,
  end: { readonly problem: DocumentProblem; readonly now: Date; readonly claim?: number },
): Promise<boolean> {
  let query = tx
    .updateTable('document')
    .set({ status: 'FAILED', problem: end.problem, claimed_by: null, waits_for: null, finished_at: end.now })
    .where('id', '=', id)
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS']);
  if (end.claim !== undefined) query = query.where('claimed_by', '=', end.claim);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function selectClaims(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('document')
    .select('claimed_by')
    .distinct()
    .where('status', '=', 'IN_PROGRESS')
    .execute();
  return rows.flatMap((row) => (row.claimed_by === null ? [] : [row.claimed_by]));
}

/** Returns what a dead worker held to the queue; returns the ids. */
export async function releaseClaim(tx: Tx, claim: number): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('document')
    .set({ status: 'UNPROCESSED', claimed_by: null })
    .where('status', '=', 'IN_PROGRESS')
    .where('claimed_by', '=', claim)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Conversions that wait for nothing but a worker. */
export async function selectUnprocessed(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('status', '=', 'UNPROCESSED')
    .where('waits_for', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Open conversions that began before the given time and wait for nothing. */
export async function selectOverdue(db: Db, before: Date): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .where('waits_for', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** Lets documents go on that waited for a part; their time begins anew. Returns the ids. */
export async function resumeWaiting(tx: Tx, part: AwaitedPart, now: Date): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('document')
    .set({ waits_for: null, created_at: now })
    .where('status', '=', 'UNPROCESSED')
    .where('waits_for', '=', part)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export function selectUploadsOf(db: Db, applicationId: string): Promise<readonly UploadRow[]> {
  return db.selectFrom('document_upload').selectAll().where('application_id', '=', applicationId).execute();
}
