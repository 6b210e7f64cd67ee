import type { Log } from '../log/log.ts';
import { type PrintCopyDependencies, printCopy } from '../modules/pdf/print-copy.ts';
import { type JobHandler, jobHandler } from './job.ts';
import { printPdf } from './print-pdf.ts';

/** Does print-pdf. */
export function printPdfHandler(deps: PrintCopyDependencies, log: Log): JobHandler {
  return jobHandler(printPdf, async ({ copy_id }, run) => {
    try {
      await printCopy(deps, copy_id, run.isLast);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (run.isLast) log.error({ copy_id, reason }, 'a PDF copy could not be printed');
      throw error;
    }
  });
}
