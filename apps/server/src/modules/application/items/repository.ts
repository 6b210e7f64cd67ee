import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';
import { isOfSubmitted } from '../row/list-row.ts';

export type ItemRow = Selectable<Database['item']>;

/** The items of these applications, in the order in which they were made. */
export const listItemsOf = (db: Db, applicationIds: readonly string[]): Promise<readonly ItemRow[]> =>
  db
    .selectFrom('item')
    .selectAll()
    .where(sql<boolean>`application_id = any(${applicationIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('rule')
    .orderBy('id')
    .execute();
export const listItems = (db: Db, applicationId: string) => listItemsOf(db, [applicationId]);

export const findItem = (db: Db, id: string): Promise<ItemRow | undefined> =>
  db.selectFrom('item').selectAll().where('id', '=', id).executeTakeFirst();

export const findItems = async (db: Db, ids: readonly string[]): Promise<readonly ItemRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('item').selectAll().where('id', 'in', ids).execute();

/** Locks an item of an application until the transaction ends. */
export const lockItem = (tx: Tx, applicationId: string, id: string): Promise<ItemRow | undefined> =>
  tx
    .selectFrom('item')
    .selectAll()
    .where('id', '=', id)
    .where('application_id', '=', applicationId)
    .forUpdate()
    .executeTakeFirst();

type NewItem = Omit<Insertable<Database['item']>, 'created_at' | 'changed_at' | 'asked_keys'> &
  Partial<Pick<ItemRow, 'asked_keys'>>;

/** Adds items; those that are there already stay as they are. Returns the ids of the new ones. */
export async function insertItems(tx: Tx, items: readonly NewItem[], now: Date): Promise<readonly string[]> {
  if (items.length === 0) return [];
  const rows = await tx
    .insertInto('item')
    .values(
      items.map(({ asked_keys = null, ...item }) => ({
        ...item,
        created_at: now,
        changed_at: now,
        asked_keys: asked_keys && JSON.stringify(asked_keys),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export type ItemChange = Partial<Pick<ItemRow, 'state' | 'returned_words' | 'reply' | 'is_hidden' | 'came_at'>>;

/** Changes an item, as its next version. */
export const updateItem = (tx: Tx, id: string, change: ItemChange, now: Date): Promise<ItemRow> =>
  tx
    .updateTable('item')
    .set({ ...change, version: sql<number>`version + 1`, ...(change.state !== undefined && { changed_at: now }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

type PaperRow = Selectable<Database['paper']>;

const papersOf = (db: Db, applicationIds: readonly string[]) =>
  db
    .selectFrom('paper')
    .innerJoin('item', 'item.id', 'paper.item_id')
    .innerJoin('document', (join) =>
      join
        .onRef('document.application_id', '=', 'item.application_id')
        .on('document.answer_key', '=', sql<string>`'paper:' || paper.id::text`),
    )
    .where(sql<boolean>`item.application_id = any(${applicationIds}::uuid[])`);

/** The papers of these applications with their documents, oldest first. */
export const listPapersOf = (db: Db, applicationIds: readonly string[]) =>
  papersOf(db, applicationIds)
    .selectAll('paper')
    .select([
      ...(['document.id as document_id', 'file_name', 'file_size', 'status', 'problem', 'problem_page'] as const),
      ...(['waits_for', 'page_count', 'thumbnail_count', 'pdf_key'] as const),
    ])
    .orderBy('paper.came_at')
    .orderBy('paper.id')
    .execute();
export const listPapers = (db: Db, applicationId: string) => listPapersOf(db, [applicationId]);
export type PaperWithDocument = Awaited<ReturnType<typeof listPapers>>[number];

/** The papers that came through a link to an address, for its holder: without whom they are about. */
export const listPapersFrom = (db: Db, helperEmail: string) =>
  db.selectFrom('paper').select(['id', 'came_at', 'helper_email']).where('helper_email', '=', helperEmail).execute();

/** Forgets through whose link papers came; they stay with their applications. */
export async function forgetHelper(tx: Tx, email: string): Promise<void> {
  await tx.updateTable('paper').set({ helper_email: null }).where('helper_email', '=', email).execute();
}

export async function insertPaper(tx: Tx, paper: PaperRow): Promise<void> {
  await tx.insertInto('paper').values(paper).execute();
}

export async function movePaperTo(tx: Tx, id: string, itemId: string): Promise<void> {
  await tx.updateTable('paper').set({ item_id: itemId }).where('id', '=', id).execute();
}

/** Locks requests to submitted applications that are due by a day and whose applicants weren't reminded; skips those that another process has locked. */
export const lockDueItems = (tx: Tx, today: string, until: string, count: number): Promise<readonly ItemRow[]> =>
  tx
    .selectFrom('item')
    .selectAll()
    .where('due_on', '>=', today)
    .where('due_on', '<=', until)
    .where('state', 'in', ['awaiting', 'returned'])
    .where('is_hidden', '=', false)
    .where('reminded_at', 'is', null)
    .where(isOfSubmitted('item.application_id'))
    .orderBy('due_on')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute();

export async function markReminded(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.updateTable('item').set({ reminded_at: now }).where('id', 'in', ids).execute();
}
