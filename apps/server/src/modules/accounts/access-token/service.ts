import type { Answers } from '@firstyear/form-engine';
import { type Insertable, type Selectable, sql } from 'kysely';
import { hashToken, newToken } from '../../../crypto/tokens.ts';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { Database } from '../../../db/types.ts';

/** Finds a token of this kind that has not expired. */
function selectToken(db: Db, kind: 'service' | 'temporary_application', hash: Buffer, now: Date) {
  return db
    .selectFrom('access_token')
    .select(['id', 'application_id', 'answers'])
    .where('kind', '=', kind)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function revokeToken(db: Db, id: string): Promise<void> {
  await db.deleteFrom('access_token').where('id', '=', id).execute();
}

/** Condition for links to an application, and for links whose prepared answers contain an address in lower case. */
const aboutPerson = (email: string, applicationIds: readonly string[]) =>
  sql<boolean>`(application_id = any(${applicationIds}::uuid[]) or exists (
    select from jsonb_each_text(answers) as answer where lower(answer.value) = ${email}))`;

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

/** Makes a token and deletes expired ones; only the token's hash is stored. Life in milliseconds. */
async function mintToken(
  db: Db,
  content: Pick<Insertable<Database['access_token']>, 'kind' | 'application_id' | 'answers'>,
  lifeMs: number,
  now: Date,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = newToken();
  await db.deleteFrom('access_token').where('expires_at', '<=', now).execute();
  const dates = { created_at: now, expires_at: new Date(now.getTime() + lifeMs) };
  const row = { ...content, ...dates, token_hash: hashToken(token) };
  const { id } = await db.insertInto('access_token').values(row).returning('id').executeTakeFirstOrThrow();
  return { id, token };
}

/** Makes a token for reading one application until it expires (AMB-007), with the id to revoke it. Life in milliseconds. */
export const mintServiceToken = (db: Db, application_id: string, lifeMs: number, now: Date) =>
  mintToken(db, { kind: 'service', application_id, answers: null }, lifeMs, now);

/** Makes a token for prepared answers until it expires (AMB-004). Life in milliseconds. */
export async function mintTemporaryToken(db: Db, answers: Answers, lifeMs: number, now: Date): Promise<string> {
  const content = { kind: 'temporary_application', application_id: null, answers: JSON.stringify(answers) } as const;
  return (await mintToken(db, content, lifeMs, now)).token;
}

/** The application of a service token; undefined when the token is unknown or has expired. */
export async function readServiceToken(db: Db, token: string, now: Date) {
  const row = await selectToken(db, 'service', hashToken(token), now);
  return row?.application_id ? { id: row.id, applicationId: row.application_id } : undefined;
}

/** The prepared answers of a token; undefined when the token is unknown or has expired. */
export async function readTemporaryToken(db: Db, token: string, now: Date): Promise<Answers | undefined> {
  return (await selectToken(db, 'temporary_application', hashToken(token), now))?.answers ?? undefined;
}
