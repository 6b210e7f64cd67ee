import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export type PdfCopyRow = Selectable<Database['pdf_copy']>;

export function selectCopy(db: Db, applicationId: string, version: number): Promise<PdfCopyRow | undefined> {
  return db
    .selectFrom('pdf_copy')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export function selectCopyById(db: Db, id: string): Promise<PdfCopyRow | undefined> {
  return db.selectFrom('pdf_copy').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A null language is the university's own. */
interface Request {
  readonly language: string | null;
  readonly now: Date;
}

const waiting = ({ language, now }: Request) =>
  ({ status: 'UNPROCESSED', claimed_by: null, created_at: now, finished_at: null, language }) as const;

export async function insertCopy(tx: Tx, applicationId: string, version: number, request: Request): Promise<string> {
  const { id } = await tx
    .insertInto('pdf_copy')
    .values({ application_id: applicationId, version, object_key: null, ...waiting(request) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Requests an existing copy again. */
export async function resetCopy(tx: Tx, id: string, request: Request): Promise<void> {
  await tx.updateTable('pdf_copy').set(waiting(request)).where('id', '=', id).execute();
}

/** Locks a copy until the transaction ends. */
export function lockCopy(tx: Tx, id: string): Promise<PdfCopyRow | undefined> {
  return tx.selectFrom('pdf_copy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Claims a print for a worker. */
export async function claimCopy(tx: Tx, id: string, claim: number): Promise<void> {
  await tx
    .updateTable('pdf_copy')
    .set({ status: 'IN_PROGRESS', claimed_by: claim, finished_at: null })
    .where('id', '=', id)
    .execute();
}

/** Updates a copy only while the worker holds its print, which may have been restarted meanwhile. */
const updateClaimed = (db: Db, id: string, claim: number) =>
  db.updateTable('pdf_copy').where('id', '=', id).where('status', '=', 'IN_PROGRESS').where('claimed_by', '=', claim);

/** False when the worker doesn't hold the print any more. */
export async function completeCopy(
  db: Db,
  id: string,
  claim: number,
  end: { readonly objectKey: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(db, id, claim)
    .set({ status: 'COMPLETED', object_key: end.objectKey, claimed_by: null, finished_at: end.now })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns a print to the queue, or ends it as FAILED. */
export async function releaseCopy(
  db: Db,
  id: string,
  claim: number,
  end: { readonly status: 'UNPROCESSED' | 'FAILED'; readonly now: Date },
): Promise<void> {
  const finished_at = end.status === 'FAILED' ? end.now : null;
  await updateClaimed(db, id, claim).set({ status: end.status, claimed_by: null, finished_at }).execute();
}

/** Deletes the copies of earlier versions that were finished before the given time. Returns the keys of their files. */
export async function deleteOutdatedCopies(tx: Tx, copy: PdfCopyRow, before: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('pdf_copy')
    .where('application_id', '=', copy.application_id)
    .where('version', '<', copy.version)
    .where('finished_at', '<', before)
    .returning('object_key')
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
}

export async function deleteCopy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pdf_copy').where('id', '=', id).execute();
}

export function listCopies(db: Db, applicationId: string): Promise<readonly PdfCopyRow[]> {
  return db.selectFrom('pdf_copy').selectAll().where('application_id', '=', applicationId).orderBy('version').execute();
}

/** The next printed copies by id. */
export async function listCopiesAfter(db: Db, id: string, count: number) {
  const rows = await db
    .selectFrom('pdf_copy')
    .select(['id', 'object_key'])
    .where('id', '>', id)
    .where('status', '=', 'COMPLETED')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map((row) => ({ id: row.id, object_key: row.object_key ?? `pdf/${row.id}.pdf` }));
}
