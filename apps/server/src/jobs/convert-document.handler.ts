import { type ConvertDependencies, convertOne } from '../modules/documents/convert-one.ts';
import { convertDocument } from './convert-document.ts';
import { type JobHandler, jobHandler } from './job.ts';

/** Does convert-document. */
export function convertDocumentHandler(deps: ConvertDependencies, concurrency: number): JobHandler {
  return jobHandler(convertDocument, ({ document_id }, run) => convertOne(deps, document_id, run), { concurrency });
}
