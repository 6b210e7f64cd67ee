import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import { forgetObjects } from './forget-objects.ts';
import { type JobHandler, jobHandler } from './job.ts';

/** Does forget-objects. */
export function forgetObjectsHandler(objects: ObjectStore): JobHandler {
  return jobHandler(forgetObjects, async ({ keys }) => {
    for (const key of keys) await objects.delete(key);
  });
}
