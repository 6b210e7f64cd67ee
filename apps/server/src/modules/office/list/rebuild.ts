import { type ServedForms, servedFor } from '../../../config/served-forms.ts';
import { FIRST_ID } from '../../../db/first-id.ts';
import type { Db } from '../../../db/transaction.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AnswerReader } from '../../application/answers/answer-reader.ts';
import { lockApplicationById } from '../../application/row/service.ts';
import { readContent } from '../../application/submission/content.ts';
import { recordInList } from './record.ts';
import { refreshRowsAfter } from './repository.ts';

interface RebuildDependencies {
  readonly db: Db;
  readonly forms: ServedForms;
  readonly answers: AnswerReader;
}

const BATCH = 200;

/**
 * Rebuilds the list of applications from its sources, while the product runs: what the office itself has written
 * there stays. Returns how many rows there are.
 */
export async function rebuildList(deps: RebuildDependencies, onProgress: (done: number) => void): Promise<number> {
  let done = 0;
  for (let last = FIRST_ID; ; ) {
    const ids = await refreshRowsAfter(deps.db, last, BATCH);
    for (const id of ids) {
      await inTransaction(deps.db, async (tx) => {
        const application = await lockApplicationById(tx, id);
        if (!application) return;
        const { content, form } = await readContent({ ...deps, db: tx }, application);
        await recordInList(tx, { form, partner: servedFor(deps.forms, application).partner }, id, content.answers);
      });
    }
    done += ids.length;
    const next = ids.at(-1);
    if (next === undefined) return done;
    last = next;
    onProgress(done);
  }
}
