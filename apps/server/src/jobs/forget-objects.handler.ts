import { type ForgetDependencies, forgetFiles } from '../modules/documents/forget-files.ts';
import { forgetObjects } from './forget-objects.ts';
import { type JobHandler, jobHandler } from './job.ts';

/** Does forget-objects. */
export function forgetObjectsHandler(deps: ForgetDependencies): JobHandler {
  return jobHandler(forgetObjects, ({ keys }) => forgetFiles(deps, keys));
}
