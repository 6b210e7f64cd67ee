import * as z from 'zod';
import { defineJob } from './job.ts';

/** Prints one PDF copy. Three tries within about three minutes; then the copy is FAILED and can be requested again. */
export const printPdf = defineJob('print-pdf', z.object({ copy_id: z.uuid() }), {
  retryLimit: 2,
  retryDelay: 2,
  retryDelayMax: 30,
  expireIn: 120,
});
