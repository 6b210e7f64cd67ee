import { availableParallelism } from 'node:os';
import { objectStoreOf } from '../adapters/object-store/object-store-of.ts';
import type { Log } from '../log/log.ts';
import { passwordHasher } from '../modules/accounts/identity/password-hasher.ts';
import { passwordStrength } from '../modules/accounts/identity/password-strength.ts';
import { sessionService } from '../modules/accounts/session/service.ts';
import { signOnProvider } from '../modules/accounts/staff/provider.ts';
import { staffReader } from '../modules/accounts/staff/service.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { answerService } from '../modules/application/answers/service.ts';
import { dropDocuments } from '../modules/application/uploads/service.ts';
import type { AppDependencies } from '../modules/dependencies.ts';
import type { Services } from '../modules/module.ts';
import { sharedCallCount } from '../modules/operations/call-count/service.ts';
import { callLimiter } from '../plugins/call-limiter.ts';
import { CALL_LIMITS, limitOf } from '../plugins/rate-limits.ts';

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
