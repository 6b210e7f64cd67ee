import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CONVERSION_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

export type Metrics = Readonly<ReturnType<typeof createMetrics>>;

/**
 * Metrics of this process: those of Node itself (event loop, memory, CPU) and those of the product, in Prometheus' names and
 * units (seconds, `_total` for counts). Labels come from closed lists (routes, statuses, kinds), never from user input.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const pools = new Map<string, Pool>();
  showPools(registry, pools);
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** The pools of database connections whose use is shown, by name. */
    pools,
    /** By the route's pattern, never its path. */
    requests: new Histogram({
      name: 'firstyear_http_request_seconds',
      help: 'Seconds of a call from its headers to the end of its response',
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    shed: new Counter({
      name: 'firstyear_http_requests_shed_total',
      help: 'Calls refused with 503 because the web server was busy',
      labelNames: ['class', 'reason'],
      registers,
    }),
    saves: new Counter({
      name: 'firstyear_saves_acknowledged_total',
      help: 'Saves of answers that were acknowledged',
      registers,
    }),
    submissions: new Counter({
      name: 'firstyear_submissions_acknowledged_total',
      help: 'Submissions that were acknowledged, repeated ones too',
      registers,
    }),
    mails: new Counter({
      name: 'firstyear_mails_total',
      help: 'Tries to send a mail: sent, refused for good, or failed and tried again',
      labelNames: ['outcome'],
      registers,
    }),
    conversions: new Histogram({
      name: 'firstyear_conversion_seconds',
      help: 'Seconds from the begin of a conversion to its end',
      labelNames: ['kind', 'outcome'],
      buckets: CONVERSION_SECONDS,
      registers,
    }),
  };
}

function showPools(registry: Registry, pools: ReadonlyMap<string, Pool>): void {
  new Gauge({
    name: 'firstyear_database_connections',
    help: 'Connections of a pool: open, idle; and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** The number of entries that wait in a queue, and how long the oldest has been due. */
export interface QueueDepth {
  readonly queue: string;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/**
 * Shows the depth of each queue, read at each scrape. All processes on one database see the same queues: show the maximum,
 * not the sum. While the database is away, the gauges are missing.
 */
export function observeQueues(registry: Registry, readDepths: () => Promise<readonly QueueDepth[]>): void {
  let reading: Promise<readonly QueueDepth[]> | undefined;
  // Both gauges of one scrape share a query.
  const readOnce = () => {
    reading ??= readDepths()
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const show = (name: string, help: string, measure: (depth: QueueDepth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const depths = await readOnce();
        this.reset();
        for (const depth of depths) this.set({ queue: depth.queue }, measure(depth));
      },
    });
  show('firstyear_queue_waiting', 'What waits in a queue and is due', ({ waiting }) => waiting);
  show(
    'firstyear_queue_oldest_seconds',
    'Seconds for which the oldest of what waits in a queue has been due',
    ({ oldestSeconds }) => oldestSeconds,
  );
}
