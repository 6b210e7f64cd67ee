import * as z from 'zod';
import { defineJob } from './job.ts';

/**
 * Converts one uploaded document. The job only wakes a worker up: whether there is something to do stands in the
 * document's row, so that running twice does no harm.
 */
export const convertDocument = defineJob('convert-document', z.object({ document_id: z.uuid() }), {
  retryLimit: 5,
  retryDelay: 2,
  retryDelayMax: 30,
  expireIn: 180,
});
