import { setTimeout as sleep } from 'node:timers/promises';
import { retry, retryDelay } from '@firstyear/api-client/retry';
import type { EmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { shareEmbeddedPostgres } from '../../apps/server/src/db/shared-embedded.ts';

interface EmbeddedDatabaseOptions {
  readonly root: string;
  /** Aborted before stop() and kill(). */
  readonly stopSignal: AbortSignal;
  /** Called when the database has another address after a restart, because another program took its port. */
  onMoved(url: string): void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** Stops it; settles once every file is written and the server has ended. */
  stop(): Promise<void>;
  /** Ends it at once; it recovers at the next start. */
  kill(): void;
}

const LONGEST_DELAY_MS = 10_000;

/**
 * Starts the embedded database, and restarts it with back-off when it ends by itself, without a limit: a full disk or a killed
 * process is no reason to end the product. Throws EmbeddedDatabaseError when the first start fails.
 */
export async function runEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { root, stopSignal } = options;
  // Shared with commands, which leave it running when they end, even if they have started it.
  let current: EmbeddedPostgres = await shareEmbeddedPostgres({ root });

  const restart = (port: number): Promise<EmbeddedPostgres> =>
    retry(
      () => shareEmbeddedPostgres({ root, port }),
      (error, failures) => {
        if (failures === 0) console.log(`database: ${error instanceof Error ? error.message : String(error)}`);
        return sleep(retryDelay(failures, { longestMs: LONGEST_DELAY_MS }), undefined, { signal: stopSignal });
      },
    );

  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopSignal.aborted) return;
      console.log('database: ended without being asked to; starting it again.');
      const { url } = current;
      current = await restart(Number(new URL(url).port));
      if (stopSignal.aborted) return;
      console.log('database: runs again.');
      if (current.url !== url) options.onMoved(current.url);
    }
  };
  const running = keepRunning().catch((error: unknown) => {
    if (!stopSignal.aborted) throw error;
  });

  return {
    url: current.url,
    async stop() {
      await current.stop();
      await running;
      // In case it was still restarting.
      await current.stop();
    },
    kill() {
      try {
        process.kill(current.pid, 'SIGQUIT');
      } catch {
        // It has ended already.
      }
    },
  };
}
