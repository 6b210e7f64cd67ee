import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import type { QueueDepth } from '../../../log/metrics.ts';
import { type FilterDependencies, isToCheck, notTest } from './filter.ts';

/** The applications with items that the office has not looked at, as a queue. */
export async function readChecklistDepth({
  db,
  ...deps
}: FilterDependencies & { readonly db: Db }): Promise<QueueDepth> {
  const { waiting, age } = await db
    .selectFrom('office_application')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(to_check_since)), 0)::float8`.as('age'))
    .where(sql<boolean>`${sql.join([isToCheck, ...notTest(deps)], sql` and `)}`)
    .executeTakeFirstOrThrow();
  return { queue: 'items-to-check', waiting, oldestSeconds: Math.max(0, age) };
}
