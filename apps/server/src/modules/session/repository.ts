import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '@firstyear/api-contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';

type SessionRow = Pick<Selectable<Database['session']>, 'id' | 'account_id' | 'created_at' | 'last_seen_at'>;

/** A session with its account's address. */
export function selectSession(
  db: Db,
  tokenHash: Buffer,
): Promise<(SessionRow & { readonly email: string }) | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.account_id', 'session.created_at', 'session.last_seen_at', 'account.email'])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function insertSession(db: Db, tokenHash: Buffer, accountId: string, now: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: now, last_seen_at: now })
    .execute();
}

export async function updateLastSeen(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('session').where('id', '=', id).execute();
}

export async function deleteSessionOfToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
}

/** Deletes the sessions of an account that have run out. */
export async function deleteExpiredSessionsOf(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<=', new Date(now.getTime() - IDLE_LIMIT_MS)),
        eb('created_at', '<=', new Date(now.getTime() - ABSOLUTE_LIMIT_MS)),
      ]),
    )
    .execute();
}

export async function deleteSessionsBefore(db: Db, lastSeenBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('last_seen_at', '<', lastSeenBefore).execute();
}
