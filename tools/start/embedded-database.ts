import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { shareEmbeddedPostgres } from '../../apps/server/src/db/shared-embedded.ts';

export interface EmbeddedDatabaseOptions {
  readonly root: string;
  readonly stopSignal: AbortSignal;
  /** Called when the database was started again at another address, because somebody else took its port. */
  onMoved(url: string): void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** Waits until every file is written and the server is gone. */
  stop(): Promise<void>;
  /** Ends it at once; it recovers at the next start. */
  kill(): void;
}

const RETRY_DELAYS_MS = [0, 1_000, 2_000, 5_000];
const MAX_RETRY_DELAY_MS = 10_000;

/**
 * Starts the embedded database, and again when it ends without being asked to: as often as it takes, since a full disk
 * or a killed process is no reason to end the product. Throws EmbeddedDatabaseError when the first start fails.
 */
export async function runEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { root, stopSignal } = options;
  // Commands that end meanwhile leave it running, also where one of them had started it.
  let current: EmbeddedPostgres = await shareEmbeddedPostgres({ root });
  let isStopping = false;

  const restart = async (port: number): Promise<EmbeddedPostgres | undefined> => {
    for (let failures = 0; !stopSignal.aborted && !isStopping; failures += 1) {
      await sleep(RETRY_DELAYS_MS[failures] ?? MAX_RETRY_DELAY_MS, undefined, { signal: stopSignal }).catch(() => {});
      if (stopSignal.aborted || isStopping) break;
      try {
        return await shareEmbeddedPostgres({ root, port });
      } catch (error) {
        if (failures === 0) console.log(`database: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return undefined;
  };

  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (isStopping || stopSignal.aborted) return;
      console.log('database: ended without being asked to; starting it again.');
      const { url } = current;
      const next = await restart(Number(new URL(url).port));
      if (next === undefined) return;
      current = next;
      console.log('database: runs again.');
      if (next.url !== url) options.onMoved(next.url);
    }
  };
  const running = keepRunning();

  return {
    url: current.url,
    async stop() {
      isStopping = true;
      await current.stop();
      await running;
      // A database that was still starting when the stop came.
      await current.stop();
    },
    kill() {
      isStopping = true;
      try {
        process.kill(current.pid, 'SIGQUIT');
      } catch {
        // It has ended already.
      }
    },
  };
}
