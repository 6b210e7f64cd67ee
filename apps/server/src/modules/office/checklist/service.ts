import type { PayloadOf, ResponseOf } from '@firstyear/api-contract/call';
import {
  type correctAnswer,
  type hideOfficeItem,
  type moveOfficeItem,
  type movePaper,
  OFFICE_ITEM_ACTS,
  type OfficeItem,
  type OfficeItemAct,
  type officeChecklist,
  officePaths,
  type requestItem,
} from '@firstyear/api-contract/desk';
import { isDone, stateAfter } from '@firstyear/api-contract/item-states';
import type { itemPaper, itemUpload } from '@firstyear/api-contract/items';
import { answerOf, correctableFields, labelsOf } from '@firstyear/form-engine';
import { ENGLISH, type Language } from '@firstyear/words';
import { servedFor, servedIn } from '../../../config/served-forms.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { utcMoment } from '../../../process/utc-moment.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { askForReturned, counselorEmail } from '../../application/helpers/service.ts';
import { correctSubmission, readSubmitted, stateOf } from '../../application/items/corrections.ts';
import { allowPaper, type PaperDependencies, type PaperSender, takePaper } from '../../application/items/papers.ts';
import {
  addRequest,
  hideItem,
  type ItemRow,
  inOrder,
  listItems,
  listPapers,
  moveItem,
  movePaper as movePaperTo,
  type PaperWithDocument,
  requireItem,
  toItem,
  toPaper,
} from '../../application/items/service.ts';
import { findApplicationById } from '../../application/row/application.ts';
import { readStanding } from '../../application/row/list-row.ts';
import { listSomeAnswers } from '../../application/row/listing.ts';
import { paperKey } from '../../application/uploads/intake.ts';
import { staffActor } from '../../audit/service.ts';
import { type OfficeRow, requireRow } from '../list/service.ts';
import { type ActDependencies, type Acting, act, refusePastDay, tellApplicant } from '../one-application/acts.ts';

type ChecklistDependencies = ActDependencies & PaperDependencies;

/**
 * Whether the office may do this with an item and its papers now. Only requests are canceled, only what others send has an official
 * original, and nobody has seen a paper that waits to be converted.
 */
export function mayAct(
  item: Pick<ItemRow, 'id' | 'state' | 'source' | 'request_kind'>,
  papers: readonly Pick<PaperWithDocument, 'item_id' | 'status'>[],
  itemAct: OfficeItemAct,
): boolean {
  if (itemAct === 'cancel' && item.request_kind === null) return false;
  if (itemAct === 'accept_copy' && item.source === 'applicant') return false;
  if (itemAct === 'accept' || itemAct === 'accept_copy') {
    const own = papers.filter(({ item_id }) => item_id === item.id).map(({ status }) => status);
    const isUnread = own.some((status) => status !== 'FAILED') && !own.includes('COMPLETED');
    if (isUnread) return false;
  }
  return stateAfter(item.state, itemAct) !== undefined;
}

interface PaperNames {
  /** By id. */
  readonly colleagues: ReadonlyMap<string, string>;
  /** The counselor's address in the application. */
  readonly counselor: string;
}

/** Papers open while the application is submitted. */
const toOfficePaper = (
  { application_id: id, submitted_at }: OfficeRow,
  paper: PaperWithDocument,
  { colleagues, counselor }: PaperNames,
) => {
  const { helper_email: email } = paper;
  const key = paperKey(paper.id);
  const opens = submitted_at !== null && paper.pdf_key !== null;
  const pages = opens ? paper.thumbnail_count : 0;
  return {
    ...toPaper(paper, ENGLISH),
    file_size: paper.file_size,
    page_count: paper.page_count,
    came_at: paper.came_at.toISOString(),
    by: colleagues.get(paper.staff_id ?? '') ?? null,
    helper: email === null ? null : { email, is_counselor: email === counselor },
    href: opens ? officePaths.document(id, key) : null,
    thumbnails: Array.from({ length: pages }, (_, index) =>
      officePaths.thumbnail(id, key, paper.document_id, index + 1),
    ),
  };
};

/** The items of an application that the colleague may see: requests first, then the university's list. */
export async function readChecklist(
  deps: ChecklistDependencies,
  { staff, id }: Acting,
): Promise<ResponseOf<typeof officeChecklist>> {
  const row = await requireRow(deps, staff, id);
  const standing = await readStanding(deps.db, id);
  const served = servedFor(deps.forms, standing);
  const [items, papers] = [await listItems(deps.db, id), await listPapers(deps.db, id)];
  const key = served.form.roles.counselor_email;
  const [answered] = key === undefined ? [] : await listSomeAnswers(deps.db, [id], [key]);
  const counselor = counselorEmail(served.form, answered?.answers ?? {});
  const names = await staffNames(deps.db, [
    ...items.flatMap(({ requested_by }) => requested_by ?? []),
    ...papers.flatMap(({ staff_id }) => staff_id ?? []),
  ]);
  const shown = inOrder(served.partner, items).map(
    (item): OfficeItem => ({
      ...toItem(served.partner, item),
      rule: item.rule,
      is_hidden: item.is_hidden,
      requested_by: names.get(item.requested_by ?? '') ?? null,
      asked_keys: [...(item.asked_keys ?? [])],
      created_at: item.created_at.toISOString(),
      changed_at: item.changed_at.toISOString(),
      version: item.version,
      acts: OFFICE_ITEM_ACTS.filter((one) => mayAct(item, papers, one)),
      papers: papers
        .filter(({ item_id }) => item_id === item.id)
        .map((paper) => toOfficePaper(row, paper, { colleagues: names, counselor })),
    }),
  );
  const { requests = [] } = servedIn(served, languageOf(standing.language)).partner;
  return {
    items: shown,
    canned: requests.map(({ title, text, request = 'paper' as const }) => ({ title, text, request })),
  };
}

/** Locks an item as the colleague saw it. 409 item_changed when it has changed since. */
async function requireVersion(tx: Parameters<typeof requireItem>[0], id: string, itemId: string, version: number) {
  const item = await requireItem(tx, id, itemId);
  if (item.version !== version) throw new ApiError('item_changed');
  return item;
}

/** Decides about an item. 409 item_closed where that isn't possible. */
export async function decide(
  deps: ChecklistDependencies,
  acting: Acting,
  itemId: string,
  payload: PayloadOf<typeof moveOfficeItem>,
) {
  await act(deps, acting, 'item_decided', async ({ tx, now }) => {
    const item = await requireVersion(tx, acting.id, itemId, payload.version);
    if (!mayAct(item, await listPapers(tx, acting.id), payload.act)) throw new ApiError('item_closed');
    const change = payload.act === 'return' ? { returned_words: payload.words } : {};
    await moveItem(deps, tx, item, payload.act, change, now);
    if (payload.act === 'return') await askForReturned(tx, deps, itemId, payload.words, now);
    const why = {
      ...(payload.act === 'waive' && { reason: payload.reason }),
      ...(payload.act === 'return' && { reason: payload.words }),
    };
    return [{}, { item_id: itemId, act: payload.act, ...why }];
  });
  return readChecklist(deps, acting);
}

/** Hides an item from the applicant, or shows it again. */
export async function hide(
  deps: ChecklistDependencies,
  acting: Acting,
  itemId: string,
  { is_hidden, version }: PayloadOf<typeof hideOfficeItem>,
) {
  await act(deps, acting, 'item_hidden', async ({ tx, now }) => {
    const item = await requireVersion(tx, acting.id, itemId, version);
    await hideItem(tx, item, is_hidden, now);
    return [{}, { item_id: itemId, is_hidden }];
  });
  return readChecklist(deps, acting);
}

/** 400 bad_request unless each of these questions can be corrected, and no other request asks for it. */
async function requireCorrectable(deps: ChecklistDependencies, tx: Tx, id: string, keys: readonly string[]) {
  const application = await findApplicationById(tx, id);
  if (!application) throw new ApiError('not_found');
  const { content, form } = await readSubmitted(deps, tx, application);
  const known = correctableFields(form, stateOf(content), utcMoment(deps.clock())).map(({ question }) => question.key);
  const asked = (await listItems(tx, id)).flatMap((item) => (isDone(item.state) ? [] : (item.asked_keys ?? [])));
  if (keys.some((key) => !known.includes(key) || asked.includes(key))) throw new ApiError('bad_request');
}

/** Asks the applicant for something, who gets a mail. Idempotent. 409 wrong_state unless the application is submitted. */
export async function ask(deps: ChecklistDependencies, acting: Acting, request: PayloadOf<typeof requestItem>) {
  refusePastDay(request.due_on, deps.clock(), deps.partner);
  const isAsked = async () => (await listItems(deps.db, acting.id)).some(({ id }) => id === request.id);
  if (!(await isAsked())) {
    await act(deps, acting, 'item_asked', async ({ tx, row, now }) => {
      if (row.status !== 'submitted') throw new ApiError('wrong_state');
      if ((request.request === 'correction') !== (request.keys !== undefined)) throw new ApiError('bad_request');
      if (request.keys) await requireCorrectable(deps, tx, acting.id, request.keys);
      await addRequest(deps, tx, acting.id, acting.staff.staffId, request, now);
      return [{}, { item_id: request.id }];
    }).catch(async (error: unknown) => {
      // The same request, sent twice at once, was the first one.
      if (!(await isAsked())) throw error;
    });
  }
  return readChecklist(deps, acting);
}

/** Corrects one answer on the applicant's word, who is told. */
export async function correct(
  deps: ChecklistDependencies,
  acting: Acting,
  { key, from, to, reason }: PayloadOf<typeof correctAnswer>,
) {
  await act(deps, acting, 'answer_corrected', async (locked) => {
    const { tx, row, now } = locked;
    const application = await findApplicationById(tx, acting.id);
    if (!application || row.status !== 'submitted') throw new ApiError('wrong_state');
    const { content, form } = await readSubmitted(deps, tx, application);
    const known = correctableFields(form, stateOf(content), utcMoment(now));
    if (!known.some(({ question }) => question.key === key)) throw new ApiError('bad_request');
    if (answerOf(content.answers, key) !== from) throw new ApiError('answer_changed');
    const { changed } = await correctSubmission(deps, tx, application, { asked: [key], given: { [key]: to } }, now);
    if (changed.length === 0) throw new ApiError('bad_request');
    const served = servedFor(deps.forms, application);
    const question = (language: Language) =>
      labelsOf(form === served.form ? servedIn(served, language).form : form, [key]);
    await tellApplicant(deps, locked, { kind: 'answer_corrected', question });
    return [{}, { key, reason }];
  });
  return readChecklist(deps, acting);
}

const senderOf = async (deps: ChecklistDependencies, { staff, id }: Acting): Promise<PaperSender> => {
  await requireRow(deps, staff, id);
  return { applicationId: id, sentBy: 'office', staffId: staff.staffId, by: staffActor(staff), check: () => {} };
};

export const allowUpload = async (
  deps: ChecklistDependencies,
  acting: Acting,
  itemId: string,
  payload: PayloadOf<typeof itemUpload>,
) => allowPaper(deps, await senderOf(deps, acting), itemId, payload);

/** Puts a paper there that came by mail or was scanned. */
export async function putPaper(
  deps: ChecklistDependencies,
  acting: Acting,
  itemId: string,
  payload: PayloadOf<typeof itemPaper>,
) {
  await takePaper(deps, await senderOf(deps, acting), itemId, payload);
  return readChecklist(deps, acting);
}

/** Moves a paper to another item of the application. */
export async function moveToItem(
  deps: ChecklistDependencies,
  acting: Acting,
  paperId: string,
  { from, to, reason }: PayloadOf<typeof movePaper>,
) {
  await act(deps, acting, 'paper_moved', async ({ tx, now }) => {
    await movePaperTo(deps, tx, acting.id, { paperId, from, to }, now);
    return [{}, { item_id: to, from_item_id: from, paper_id: paperId, reason }];
  });
  return readChecklist(deps, acting);
}
