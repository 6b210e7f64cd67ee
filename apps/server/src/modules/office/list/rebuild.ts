import { servedFor } from '../../../config/served-forms.ts';
import { inBatches } from '../../../db/batches.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockApplicationById } from '../../application/row/application.ts';
import { recordInList } from '../../application/row/list-row.ts';
import { readContent } from '../../application/submission/content.ts';
import type { ExportDependencies } from '../export/read-applications.ts';
import { refreshRowsAfter } from './repository.ts';

const BATCH = 200;

/**
 * Rebuilds the list of applications from its sources, while the product runs. The office's own columns stay.
 * Returns the number of rows.
 */
export async function rebuildList(deps: ExportDependencies, onProgress: (done: number) => void): Promise<number> {
  let done = 0;
  for await (const ids of inBatches((after) => refreshRowsAfter(deps.db, after, BATCH), String)) {
    for (const id of ids) {
      await inTransaction(deps.db, async (tx) => {
        const application = await lockApplicationById(tx, id);
        if (!application) return;
        const { content, form } = await readContent({ ...deps, db: tx }, application);
        await recordInList(tx, { form, partner: servedFor(deps.forms, application).partner }, id, content.answers);
      });
    }
    done += ids.length;
    onProgress(done);
  }
  return done;
}
