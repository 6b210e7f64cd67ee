import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

/** The answers are JSON. */
export type NewToken = Insertable<Database['access_token']>;

export async function insertToken(db: Db, token: NewToken): Promise<string> {
  const { id } = await db.insertInto('access_token').values(token).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Finds a token of this kind that has not expired. */
export function selectToken(db: Db, kind: 'service' | 'temporary_application', hash: Buffer, now: Date) {
  return db
    .selectFrom('access_token')
    .select(['id', 'application_id', 'answers'])
    .where('kind', '=', kind)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteToken(db: Db, id: string): Promise<void> {
  await db.deleteFrom('access_token').where('id', '=', id).execute();
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('access_token').where('expires_at', '<=', now).execute();
}

/** Condition for links to an application, and for links whose prepared answers contain an address in lower case. */
const aboutPerson = (email: string, applicationIds: readonly string[]) =>
  sql<boolean>`(application_id = any(${applicationIds}::uuid[]) or exists (
    select from jsonb_each_text(answers) as given where lower(given.value) = ${email}))`;

export function listTokensAbout(
  db: Db,
  email: string,
  applicationIds: readonly string[],
): Promise<readonly Selectable<Database['access_token']>[]> {
  return db.selectFrom('access_token').selectAll().where(aboutPerson(email, applicationIds)).execute();
}

export async function deleteTokensAbout(tx: Tx, email: string, applicationIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('access_token').where(aboutPerson(email, applicationIds)).execute();
}
