import type pg from 'pg';
import { CONNECTIONS } from '../../../db/connections.ts';
import { createPool } from '../../../db/database.ts';

/**
 * Connections of the lookups alone, so that no search can keep an applicant's save waiting. Every statement of a
 * search is meant to use an index: a plan without one would be a wrong guess of the planner. Statements with a name are
 * planned once for each connection, for any values: planning took as long as searching.
 */
export function createLookupPool(databaseUrl: string, onIdleError?: (error: Error) => void): pg.Pool {
  return createPool(databaseUrl, {
    connections: CONNECTIONS.web.lookups,
    statementTimeoutMs: 500,
    settings: { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' },
    ...(onIdleError && { onIdleError }),
  });
}
