import { MOST_COUNTED } from '@firstyear/api-contract/desk';
import type { Db } from '../../../db/transaction.ts';
import { type Condition, countRows } from './repository.ts';

export interface CountDependencies {
  readonly db: Db;
  readonly clock: () => Date;
}

/** Counts of more rows are kept for a minute: they take longer than the page of the list that they stand above. */
const MOST_FRESH = 10_000;
const KEPT_MS = 60_000;

interface KeptCount {
  readonly count: number;
  readonly until: number;
}
const keptOf = new WeakMap<Db, Map<string, KeptCount>>();

/** Counts a list, up to one more than MOST_COUNTED. */
export async function countList({ db, clock }: CountDependencies, conditions: readonly Condition[]): Promise<number> {
  const fresh = await countRows(db, conditions, MOST_FRESH + 1).execute();
  if (fresh <= MOST_FRESH) return fresh;
  const query = countRows(db, conditions, MOST_COUNTED + 1);
  const now = clock().getTime();
  const kept = keptOf.get(db) ?? new Map<string, KeptCount>();
  for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
  const found = kept.get(query.key);
  if (found) return found.count;
  const count = await query.execute();
  keptOf.set(db, kept.set(query.key, { count, until: now + KEPT_MS }));
  return count;
}
