import type { FastifyPluginAsync } from 'fastify';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { LimitCalls } from '../plugins/rate-limits.ts';
import type { SessionReader } from '../plugins/session.ts';
import type { StaffReader } from '../plugins/staff-session.ts';
import type { AppDependencies } from './dependencies.ts';

/** The services that all modules of a web server share. */
export interface SharedServices {
  readonly sessions: SessionReader;
  readonly staff: StaffReader;
  readonly objects: ObjectStore;
  readonly limitCalls: LimitCalls;
  /** Counts one call of a session; throws too_many beyond the limit. */
  readonly limitSession: (sessionId: string) => Promise<void>;
}

/** One part of the server with its routes, and what it needs of the rooms below it. */
export type Module<Needs = unknown> = (deps: AppDependencies & SharedServices & Needs) => FastifyPluginAsync;
