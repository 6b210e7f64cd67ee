import type { Db } from '../../db/transaction.ts';

export async function selectLogins(db: Db, accountId: string): Promise<readonly Date[]> {
  const rows = await db
    .selectFrom('successful_login')
    .select('at')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.at);
}

export async function updateLastPage(db: Db, accountId: string, path: string): Promise<void> {
  await db.updateTable('application').set({ last_page: path }).where('account_id', '=', accountId).execute();
}
