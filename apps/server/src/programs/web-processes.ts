import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { serveMetrics } from '../log/serve-metrics.ts';
import { REFUSAL_EXIT_CODE } from '../process/start-refusal.ts';
import { onStop } from '../process/stop-signals.ts';

const RESTART_DELAY_MS = 500;

/** Whether this process is one of several web servers on one port, started by the first. */
export const isOneOfSeveral = (): boolean => cluster.isWorker;

/** Reports the metrics of this process to the first one, which adds them up. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

async function stopOne(child: Worker): Promise<void> {
  if (child.isDead()) return;
  const ended = once(child, 'exit');
  child.process.kill('SIGTERM');
  await ended;
}

/**
 * Runs this program several times on one port, to use several cores, and restarts a process that dies. When one cannot start
 * at all, everything ends with its exit code. Metrics are added up.
 */
export async function runWebProcesses(
  config: Pick<Config, 'webProcesses' | 'metrics'>,
  log: Log,
  stopWithinMs: number,
): Promise<void> {
  let isStopping = false;
  let hasListened = false;
  const together = new AggregatorRegistry();
  const source = { contentType: together.contentType, metrics: () => together.clusterMetrics() };
  const measuring = config.metrics && (await serveMetrics(source, config.metrics));
  const stopAll = async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((child) => child && stopOne(child)));
    await measuring?.stop();
  };
  cluster.on('listening', () => {
    hasListened = true;
  });
  cluster.on('exit', (_child, code, signal) => {
    if (isStopping) return;
    if (!hasListened || code === REFUSAL_EXIT_CODE) {
      void stopAll().finally(() => process.exit(code === 0 ? 1 : code));
      return;
    }
    log.warn({ code, signal }, 'a web process ended and is started again');
    void setTimeout(RESTART_DELAY_MS).then(() => {
      if (!isStopping) cluster.fork();
    });
  });
  onStop(stopAll, stopWithinMs);
  for (let number = 0; number < config.webProcesses; number += 1) cluster.fork();
}
