import { isApplicationPath, isLookupPath, isProbePath, isServerPath, logout } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/logger-options.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ApiError, sendError } from './errors.ts';

/** What says how busy the web server is; both in milliseconds. */
export interface LoadSignals {
  /** By how much the process is late with what it has to do. */
  readonly loopDelayMs: () => number;
  /** For how long the call that waits longest has waited for a connection to the database. */
  readonly oldestWaitMs: () => number;
}

/** A server with nothing to do. */
export const NO_LOAD: LoadSignals = { loopDelayMs: () => 0, oldestWaitMs: () => 0 };

/** Calls by what is given up first when the server is too busy for all. */
export type CallClass = 'lookup' | 'read' | 'write';

interface Limits {
  readonly loopDelayMs: number;
  readonly oldestWaitMs: number;
  /** What a refused caller is asked to wait. */
  readonly retryAfterSeconds: number;
}

/**
 * From where on calls of a class are refused. A save asks for a connection twice and takes about eight turns of the event
 * loop, so that one which is admitted just below its limits still takes about half a second (docs/scaling.md has what was
 * measured).
 */
export const SHED_LIMITS: Readonly<Record<CallClass, Limits>> = {
  lookup: { loopDelayMs: 100, oldestWaitMs: 50, retryAfterSeconds: 5 },
  read: { loopDelayMs: 150, oldestWaitMs: 75, retryAfterSeconds: 5 },
  write: { loopDelayMs: 200, oldestWaitMs: 125, retryAfterSeconds: 2 },
};

/** With fewer calls at once than this the machine is busy with something else, and refusing them would not help. */
export const MIN_CALLS_AT_ONCE = 16;

export interface Load {
  readonly loopDelayMs: number;
  readonly oldestWaitMs: number;
  readonly callsAtOnce: number;
}

/** Why calls of a class are refused under this load; nothing when they are admitted. */
export function shedReason(callClass: CallClass, load: Load): 'delay' | 'wait' | undefined {
  if (load.callsAtOnce < MIN_CALLS_AT_ONCE) return undefined;
  const limits = SHED_LIMITS[callClass];
  if (load.oldestWaitMs > limits.oldestWaitMs) return 'wait';
  return load.loopDelayMs > limits.loopDelayMs ? 'delay' : undefined;
}

/**
 * The class of a call: what applicants have given goes before what they look at, and that before suggestions. A logout that is
 * refused leaves a session open, maybe on a computer that others use next: it is given up last.
 */
export function classOf(method: string, path: string): CallClass | undefined {
  if (!isServerPath(path) || isProbePath(path)) return undefined;
  if (isLookupPath(path)) return 'lookup';
  if (path === logout.path) return 'write';
  return isApplicationPath(path) && method !== 'GET' && method !== 'HEAD' ? 'write' : 'read';
}

const refusalOf = (callClass: CallClass) =>
  new ApiError('overloaded', { headers: { 'retry-after': String(SHED_LIMITS[callClass].retryAfterSeconds) } });
/** Made once: a busy server must not spend its time on refusing, and nothing failed that a log would have to tell of. */
const REFUSALS: Readonly<Record<CallClass, ApiError>> = {
  lookup: refusalOf('lookup'),
  read: refusalOf('read'),
  write: refusalOf('write'),
};

/**
 * Refuses calls before anything is done for them while the server is too busy for all: 503 with Retry-After. Suggestions
 * go first, then profiles and logins; saves, submissions and logouts last.
 */
export function registerShedding(app: FastifyInstance, signals: LoadSignals, shed: Metrics['shed']): void {
  let callsAtOnce = 0;
  app.addHook('onRequest', async (request, reply): Promise<unknown> => {
    const callClass = classOf(request.method, pathOf(request.url));
    if (callClass === undefined) return undefined;
    const load = { loopDelayMs: signals.loopDelayMs(), oldestWaitMs: signals.oldestWaitMs(), callsAtOnce };
    const reason = shedReason(callClass, load);
    if (reason !== undefined) {
      shed.inc({ class: callClass, reason });
      return sendError(reply, REFUSALS[callClass]);
    }
    callsAtOnce += 1;
    // However it ends: answered, broken off by the caller, or failed.
    reply.raw.once('close', () => {
      callsAtOnce -= 1;
    });
    return undefined;
  });
}
