import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@firstyear/processes/error-code';
import pg from 'pg';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts';

/** Any number, the same for every process: the name of the advisory lock of those who use an embedded database. */
const LOCK = 7_310_426_117;
const MAX_ATTEMPTS = 40;
const PAUSE_MS = 250;
/** SQLSTATE of a server that is being stopped, and of a server that is starting or stopping. */
const ENDING = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET']);

const isEnding = (error: unknown) =>
  ENDING.has(errorCode(error) ?? '') || (error instanceof Error && error.message.startsWith('Connection terminated'));

/** Holds a place among the users of a database; undefined when the last one of them is stopping it just now. */
async function takePlace(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Waits while another one stops the database, which ends this connection too.
    await client.query('select pg_advisory_lock_shared($1)', [LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isEnding(error)) return undefined;
    throw error;
  }
}

/** Gives up a place; true for the last user, after which nobody takes a place. */
async function giveUpPlace(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK]);
  const { rows } = await client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [LOCK]);
  return rows[0]?.is_last === true;
}

export interface SharedPostgres extends EmbeddedPostgres {
  /** Ends what this process needs it for. It is stopped when nobody else needs it, and continues otherwise. */
  leave(): Promise<void>;
}

/**
 * As startEmbeddedPostgres(), for processes that may need the database at the same time: the product and commands, in any
 * number. Each has a place in it as long as it lives, so that the last one can tell that it is the last.
 */
export async function shareEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<SharedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await startEmbeddedPostgres(options);
    const place = await takePlace(server.url);
    if (place !== undefined) {
      return {
        ...server,
        leave: async () => {
          const isLast = await giveUpPlace(place).catch(() => !server.adopted);
          if (isLast) await server.stop();
          await place.end().catch(() => undefined);
        },
      };
    }
    if (attempt === MAX_ATTEMPTS) throw new Error(`The database in ${options.root} ends again and again.`);
    await sleep(PAUSE_MS);
  }
}
