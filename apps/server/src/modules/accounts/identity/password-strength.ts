import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { QUEUES } from '../../../config/limits.ts';
import { overloaded } from '../../../plugins/errors.ts';

/** Reasons why a password is easy to guess. */
const WEAKNESSES = ['about', 'common', 'keyboard', 'repeat', 'sequence', 'date', 'short'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

export interface PasswordStrength {
  /** The weakness of a password among the first 10^10 guesses, if any. `about`: words about its owner that guessers would try. */
  weaknessOf(request: { readonly password: string; readonly about: readonly string[] }): Promise<Weakness | undefined>;
  stop(): Promise<void>;
}

/** A password must withstand 10 to this power guesses: zxcvbn's highest score. */
const MIN_GUESSES_LOG10 = 10;

const estimateSchema = z.object({ guessesLog10: z.number(), weakness: z.enum(WEAKNESSES) });
type Estimate = z.infer<typeof estimateSchema>;

/**
 * Estimates one password at a time in a thread of its own, since an estimate takes as long as many requests. The thread, with about
 * 90 MB of word lists, starts with the first estimate.
 */
export function passwordStrength(): PasswordStrength {
  const waiting: { resolve(estimate: Estimate): void; reject(error: Error): void }[] = [];
  let thread: Worker | undefined;

  function start(): Worker {
    const worker = new Worker(new URL('./password-strength-thread.ts', import.meta.url), { env: {} });
    const settle = (estimate: Estimate) => {
      waiting.shift()?.resolve(estimate);
      // An idle thread doesn't keep the process running.
      if (waiting.length === 0) worker.unref();
    };
    const failAll = (cause: unknown) => {
      // A failing thread emits both events; by the second, requests wait for the next thread.
      if (thread !== worker) return;
      thread = undefined;
      for (const request of waiting.splice(0)) request.reject(overloaded(cause));
    };
    worker.on('message', (message) => settle(estimateSchema.parse(message)));
    worker.on('error', failAll);
    worker.on('exit', (code) => failAll(new Error(`the thread for estimates ended with code ${code}`)));
    return worker;
  }

  return {
    async weaknessOf(request) {
      if (waiting.length >= QUEUES.strengthEstimates.waiting) throw overloaded();
      thread ??= start();
      thread.ref();
      const worker = thread;
      const { guessesLog10, weakness } = await new Promise<Estimate>((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(request);
      });
      return guessesLog10 < MIN_GUESSES_LOG10 ? weakness : undefined;
    },
    stop: async () => {
      await thread?.terminate();
    },
  };
}
