import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';
import { all, type Condition } from './repository.ts';

export interface Counted {
  readonly value: string;
  readonly count: number;
}

const fitting = (db: Db, conditions: readonly Condition[]) =>
  db.selectFrom('office_application').where(all(conditions));

/** How many there are by what stands in a column, the most first. */
export function countBy(
  db: Db,
  conditions: readonly Condition[],
  column: 'term' | 'state' | 'residence' | 'school' | 'status',
  limit: number,
): Promise<readonly Counted[]> {
  return fitting(db, conditions)
    .select([`${column} as value`, (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(column)
    .orderBy('count', 'desc')
    .orderBy(column)
    .limit(limit)
    .execute();
}

/** How many were started, or submitted, on each day of a time zone. */
export function countByDay(
  db: Db,
  conditions: readonly Condition[],
  column: 'started_at' | 'submitted_at',
  timeZone: string,
): Promise<readonly Counted[]> {
  const day = sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD')`;
  return fitting(db, conditions)
    .where(column, 'is not', null)
    .select([day.as('value'), (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(day)
    .orderBy('value')
    .execute();
}

/** How many drafts there are by the page that was open last. */
export function countByPage(db: Db, conditions: readonly Condition[]): Promise<readonly Counted[]> {
  return fitting(db, conditions)
    .innerJoin('application', 'application.id', 'office_application.application_id')
    .where('office_application.status', '=', 'draft')
    .select(['application.last_page as value', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('application.last_page')
    .orderBy('count', 'desc')
    .execute();
}

export async function countWaitingDocuments(db: Db, conditions: readonly Condition[]): Promise<number> {
  const { count } = await fitting(db, conditions)
    .where('documents', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
