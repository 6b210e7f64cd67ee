import { exportApplicationsJob } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import { type ExportRunDependencies, noteFailedExport, runExport } from './service.ts';

/** Does export-applications. */
export function exportApplicationsHandler(deps: ExportRunDependencies): JobHandler {
  return jobHandler(exportApplicationsJob, async ({ export_id }, { signal, isLast }) => {
    try {
      await runExport(deps, export_id, signal);
    } catch (error) {
      if (isLast) await noteFailedExport(deps, export_id);
      throw error;
    }
  });
}
