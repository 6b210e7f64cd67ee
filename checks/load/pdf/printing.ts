import { links, PARAMETERS } from '@firstyear/api-contract/addresses';
import { type Answers, relevantAnswers } from '@firstyear/form-engine';
import { chromiumBrowser } from '../../../apps/server/src/adapters/browser/chromium-browser.ts';
import { inTransaction } from '../../../apps/server/src/db/transaction.ts';
import { holdClaim } from '../../../apps/server/src/db/worker-claim.ts';
import { installJobs } from '../../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/log/create-log.ts';
import { mintServiceToken } from '../../../apps/server/src/modules/accounts/access-token/service.ts';
import { findApplicationById } from '../../../apps/server/src/modules/application/row/application.ts';
import { insertSubmission } from '../../../apps/server/src/modules/application/row/submission.ts';
import { makeSnapshot } from '../../../apps/server/src/modules/application/submission/content.ts';
import { servePrintPage } from '../../../apps/server/src/programs/print-page.ts';
import { createServices } from '../../../apps/server/src/programs/services.ts';
import type { Run } from '../../support/command.ts';
import { buildWeb, startDatabase } from '../../support/product.ts';
import { makeApplicant, serverConfig, startWebServer } from '../server/web-server.ts';

/** Starts the real server, database, store and printing browser until the run ends. */
export async function startPrinting(run: Run) {
  const { url } = await startDatabase(run);
  await installJobs(url);
  const { deps, origin, stop } = await startWebServer(serverConfig(url, run.folder), await buildWeb(), 8);
  run.onEnd(stop);
  const page = await servePrintPage(deps);
  run.onEnd(() => page.stop());
  const { config, db, jobs, clock, forms } = deps;
  const { form } = forms.first;
  const browser = chromiumBrowser({
    executable: config.chromiumPath,
    searchPath: config.searchPath,
    allowedHost: new URL(page.url).host,
    timeoutMs: 60_000,
    printsPerBrowser: 1e6,
    concurrency: 2,
    warn: (message) => console.error(message),
  });
  const { answers, objects } = createServices(deps, createLog('silent'));
  const claim = holdClaim(url);
  run.onEnd(() => claim.release());
  run.onEnd(() => browser.close());
  let people = 0;
  return {
    form,
    jobs,
    config,
    databaseUrl: url,
    /** The web server's address. */
    origin,
    printing: { db, forms, clock, answers, browser, objects, jobs, internalUrl: page.url, claim },
    /** Makes an application, submitted or a draft; returns its id and its owner. */
    newApplication: async (given: Answers, isSubmitted = false) => {
      people += 1;
      const made = { answers: given, email: `ada.${people}@mail.example`, password_hash: null };
      const { accountId, applicationId: id } = await makeApplicant(deps, { answers }, made);
      if (isSubmitted) {
        const application = await findApplicationById(db, id);
        if (application === undefined) throw new Error('The application is gone.');
        const snapshot = makeSnapshot(form, application, relevantAnswers(form, answers.read(application)), {});
        const submission = { confirmation_number: `FY26-${1000 + people}`, submitted_at: clock(), ...snapshot };
        const sentWith = { release_id: null, language: 'en', device: null } as const;
        await inTransaction(db, (tx) => insertSubmission(tx, id, { ...submission, ...sentWith }));
      }
      return { id, owner: { accountId, served: forms.first } };
    },
    /** The address of the service view that the web app draws, with a token that lasts ten minutes. */
    printAddress: async (applicationId: string) => {
      const { token } = await mintServiceToken(db, applicationId, 10 * 60_000, clock());
      return `${links.serviceView(origin, form, token)}&${PARAMETERS.print}=all`;
    },
  };
}
