import { HEALTH_PATH, INSTALLATION_CHECK_ROUTE, PROBE_PATHS } from '@firstyear/api-contract/addresses';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { isNonce, proveInstallation } from '../crypto/installation-proof.ts';
import { CONNECTIONS } from '../db/connections.ts';
import { createDatabase, createPool } from '../db/database.ts';
import type { Db } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { ApiError, databaseError } from './errors.ts';

interface HealthDependencies {
  readonly db: Db;
  readonly config: Pick<Config, 'databaseUrl' | 'secret'>;
}

const PROBE_TIMEOUT_MS = 3_000;

const stateOf = (isThere: boolean) => (isThere ? 'ok' : 'away');

async function isResponding(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/**
 * Health checks. GET /livez: 200 while this process responds; one that does not should be restarted. GET /readyz: 200 when it
 * can serve, else 503, with its parts by name. It queries the database over a connection of its own, so that calls that wait
 * for a locked table do not make it fail. GET /health: the same for people and `npm start`, over the shared connections.
 * GET /health/NONCE: proves to the command `check` that this installation responds, and says whether through a proxy.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDependencies): void {
  let probe: Kysely<Database> | undefined;
  const openProbe = () => {
    probe ??= createDatabase(
      createPool(deps.config.databaseUrl, {
        connections: CONNECTIONS.web.probe,
        statementTimeoutMs: PROBE_TIMEOUT_MS,
      }),
    );
    return probe;
  };
  app.addHook('onClose', async () => probe?.destroy());

  app.get(PROBE_PATHS.live, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get(PROBE_PATHS.ready, async (_request, reply) => {
    const isReady = await isResponding(openProbe());
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: stateOf(isReady), parts: { database: stateOf(isReady) } });
  });
  app.get(HEALTH_PATH, async (_request, reply) => {
    await sql`select 1`.execute(deps.db).catch((error: unknown) => {
      throw databaseError(error);
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get<{ Params: { nonce: string } }>(INSTALLATION_CHECK_ROUTE, async (request, reply) => {
    const { nonce } = request.params;
    if (!isNonce(nonce)) throw new ApiError('not_found');
    // Besides the connection's own address: a trusted proxy has added the client's.
    const isForwarded = (request.ips?.length ?? 0) > 1;
    return reply.header('cache-control', 'no-store').send(proveInstallation(deps.config.secret, nonce, isForwarded));
  });
}
