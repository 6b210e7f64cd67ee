import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { BrowserMissing } from '../adapters/browser/browser.ts';
import { browserOf } from '../adapters/browser/browser-of.ts';
import { findChromium } from '../adapters/browser/find-chromium.ts';
import type { Config } from '../config/config.ts';
import type { JobQueue, JobWork } from '../jobs/jobs.ts';
import type { WorkerLog } from '../log/log.ts';
import { missingWall } from '../log/missing-wall.ts';
import type { PrintCopyDependencies } from '../modules/copies/pdf/print-copy.ts';
import { printPdfHandler } from '../modules/copies/pdf/print-pdf.handler.ts';
import { exportPacketsHandler } from '../modules/office/export/exports.handler.ts';
import type { ExportWriterDependencies } from '../modules/office/export/write-export.ts';

interface PrintingSettings {
  readonly config: Pick<Config, 'databaseUrl' | 'chromiumPath' | 'searchPath' | 'publicUrl' | 'allowUnsandboxed'>;
  readonly queue: JobQueue;
  readonly log: WorkerLog;
  /** Called when printing cannot start. */
  readonly onFailure: (error: unknown) => void;
}

/** A print waits half of its time: two at once use two processors, and more would only use memory. */
const MAX_CONCURRENCY = 2;
const BROWSER_RETRY_DELAY_MS = 15_000;

/** Prints PDF copies on request. Without a browser it warns once and keeps looking, while requests wait in the queue. */
export function startPrinting(
  settings: PrintingSettings,
  deps: Omit<PrintCopyDependencies & ExportWriterDependencies, 'browser' | 'jobs'>,
): { stop(): Promise<void> } {
  const { config, log } = settings;
  const stopped = new AbortController();
  const browser = browserOf(config, {
    internalUrl: deps.internalUrl,
    concurrency: Math.min(MAX_CONCURRENCY, availableParallelism()),
    warn: missingWall(config, log),
  });
  const waitForBrowser = async (): Promise<JobWork | undefined> => {
    for (let attempt = 0; !stopped.signal.aborted; attempt += 1) {
      if (findChromium(config.chromiumPath, config.searchPath) !== undefined) {
        browser.warm().catch((error: unknown) => {
          log.warn(
            { reason: error instanceof Error ? error.message : 'unknown' },
            'the printing browser did not start',
          );
        });
        const printing = { ...deps, browser, jobs: settings.queue };
        return settings.queue.work([printPdfHandler(printing, log), exportPacketsHandler(printing)]);
      }
      if (attempt === 0) log.warn(new BrowserMissing().message);
      await setTimeout(BROWSER_RETRY_DELAY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    return undefined;
  };
  const worker = waitForBrowser();
  worker.catch(settings.onFailure);
  return {
    stop: async () => {
      stopped.abort();
      const work = await worker.catch(() => undefined);
      await work?.stop();
      await browser.close();
    },
  };
}
