import { actOnMany } from '../../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../../jobs/job.ts';
import type { ActDependencies } from '../one-application/acts.ts';
import { runMany } from './service.ts';

export function actOnManyHandler(deps: ActDependencies): JobHandler {
  return jobHandler(actOnMany, ({ many_id }, { signal }) => runMany(deps, many_id, signal));
}
