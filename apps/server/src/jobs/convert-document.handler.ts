import type { ConversionLanes } from '../modules/documents/conversion-lanes.ts';
import { convertDocument } from './convert-document.ts';
import { type JobHandler, jobHandler } from './job.ts';

/** Does convert-document. */
export function convertDocumentHandler(lanes: Pick<ConversionLanes, 'wake'>): JobHandler {
  return jobHandler(convertDocument, async () => lanes.wake());
}
