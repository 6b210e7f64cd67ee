import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@firstyear/processes/error-code';
import type pg from 'pg';
import { connectClient } from './connections.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts';

/** An arbitrary number: the advisory lock that users of an embedded database share. */
const LOCK = 7_310_426_117;
const MAX_ATTEMPTS = 40;
const PAUSE_MS = 250;
/** SQLSTATE of a server that is being stopped, and of a server that is starting or stopping. */
const ENDING = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET']);

const isEnding = (error: unknown) =>
  ENDING.has(errorCode(error) ?? '') || (error instanceof Error && error.message.startsWith('Connection terminated'));

/** Registers as a user of a database; undefined when its last user is stopping it. */
async function takePlace(url: string): Promise<pg.Client | undefined> {
  let client: pg.Client | undefined;
  try {
    client = await connectClient(url, { keepAlive: true });
    // Waits while another user stops the database, which ends this connection too.
    await client.query('select pg_advisory_lock_shared($1)', [LOCK]);
    return client;
  } catch (error) {
    await client?.end().catch(() => undefined);
    if (isEnding(error)) return undefined;
    throw error;
  }
}

/** Unregisters; true for the last user, after whom nobody can register. */
async function giveUpPlace(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK]);
  const { rows } = await client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [LOCK]);
  return rows[0]?.is_last === true;
}

export interface SharedPostgres extends EmbeddedPostgres {
  /** Call when this process no longer needs the database, which stops if nobody else does. */
  leave(): Promise<void>;
}

/**
 * As startEmbeddedPostgres(), for any number of processes that use the database at the same time: the product and commands.
 * Each holds a shared lock while it lives, so that the last one knows that it is the last.
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
