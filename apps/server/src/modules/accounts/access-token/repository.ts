import type { Answers } from '@firstyear/form-engine';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

export interface NewToken {
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A token that reads one application; returns the id of its row. */
export async function insertServiceToken(db: Db, applicationId: string, token: NewToken): Promise<string> {
  const { id } = await db
    .insertInto('access_token')
    .values({
      kind: 'service',
      token_hash: token.hash,
      application_id: applicationId,
      answers: null,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A token that opens an application with answers filled in. */
export async function insertTemporaryToken(db: Db, answers: Answers, token: NewToken): Promise<void> {
  await db
    .insertInto('access_token')
    .values({
      kind: 'temporary_application',
      token_hash: token.hash,
      application_id: null,
      answers: JSON.stringify(answers),
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** What a token of this kind opens; nothing once it has expired. */
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

/** Links to an application, and links with prepared answers that name an address. */
const aboutPerson = (email: string, applicationIds: readonly string[]) =>
  sql<boolean>`(application_id = any(${applicationIds}::uuid[]) or exists (
    select from jsonb_each_text(answers) as given where lower(given.value) = ${email}))`;

/** The tokens of an application, and those whose prepared answers name an address in small letters. */
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
