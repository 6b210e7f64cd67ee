import { forgetObjects } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import { type ForgetDependencies, forgetFiles } from './forget-files.ts';

/** Does forget-objects. */
export function forgetObjectsHandler(deps: ForgetDependencies): JobHandler {
  return jobHandler(forgetObjects, ({ keys }) => forgetFiles(deps, keys));
}
