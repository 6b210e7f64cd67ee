import { randomUUID } from 'node:crypto';
import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import { stateAfter } from '@firstyear/api-contract/item-states';
import type { itemPaper, itemUpload } from '@firstyear/api-contract/items';
import type { ObjectStore } from '../../../adapters/object-store/object-store.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { type Actor, audit } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { lockApplicationById } from '../row/application.ts';
import { readStanding, type Standing } from '../row/list-row.ts';
import { allowUpload, beginConversion, checkUpload, formFor, paperKey, refuseSize } from '../uploads/intake.ts';
import { type ItemRow, insertPaper, listPapers } from './repository.ts';
import { moveItem, requireItem } from './service.ts';

export type PaperDependencies = Pick<AppDependencies, 'db' | 'jobs' | 'clock' | 'forms' | 'config'> & {
  readonly objects: ObjectStore;
};

/** More files of one item than anybody needs. */
export const MOST_PAPERS = 30;

/** The applicant, a helper or a colleague who sends papers for the items of one application. */
export interface PaperSender {
  readonly applicationId: string;
  readonly sentBy: 'applicant' | 'helper' | 'office';
  /** Who of the office puts it there. */
  readonly staffId?: string;
  /** Which helper sends it, and whether the applicant has waived the right to see it. */
  readonly helper?: { readonly id: string; readonly email: string; readonly isWaived: boolean };
  readonly by: Actor;
  /** Throws unless this sender may send something for this item of the locked application as it stands. */
  readonly check: (item: ItemRow, standing: Standing, tx: Tx) => void | Promise<void>;
}

/** The item in a locked application for which the sender may send a paper now. */
async function requireOpenItem(tx: Tx, { applicationId, check }: PaperSender, itemId: string) {
  if (!(await lockApplicationById(tx, applicationId))) throw new ApiError('not_found');
  const item = await requireItem(tx, applicationId, itemId);
  const standing = await readStanding(tx, applicationId);
  await check(item, standing, tx);
  if (item.request_kind === 'correction' || stateAfter(item.state, 'come') === undefined)
    throw new ApiError('item_closed');
  const papers = await listPapers(tx, applicationId);
  if (papers.filter(({ item_id }) => item_id === itemId).length >= MOST_PAPERS) throw new ApiError('too_many_papers');
  return { item, standing };
}

/** Allows one file for an item. 409 item_closed, 429 for very many. */
export async function allowPaper(
  deps: PaperDependencies,
  sender: PaperSender,
  itemId: string,
  { file_size }: PayloadOf<typeof itemUpload>,
): Promise<ResponseOf<typeof itemUpload>> {
  refuseSize(file_size);
  const paper_id = randomUUID();
  const fileKey = await inTransaction(deps.db, async (tx) => {
    await requireOpenItem(tx, sender, itemId);
    return allowUpload(tx, sender.applicationId, paperKey(paper_id), deps.clock());
  });
  return { paper_id, ...(await formFor(deps.objects, fileKey)) };
}

/** Takes an uploaded file as a paper of an item, which came with it. Idempotent. 400 file_refused, 409 item_closed. */
export async function takePaper(
  deps: PaperDependencies,
  sender: PaperSender,
  itemId: string,
  { paper_id, file_key, ...given }: PayloadOf<typeof itemPaper>,
): Promise<void> {
  const { applicationId, sentBy, staffId = null, helper, by } = sender;
  const upload = { file_key, application_id: applicationId, answer_key: paperKey(paper_id) };
  const file = await checkUpload(deps, upload, given);
  if (!file) return;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const { item, standing } = await requireOpenItem(tx, sender, itemId);
    const document_id = await beginConversion(deps, tx, upload, file, now);
    if (document_id === undefined) return;
    await insertPaper(tx, {
      id: paper_id,
      item_id: itemId,
      sent_by: sentBy,
      staff_id: staffId,
      came_at: now,
      helper_email: helper?.email ?? null,
      is_waived: helper?.isWaived ?? false,
    });
    await moveItem(deps, tx, item, 'come', {}, now);
    const sender_id = helper && { helper_id: helper.id };
    const detail = { application_id: applicationId, item_id: itemId, document_id, ...sender_id };
    await audit(tx, { kind: 'paper_sent', by, accountId: standing.account_id, detail, at: now });
  });
}
