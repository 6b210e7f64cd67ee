import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { isUnsubmitted } from './repository.ts';

/** Drafts of a form in a season: what is not submitted. */
const drafts = (db: Db, { id, season }: { readonly id: string; readonly season: string }) =>
  db.selectFrom('application').where('form', '=', id).where('season', '=', season).where(isUnsubmitted);

/** How many drafts answer a question; with values, how many with one of these. A sealed answer counts as any. */
export async function countDraftsWith(
  db: Db,
  form: { readonly id: string; readonly season: string },
  key: string,
  values?: readonly string[],
): Promise<number> {
  const answer = sql<string>`coalesce(answers ->> ${key}, '')`;
  const isAnswered = sql<boolean>`(${answer} not in ('', 'false') or sealed_answers ? ${key})`;
  const { count } = await drafts(db, form)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(values ? sql<boolean>`${answer} = any(${[...values]}::text[])` : isAnswered)
    .executeTakeFirstOrThrow();
  return count;
}

/** Drafts by the release that they were saved with last. */
export function countDraftsByRelease(
  db: Db,
  form: { readonly id: string; readonly season: string },
): Promise<readonly { readonly release_id: number | null; readonly count: number }[]> {
  return drafts(db, form)
    .select((eb) => ['release_id', eb.fn.countAll<number>().as('count')])
    .groupBy('release_id')
    .execute();
}
