import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { links } from '@firstyear/api-contract/addresses';
import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import { chromiumBrowser } from '../../../apps/server/src/adapters/browser/chromium-browser.ts';
import type { Config } from '../../../apps/server/src/config/config.ts';
import { webRootOf } from '../../../apps/server/src/config/web-root.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/db/embedded.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { holdClaim } from '../../../apps/server/src/db/worker-claim.ts';
import { installJobs, type Jobs } from '../../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/log/create-log.ts';
import { mintServiceToken } from '../../../apps/server/src/modules/accounts/access-token/service.ts';
import type { PrintCopyDependencies } from '../../../apps/server/src/modules/documents/pdf/print-copy.ts';
import { servePrintPage } from '../../../apps/server/src/print-page.ts';
import { createServices } from '../../../apps/server/src/services.ts';
import { makeApplicant, type Sample } from '../server/applicant.ts';
import { serverConfig, startWebServer } from '../server/web-server.ts';

/** The real server, database, store and printing browser, in a folder of their own. */
export interface House {
  readonly partner: PartnerConfig;
  readonly form: Form;
  readonly printing: PrintCopyDependencies;
  readonly jobs: Jobs;
  readonly config: Config;
  readonly databaseUrl: string;
  /** The id of a new application with these answers. */
  newApplication(sample: Sample): Promise<string>;
  /** The web server's address. */
  readonly origin: string;
  /** The address of the view as the web app draws it in a browser, with a token that lasts minutes. */
  printAddress(applicationId: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a house; webRoot is a built web app. */
export async function startHouse(webRoot = webRootOf({ partner: DEFAULT_PARTNER })): Promise<House> {
  if (!existsSync(path.join(webRoot, 'index.html'))) {
    throw new Error(`There is no web app in ${webRoot}. npm start builds it.`);
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'firstyear-print-'));
  const database = await startEmbeddedPostgres({ root: path.join(dataDir, 'postgres') });
  await migrate(database.url);
  await installJobs(database.url);
  const server = await startWebServer(serverConfig(database.url, dataDir, randomBytes(32)), webRoot, 8);
  const { deps, origin } = server;
  const page = await servePrintPage(server.deps);
  const internalUrl = page.url;
  const { config, db, jobs, clock, partner, forms } = deps;
  const { form } = forms.first;
  const browser = chromiumBrowser({
    executable: config.chromiumPath,
    searchPath: process.env.PATH ?? '',
    allowedHost: new URL(internalUrl).host,
    timeoutMs: 60_000,
    printsPerBrowser: 1e6,
    concurrency: 2,
    warn: (message) => console.error(message),
  });
  const { answers, objects } = createServices(deps, createLog('silent'));
  const claim = holdClaim(database.url);
  let people = 0;
  return {
    partner,
    form,
    jobs,
    config,
    databaseUrl: database.url,
    origin,
    printing: { db, forms, clock, answers, browser, objects, jobs, internalUrl, claim },
    newApplication: async (sample) => {
      people += 1;
      const made = { ...sample, email: `ada.${people}@mail.example`, password_hash: null };
      const { applicationId: id } = await makeApplicant(deps, { answers }, made);
      if (sample.isSubmitted) {
        await db
          .insertInto('submission')
          .values({ application_id: id, confirmation_number: `FY26-${1000 + people}`, submitted_at: clock() })
          .execute();
      }
      return id;
    },
    printAddress: async (applicationId) => {
      const { token } = await mintServiceToken(db, applicationId, 10 * 60_000, clock());
      return links.serviceView(origin, form, token, 'all');
    },
    stop: async () => {
      await browser.close();
      await claim.release();
      await page.stop();
      await server.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
