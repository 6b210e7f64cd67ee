import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { FIRST_ID } from '../../../db/first-id.ts';
import type { Db } from '../../../db/transaction.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AnswerReader } from '../../application/answers/answer-reader.ts';
import { lockApplicationById } from '../../application/row/service.ts';
import { readWithForm } from '../../application/submission/content.ts';
import { recordInList } from './record.ts';
import { refreshRowsAfter } from './repository.ts';

interface RebuildDependencies {
  readonly db: Db;
  readonly form: Form;
  readonly partner: PartnerConfig;
  readonly answers: AnswerReader;
}

const BATCH = 200;

/**
 * Makes the list of applications anew from what it is made of, while the product runs: what the office itself has written
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
        const { content, form } = await readWithForm({ ...deps, db: tx }, application);
        await recordInList(tx, { ...deps, form }, id, content.answers);
      });
    }
    done += ids.length;
    const next = ids.at(-1);
    if (next === undefined) return done;
    last = next;
    onProgress(done);
  }
}
