import { HEALTH_PATH } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';
import { overloaded } from './errors.ts';

/** GET /health: 200 when the database answers, else 503. */
export function healthRoute(app: FastifyInstance, deps: { readonly db: Db }): void {
  app.get(HEALTH_PATH, async (_request, reply) => {
    try {
      await sql`select 1`.execute(deps.db);
    } catch {
      throw overloaded();
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
