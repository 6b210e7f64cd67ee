import { convertDocument } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import type { ConversionLanes } from './conversion-lanes.ts';

/** Does convert-document. */
export function convertDocumentHandler(lanes: Pick<ConversionLanes, 'wake'>): JobHandler {
  return jobHandler(convertDocument, async () => lanes.wake());
}
