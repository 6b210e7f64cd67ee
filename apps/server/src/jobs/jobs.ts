import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import * as z from 'zod';
import { CONNECTIONS, WITHOUT_STANDBY } from '../db/connections.ts';
import type { Tx } from '../db/transaction.ts';
import { type Log, requestId, type WorkerLog, withRequestId } from '../log/log.ts';
import { ALL_JOBS } from './all-jobs.ts';
import type { Job, JobDelay, JobHandler, JobPolicy } from './job.ts';

/** Sends jobs. With a transaction, the job exists only once it commits. */
export interface Jobs {
  send<P extends object>(job: Job<P>, payload: NoInfer<P>, tx?: Tx, delay?: JobDelay): Promise<void>;
  stop(): Promise<void>;
}

/** Two weeks, the queue's own default. */
const DEFAULT_KEEP_S = 1_209_600;

const queueOptions = (policy: JobPolicy) => ({
  notify: true,
  retryBackoff: true,
  retentionSeconds: DEFAULT_KEEP_S,
  ...policy,
});

function logEvents(boss: PgBoss, log: Log): PgBoss {
  boss.on('error', (error) => log.error({ reason: error.message }, 'the job queue reported an error'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'the job queue sent a warning'));
  return boss;
}

/** Installs the job tables and creates or updates every queue. Part of migrating. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: CONNECTIONS.command,
    ...WITHOUT_STANDBY,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const { name, policy } of ALL_JOBS) {
      if (known.has(name)) await boss.updateQueue(name, queueOptions(policy));
      else await boss.createQueue(name, queueOptions(policy));
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

function createSender(boss: PgBoss, stop: () => Promise<void>): Jobs {
  return {
    send: async (job, payload, tx, { afterSeconds: startAfter = 0 } = {}) => {
      const data = { ...job.payload.parse(payload), request: requestId() };
      await boss.send(job.name, data, { startAfter, ...(tx && { db: fromKysely(tx) }) });
    },
    stop,
  };
}

/** For a process that only sends: uses the given pool and no connection of its own. */
export async function startJobSender(pool: pg.Pool, log: Log): Promise<Jobs> {
  const db = {
    executeSql: async (text: string, values?: unknown[]) => ({ rows: (await pool.query(text, values)).rows }),
  };
  const boss = logEvents(new PgBoss({ db, supervise: false, schedule: false, migrate: false }), log);
  await boss.start();
  return createSender(boss, () => boss.stop({ graceful: false, close: false }));
}

/** The id of the request that sent a job, beside its payload. */
const requestSchema = z.looseObject({ request: z.string().optional() });

/** The ids of a job's payload that are logged. */
const idsSchema = z.object({
  mail_id: z.uuid().optional(),
  document_id: z.uuid().optional(),
  copy_id: z.uuid().optional(),
});

async function runOne(handler: JobHandler, job: JobWithMetadata<object>, log: WorkerLog): Promise<void> {
  const run = { attempt: job.retryCount, isLast: job.retryCount >= job.retryLimit, signal: job.signal };
  const line = { job: handler.name, id: job.id, attempt: run.attempt };
  const startedAt = performance.now();
  try {
    await handler.run(job.data, run);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ ...line, last: run.isLast, reason }, 'a job failed');
    throw error;
  }
  const ids = idsSchema.safeParse(job.data).data;
  log.info({ ...line, ...ids, ms: Math.round(performance.now() - startedAt) }, 'a job was done');
}

/** Running handlers. Stopping lets running jobs finish. */
export interface JobWork {
  stop(): Promise<void>;
}

export interface JobQueue extends Jobs {
  /** Runs these handlers as jobs arrive: notified by the database, and polling in case a notification is lost. */
  work(handlers: readonly JobHandler[]): Promise<JobWork>;
}

/** How long running jobs may take to finish, from the first stop; unfinished ones return to the queue. */
const STOP_WITHIN_MS = 20_000;

/** For a worker: all its jobs share a few connections. */
export async function openJobQueue(databaseUrl: string, log: WorkerLog): Promise<JobQueue> {
  const boss = logEvents(
    new PgBoss({
      connectionString: databaseUrl,
      max: CONNECTIONS.worker.queue,
      ...WITHOUT_STANDBY,
      schedule: false,
      migrate: false,
      useListenNotify: true,
    }),
    log,
  );
  await boss.start();
  const options = { includeMetadata: true, notifyPollingIntervalSeconds: 10 } as const;
  const startOne = async (handler: JobHandler) => {
    let id: string | undefined;
    id = await boss.work<object, void, typeof options>(handler.name, options, async (batch) => {
      for (const job of batch) {
        try {
          const { request } = requestSchema.parse(job.data);
          await withRequestId(request, () => runOne(handler, job, log));
        } finally {
          // There may be more jobs: without this, a worker takes one for each notification.
          if (id !== undefined) boss.notifyWorker(id);
        }
      }
    });
  };
  let stopBefore: number | undefined;
  const leftMs = () => {
    stopBefore ??= performance.now() + STOP_WITHIN_MS;
    return Math.max(0, stopBefore - performance.now());
  };
  return {
    ...createSender(boss, () => boss.stop({ graceful: true, timeout: leftMs() })),
    work: async (handlers) => {
      for (const handler of handlers) {
        for (let number = 0; number < handler.concurrency; number += 1) await startOne(handler);
      }
      return {
        stop: async () => {
          const isStopped = new AbortController();
          const stopped = Promise.all(handlers.map(({ name }) => boss.offWork(name)));
          const tooLong = setTimeout(leftMs(), undefined, { signal: isStopped.signal }).catch(() => undefined);
          await Promise.race([stopped, tooLong]).finally(() => isStopped.abort());
        },
      };
    },
  };
}
