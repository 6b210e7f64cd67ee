import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db } from './transaction.ts';

/**
 * Behind a pooler: that the role which serves has no limits on how long statements and idle transactions may take, in one
 * sentence. Nothing where it has them, or where each connection sets its own.
 */
export async function describeMissingLimits(db: Db, config: Pick<Config, 'directUrl'>): Promise<string | undefined> {
  if (config.directUrl === undefined) return undefined;
  const names = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;
  const limits = await db
    .selectNoFrom(names.map((name) => sql<string>`current_setting(${name})`.as(name)))
    .executeTakeFirstOrThrow();
  const missing = names.filter((name) => limits[name] === '0');
  if (missing.length === 0) return undefined;
  return `Through the pooler of DATABASE_URL statements have no limits: set ${missing.join(' and ')} for its role (docs/operating.md, "Connections and poolers").`;
}
