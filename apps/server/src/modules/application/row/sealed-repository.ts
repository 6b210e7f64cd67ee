import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

/**
 * Where sealed answers are: in applications, in what was submitted, in submissions that were set aside, and in the attic.
 * Each with its key, and with the column that names the application that its answers are sealed for.
 */
export const SEALED_PLACES = [
  { table: 'application', key: 'id', owner: 'id' },
  { table: 'submission', key: 'application_id', owner: 'application_id' },
  { table: 'reopened_submission', key: 'id', owner: 'application_id' },
  { table: 'answer_attic', key: 'id', owner: 'application_id' },
] as const;
export type SealedPlace = (typeof SEALED_PLACES)[number];

export interface SealedRow {
  readonly id: string;
  /** The application. */
  readonly owner: string;
  readonly sealed_answers: Readonly<Record<string, string>>;
}

const hasSealed = sql<boolean>`sealed_answers <> '{}'::jsonb`;

/** The next rows with sealed answers in the order of their keys, held until the transaction ends. */
export async function lockSealed(
  tx: Tx,
  { table, key, owner }: SealedPlace,
  after: string,
  count: number,
): Promise<readonly SealedRow[]> {
  const id = sql.ref(key);
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sql.ref(owner)} as owner, sealed_answers from ${sql.table(table)}
    where ${id} > ${after} and ${hasSealed} order by ${id} limit ${count} for update`.execute(tx);
  return rows;
}

/** Keeps the same answers sealed in another way: no change that makes a new version. */
export async function setSealed(tx: Tx, { table, key }: SealedPlace, id: string, sealed: string): Promise<void> {
  await sql`update ${sql.table(table)} set sealed_answers = ${sealed} where ${sql.ref(key)} = ${id}`.execute(tx);
}

export async function countSealed(db: Db, { table }: SealedPlace): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)} where ${hasSealed}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Some applications with sealed answers, the newest first. */
export function findSealedApplications(
  db: Db,
  count: number,
): Promise<readonly Pick<SealedRow, 'id' | 'sealed_answers'>[]> {
  return db
    .selectFrom('application')
    .select(['id', 'sealed_answers'])
    .where(hasSealed)
    .orderBy('updated_at', 'desc')
    .limit(count)
    .execute();
}
