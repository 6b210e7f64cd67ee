import { sql } from 'kysely';
import type { ServedForms } from '../../../config/served-forms.ts';
import type { Db } from '../../../db/transaction.ts';
import { StartRefusal } from '../../../errors/start-refusal.ts';

/**
 * Throws StartRefusal where somebody would come to a second application while the database still allows one for each account, as
 * the version before needs it. Goes with that constraint (docs/decisions/0046-forms-and-seasons.md).
 */
export async function requireRoomForForms(db: Db, { all, first }: ServedForms): Promise<void> {
  const { rows } = await sql<{ isOneEach: boolean; isOther: boolean }>`
    select exists (select from pg_constraint where conname = 'application_account_id_key') as "isOneEach",
      exists (select from application)
        and not exists (select from application where form = ${first.id} and season = ${first.season}) as "isOther"`.execute(
    db,
  );
  const [found] = rows;
  if (!found?.isOneEach || (all.length === 1 && !found.isOther)) return;
  throw new StartRefusal(
    'An account has one application until the version after this one. Serve one form, and the season that the applications there have, until then.',
  );
}
