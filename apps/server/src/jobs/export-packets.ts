import * as z from 'zod';
import { defineJob } from './job.ts';

/** Prints the packets that somebody of the office has asked for. A later run restarts it. */
export const exportPacketsJob = defineJob('export-packets', z.object({ export_id: z.uuid() }), {
  retryLimit: 5,
  retryDelay: 10,
  retryDelayMax: 300,
  expireIn: 7_200,
});
