import { printPdf } from '../../../jobs/all-jobs.ts';
import { type JobHandler, type JobRun, jobHandler } from '../../../jobs/job.ts';
import type { Log } from '../../../log/log.ts';
import { type PrintCopyDependencies, printCopy } from './print-copy.ts';

export function printPdfHandler(deps: PrintCopyDependencies, log: Log): JobHandler {
  const print = async ({ copy_id }: { readonly copy_id: string }, run: JobRun) => {
    try {
      await printCopy(deps, copy_id, run.isLast);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (run.isLast) log.error({ copy_id, reason }, 'a PDF copy could not be printed');
      throw error;
    }
  };
  return jobHandler(printPdf, print, { concurrency: deps.browser.concurrency });
}
