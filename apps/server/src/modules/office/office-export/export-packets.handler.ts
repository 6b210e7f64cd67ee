import { exportPacketsJob } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import { type PacketDependencies, runPackets } from './packets.ts';
import { noteFailedExport } from './service.ts';

/** Does export-packets. */
export function exportPacketsHandler(deps: PacketDependencies): JobHandler {
  return jobHandler(exportPacketsJob, async ({ export_id }, { signal, isLast }) => {
    try {
      await runPackets(deps, export_id, signal);
    } catch (error) {
      if (isLast) await noteFailedExport(deps, export_id);
      throw error;
    }
  });
}
