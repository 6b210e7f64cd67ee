import type * as z from 'zod';

/** How often and how long a job is tried. Times in seconds. */
export interface JobPolicy {
  readonly retryLimit: number;
  /** The first wait; it doubles with each failure up to retryDelayMax. */
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** A run that takes longer counts as failed and is tried again. */
  readonly expireIn: number;
  /** How long it may wait for its next try before the queue forgets it; two weeks when not given. */
  readonly keepFor?: number;
}

export interface Job<P extends object> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly policy: JobPolicy;
}

/** Names a job and what it carries. Payloads hold ids, never answers or secrets: they stand in the database. */
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
  /** Runs at the same time in one worker. */
  readonly concurrency: number;
  readonly run: (data: unknown, run: JobRun) => Promise<void>;
}

/** Ties a job to the function that does it. A thrown error means: try again later. */
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
