import type { QueueOptions } from 'pg-boss';
import type * as z from 'zod';

/** Retries and time limits of a job, in seconds. The first delay doubles with each failure up to the longest. */
export type JobPolicy = Required<
  Pick<QueueOptions, 'retryLimit' | 'retryDelay' | 'retryDelayMax' | 'expireInSeconds'>
> &
  Pick<QueueOptions, 'retentionSeconds'>;

/** How long a job waits before its first run. */
export interface JobDelay {
  readonly afterSeconds?: number;
}

export interface Job<P extends object> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly policy: JobPolicy;
}

/** Declares a job and its payload, which holds ids, never answers or secrets: it is stored in the database. */
export function defineJob<P extends object>(name: string, payload: z.ZodType<P>, policy: JobPolicy): Job<P> {
  return { name, payload, policy };
}

export interface JobRun {
  /** 0 for the first run. */
  readonly attempt: number;
  /** True when a failure of this run is final. */
  readonly isLast: boolean;
  /** Aborted when the run has expired or the worker stops. */
  readonly signal: AbortSignal;
}

export interface JobHandler {
  readonly name: string;
  /** Concurrent runs in one worker. */
  readonly concurrency: number;
  readonly run: (data: unknown, run: JobRun) => Promise<void>;
}

/** Binds a job to the function that does it. A thrown error means a retry. */
export function jobHandler<P extends object>(
  job: Job<P>,
  handle: (payload: P, run: JobRun) => Promise<void>,
  options: { readonly concurrency?: number } = {},
): JobHandler {
  return {
    name: job.name,
    concurrency: options.concurrency ?? 1,
    run: async (data, run) => handle(job.payload.parse(data), run),
  };
}
