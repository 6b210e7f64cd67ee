import { objectStoreOf } from './adapters/object-store/object-store-of.ts';
import { answerReader } from './modules/answers/answer-reader.ts';
import { answerService } from './modules/answers/service.ts';
import { dropDocuments } from './modules/documents/service.ts';
import { passwordHasher } from './modules/identity/password-hasher.ts';
import type { AppDependencies, Services } from './modules/module.ts';
import { sessionService } from './modules/session/service.ts';

/** Builds what the modules of the web server share. */
export function createServices(deps: AppDependencies): Services {
  const { db, form, clock, config, jobs } = deps;
  return {
    sessions: sessionService({ db, clock }),
    answers: answerService({
      db,
      form,
      clock,
      ...answerReader(form, config.secret),
      onDocumentsHidden: (tx, applicationId, keys) => dropDocuments(jobs, tx, applicationId, keys),
    }),
    objects: objectStoreOf(config, clock),
    passwords: passwordHasher(),
  };
}
