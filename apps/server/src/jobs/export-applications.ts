import * as z from 'zod';
import { defineJob } from './job.ts';

/** Writes an export that somebody of the office has asked for. A later run restarts it. */
export const exportApplicationsJob = defineJob('export-applications', z.object({ export_id: z.uuid() }), {
  retryLimit: 5,
  retryDelay: 10,
  retryDelayMax: 300,
  expireIn: 3_600,
});
