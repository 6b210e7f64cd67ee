import * as z from 'zod';
import { defineJob } from './job.ts';

/** Wakes a worker up for an uploaded document. Which one is converted next, and by whom, stands in the database's rows. */
export const convertDocument = defineJob('convert-document', z.object({ document_id: z.uuid() }), {
  retryLimit: 2,
  retryDelay: 2,
  retryDelayMax: 30,
  expireIn: 30,
});
