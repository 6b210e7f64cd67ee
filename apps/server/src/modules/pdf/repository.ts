import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

export type PdfCopyRow = Selectable<Database['pdf_copy']>;

export function selectCopy(db: Db, applicationId: string, version: number): Promise<PdfCopyRow | undefined> {
  return db
    .selectFrom('pdf_copy')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export function selectOwnedCopy(db: Db, id: string, accountId: string): Promise<PdfCopyRow | undefined> {
  return db
    .selectFrom('pdf_copy')
    .innerJoin('application', 'application.id', 'pdf_copy.application_id')
    .selectAll('pdf_copy')
    .where('pdf_copy.id', '=', id)
    .where('application.account_id', '=', accountId)
    .executeTakeFirst();
}

export async function insertCopy(tx: Tx, applicationId: string, version: number, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('pdf_copy')
    .values({
      application_id: applicationId,
      version,
      status: 'UNPROCESSED',
      object_key: null,
      created_at: now,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts a copy back to its beginning. */
export async function resetCopy(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('pdf_copy')
    .set({ status: 'UNPROCESSED', created_at: now, finished_at: null })
    .where('id', '=', id)
    .execute();
}

const lockOf = (copyId: string) => sql`hashtextextended(${`pdf copy ${copyId}`}, 0)`;

/**
 * Works on a copy while the database knows that somebody does: when this process dies, however it dies, it lets go.
 * Nothing is done when somebody else is at it.
 */
export async function whilePrinting(db: Db, copyId: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lockOf(copyId)}) as mine`.execute(
      connection,
    );
    if (!rows[0]?.mine) return;
    try {
      await work();
    } finally {
      // A connection that was lost has let go by itself.
      await sql`select pg_advisory_unlock(${lockOf(copyId)})`.execute(connection).catch(() => {});
    }
  });
}

/** Whether somebody works on a copy now. */
export async function isBeingPrinted(tx: Tx, copyId: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lockOf(copyId)}) as free`.execute(
    tx,
  );
  return !rows[0]?.free;
}

/** Marks a copy as being printed; nothing when it is gone or already there. */
export function startCopy(db: Db, id: string): Promise<PdfCopyRow | undefined> {
  return db
    .updateTable('pdf_copy')
    .set({ status: 'IN_PROGRESS', finished_at: null })
    .where('id', '=', id)
    .where('status', '!=', 'COMPLETED')
    .returningAll()
    .executeTakeFirst();
}

export async function completeCopy(db: Db, id: string, objectKey: string, now: Date): Promise<void> {
  await db
    .updateTable('pdf_copy')
    .set({ status: 'COMPLETED', object_key: objectKey, finished_at: now })
    .where('id', '=', id)
    .execute();
}

export async function markCopy(db: Db, id: string, status: 'UNPROCESSED' | 'FAILED', now: Date): Promise<void> {
  await db
    .updateTable('pdf_copy')
    .set({ status, finished_at: status === 'FAILED' ? now : null })
    .where('id', '=', id)
    .where('status', '!=', 'COMPLETED')
    .execute();
}

/** Copies of earlier versions that were finished before the given time. */
export function selectOutdated(db: Db, copy: PdfCopyRow, before: Date) {
  return db
    .selectFrom('pdf_copy')
    .select(['id', 'object_key'])
    .where('application_id', '=', copy.application_id)
    .where('version', '<', copy.version)
    .where('finished_at', '<', before)
    .execute();
}

export async function deleteCopy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pdf_copy').where('id', '=', id).execute();
}
