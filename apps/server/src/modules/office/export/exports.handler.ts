import { exportApplicationsJob, exportPacketsJob } from '../../../jobs/all-jobs.ts';
import { type Job, type JobHandler, jobHandler } from '../../../jobs/job.ts';
import { type PacketDependencies, runPackets } from './packets.ts';
import { type ExportRunDependencies, runExport } from './service.ts';
import { type ExportWriterDependencies, markFailed } from './write-export.ts';

const exportHandler = <Deps extends ExportWriterDependencies>(
  job: Job<{ export_id: string }>,
  deps: Deps,
  write: (deps: Deps, id: string, signal: AbortSignal) => Promise<void>,
): JobHandler =>
  jobHandler(job, async ({ export_id }, { signal, isLast }) => {
    try {
      await write(deps, export_id, signal);
    } catch (error) {
      if (isLast) await markFailed(deps, export_id);
      throw error;
    }
  });

export const exportApplicationsHandler = (deps: ExportRunDependencies): JobHandler =>
  exportHandler(exportApplicationsJob, deps, runExport);

export const exportPacketsHandler = (deps: PacketDependencies): JobHandler =>
  exportHandler(exportPacketsJob, deps, runPackets);
