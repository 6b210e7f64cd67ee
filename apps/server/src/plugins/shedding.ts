import { isProbePath, isServerPath } from '@firstyear/api-contract/addresses';
import type { Call } from '@firstyear/api-contract/call';
import { logout } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import { ApiError, sendError } from './errors.ts';
import { partyOf } from './parties.ts';

/** How busy the web server is, in milliseconds. */
export interface LoadSignals {
  /** How late the process is with its work. */
  readonly loopDelayMs: () => number;
  /** How long a call of this party would wait for a database connection. */
  readonly waitMs: (party: string) => number;
}

/** A server with nothing to do. */
export const NO_LOAD: LoadSignals = { loopDelayMs: () => 0, waitMs: () => 0 };

/** Classes of calls; a server that is too busy for all sheds lookups first. */
type CallClass = 'lookup' | 'read' | 'write';

interface Limits {
  readonly loopDelayMs: number;
  readonly waitMs: number;
  /** Retry-After of a refused call. */
  readonly retryAfterSeconds: number;
}

/**
 * The load from which calls of a class are refused. A save takes two connections and about eight turns of the event loop, so
 * just below its limits it still takes about half a second (measured in docs/scaling.md).
 */
export const SHED_LIMITS: Readonly<Record<CallClass, Limits>> = {
  lookup: { loopDelayMs: 100, waitMs: 50, retryAfterSeconds: 5 },
  read: { loopDelayMs: 150, waitMs: 75, retryAfterSeconds: 5 },
  write: { loopDelayMs: 200, waitMs: 125, retryAfterSeconds: 2 },
};

/** With fewer concurrent calls the machine is busy with something else, and refusing them would not help. */
export const MIN_CALLS_AT_ONCE = 16;

/** Concurrent calls of one party that count toward the load of the others. */
const COUNTED_OF_ONE = 4;

export interface Load {
  readonly loopDelayMs: number;
  readonly waitMs: number;
  readonly callsAtOnce: number;
}

/** Why calls of a class are refused under this load; undefined when they are admitted. */
export function shedReason(callClass: CallClass, load: Load): 'delay' | 'wait' | undefined {
  if (load.callsAtOnce < MIN_CALLS_AT_ONCE) return undefined;
  const limits = SHED_LIMITS[callClass];
  if (load.waitMs > limits.waitMs) return 'wait';
  return load.loopDelayMs > limits.loopDelayMs ? 'delay' : undefined;
}

/** A refused logout leaves a session open, maybe on a shared computer, so it is shed last. */
const OWN_CLASSES: ReadonlyMap<Call, CallClass> = new Map<Call, CallClass>([
  [lookupFind, 'lookup'],
  [logout, 'write'],
]);

/** The class of a call, or of another path of ours: applicants' writes go before reads, and reads before suggestions. */
export function classOf(call: Call | undefined, path: string): CallClass | undefined {
  if (call === undefined) return isServerPath(path) && !isProbePath(path) ? 'read' : undefined;
  return OWN_CLASSES.get(call) ?? (call.for === 'applicant' && call.method !== 'GET' ? 'write' : 'read');
}

const refusalOf = (callClass: CallClass) =>
  new ApiError('overloaded', { headers: { 'retry-after': String(SHED_LIMITS[callClass].retryAfterSeconds) } });

/** Counts concurrent calls by party. */
class CallsAtOnce {
  readonly #of = new Map<string, number>();
  #counted = 0;

  /** The load for a call of this party: all of its own calls, or the first few of each party. */
  seenBy(party: string): number {
    return Math.max(this.#counted, this.#of.get(party) ?? 0);
  }

  add(party: string): void {
    const calls = (this.#of.get(party) ?? 0) + 1;
    this.#of.set(party, calls);
    if (calls <= COUNTED_OF_ONE) this.#counted += 1;
  }

  remove(party: string): void {
    const calls = (this.#of.get(party) ?? 0) - 1;
    if (calls < COUNTED_OF_ONE) this.#counted -= 1;
    if (calls > 0) this.#of.set(party, calls);
    else this.#of.delete(party);
  }
}

/**
 * Sheds load: refuses calls early with 503 and Retry-After while the server is too busy for all. Suggestions are refused
 * first, then profiles and logins; saves, submissions and logouts last. Within a class, parties with many concurrent or
 * waiting calls are refused before others.
 */
export function registerShedding(app: FastifyInstance, signals: LoadSignals, shed: Metrics['shed']): void {
  const calls = new CallsAtOnce();
  app.addHook('onRequest', async (request, reply): Promise<unknown> => {
    const callClass = classOf(request.routeOptions.config.call, pathOf(request.url));
    if (callClass === undefined) return undefined;
    const { name } = partyOf(request);
    const load = {
      loopDelayMs: signals.loopDelayMs(),
      waitMs: signals.waitMs(name),
      callsAtOnce: calls.seenBy(name),
    };
    const reason = shedReason(callClass, load);
    if (reason !== undefined) {
      shed.inc({ class: callClass, reason });
      return sendError(reply, refusalOf(callClass));
    }
    calls.add(name);
    // Also when the caller breaks off or the response fails.
    reply.raw.once('close', () => {
      calls.remove(name);
    });
    return undefined;
  });
}

const LOOP_CHECK_MS = 50;

/** Measures how late a process is: by how much a timer that should fire every 50 ms is overdue. */
export function measureLoopDelay(now: () => number) {
  let last = now();
  let lateness = 0;
  const timer = setInterval(() => {
    const at = now();
    // It falls slowly, so that one quick turn of the event loop between two slow ones does not look idle.
    lateness = Math.max(at - last - LOOP_CHECK_MS, lateness / 2);
    last = at;
  }, LOOP_CHECK_MS);
  timer.unref();
  return {
    /** Milliseconds by which the process is late with its work, now or a moment ago. */
    current: () => Math.max(lateness, now() - last - LOOP_CHECK_MS, 0),
    stop: () => clearInterval(timer),
  };
}
