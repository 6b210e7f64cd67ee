import { HEALTH_PATH, PROBE_PATHS } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { createDatabase, createPool } from '../db/database.ts';
import type { Db } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { overloaded } from './errors.ts';

interface HealthDependencies {
  readonly db: Db;
  readonly config: Pick<Config, 'databaseUrl'>;
}

async function isResponding(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/**
 * What is asked about the web server. GET /livez: 200 as long as this process responds, whatever else is away; a process
 * that does not should be started again. GET /readyz: 200 when it can serve, else 503, with its parts by name; it asks the database through a line
 * of its own, so that calls which wait for a locked table do not make it look away. GET /health: the same for people
 * and for `npm start`, with the connections that everybody uses.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDependencies): void {
  let line: Kysely<Database> | undefined;
  const probeLine = () => {
    line ??= createDatabase(createPool(deps.config.databaseUrl, { connections: 1, statementTimeoutMs: 3_000 }));
    return line;
  };
  app.addHook('onClose', async () => line?.destroy());

  app.get(PROBE_PATHS.live, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get(PROBE_PATHS.ready, async (_request, reply) => {
    const database = (await isResponding(probeLine())) ? 'ok' : 'away';
    const isReady = database === 'ok';
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'away', parts: { database } });
  });
  app.get(HEALTH_PATH, async (_request, reply) => {
    if (!(await isResponding(deps.db))) throw overloaded();
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
