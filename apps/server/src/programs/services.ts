import { availableParallelism } from 'node:os';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import { CALL_LIMITS, limitOf } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import { type PasswordHasher, passwordHasher } from '../modules/accounts/identity/password-hasher.ts';
import { type PasswordStrength, passwordStrength } from '../modules/accounts/identity/password-strength.ts';
import { callLimiter, sharedCallCount } from '../modules/accounts/limits/calls.ts';
import { type SessionService, sessionService } from '../modules/accounts/session/service.ts';
import { type SignOnProvider, signOnProvider } from '../modules/accounts/staff/provider.ts';
import { type NamingDependencies, staffReader } from '../modules/accounts/staff/service.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { type AnswerService, answerService } from '../modules/application/answers/service.ts';
import { dropDocuments } from '../modules/application/uploads/service.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import type { SharedServices } from '../modules/module.ts';
import { recordColleague } from '../modules/office/list/service.ts';

/** The services of a web server: what all modules share, and what some need. */
export interface Services extends SharedServices, Pick<NamingDependencies, 'onColleagueNamed'> {
  readonly sessions: SessionService;
  /** The university's own sign-on, if it has one. */
  readonly signOn: SignOnProvider | undefined;
  readonly answers: AnswerService;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
}

/** Creates the services that the web server's modules share. */
export function createServices(deps: AppDependencies, log: Log): Services {
  const { db, clock, databaseClock, config, jobs } = deps;
  const limitCalls = callLimiter(sharedCallCount(db, databaseClock), clock);
  const {
    config: { officeClientSecret: secret, publicUrl },
    office,
  } = deps;
  const signOn = office.sign_on && signOnProvider({ signOn: office.sign_on, secret, publicUrl, clock });
  return {
    sessions: sessionService(deps),
    signOn,
    staff: staffReader({ ...deps, signOn }),
    onColleagueNamed: recordColleague,
    answers: answerService({
      db,
      clock,
      ...answerReader(config.secret, log),
      onDocumentsHidden: (tx, applicationId, keys) => dropDocuments(jobs, tx, applicationId, keys),
    }),
    objects: objectStoreOf(config, clock),
    passwords: passwordHasher({
      ...(deps.hashes && { engine: deps.hashes }),
      concurrency: Math.max(1, Math.floor((availableParallelism() - 1) / config.webProcesses)),
    }),
    passwordStrength: passwordStrength(),
    limitCalls,
    limitSession: (sessionId) => limitCalls(`session ${sessionId}`, limitOf('session', deps.callLimits ?? CALL_LIMITS)),
  };
}
