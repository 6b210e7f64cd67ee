import type { FastifyPluginAsync } from 'fastify';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { LimitCalls } from '../plugins/call-limiter.ts';
import type { StaffReader } from '../plugins/staff-session.ts';
import type { PasswordHasher } from './accounts/identity/password-hasher.ts';
import type { PasswordStrength } from './accounts/identity/password-strength.ts';
import type { SessionService } from './accounts/session/service.ts';
import type { SignOnProvider } from './accounts/staff/provider.ts';
import type { AnswerService } from './application/answers/service.ts';
import type { AppDependencies } from './dependencies.ts';

/** The services that the modules of a web server share. */
export interface Services {
  readonly sessions: SessionService;
  readonly staff: StaffReader;
  /** The university's own sign-on, if it has one. */
  readonly signOn: SignOnProvider | undefined;
  readonly answers: AnswerService;
  readonly objects: ObjectStore;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly limitCalls: LimitCalls;
  /** Counts one call of a session; throws too_many beyond the limit. */
  readonly limitSession: (sessionId: string) => Promise<void>;
}

export type ModuleDependencies = AppDependencies & Services;

/** One part of the server with its routes. */
export type Module = (deps: ModuleDependencies) => FastifyPluginAsync;
