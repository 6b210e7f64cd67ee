import { convertDocument, forgetObjects } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import type { ConversionLanes } from './conversion-lanes.ts';
import { type ForgetDependencies, forgetFiles } from './document-files.ts';

export const forgetObjectsHandler = (deps: ForgetDependencies): JobHandler =>
  jobHandler(forgetObjects, ({ keys }) => forgetFiles(deps, keys));

export const convertDocumentHandler = (lanes: ConversionLanes): JobHandler =>
  jobHandler(convertDocument, async () => lanes.wake());
