import { type ItemAct, stateAfter } from '@firstyear/api-contract/item-states';
import type { RequestKind } from '@firstyear/api-contract/items';
import type { Answers } from '@firstyear/form-engine';
import { neededItems, type PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import type { ServedForm } from '../../../config/served-forms.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readStanding } from '../row/list-row.ts';
import { problemWords, waitingWords } from '../uploads/problems.ts';
import { type ItemMailDependencies, tellApplicant, wordsOfItem } from './mails.ts';
import { remindedUntil } from './reminders.ts';
import {
  type ItemChange,
  type ItemRow,
  insertItems,
  listItems,
  listPapers,
  lockItem,
  movePaperTo,
  type PaperWithDocument,
  updateItem,
} from './repository.ts';

export { wordsOfItem } from './mails.ts';
export {
  findItem,
  findItems,
  forgetHelper,
  type ItemRow,
  listItems,
  listItemsOf,
  listPapers,
  listPapersFrom,
  listPapersOf,
  type PaperWithDocument,
} from './repository.ts';

/** Locks an item of a locked application. 404 not_found. */
export async function requireItem(tx: Tx, applicationId: string, id: string): Promise<ItemRow> {
  const item = await lockItem(tx, applicationId, id);
  if (!item) throw new ApiError('not_found');
  return item;
}

/** Moves a locked item by the table of transitions. 409 item_closed where the act isn't possible. */
async function move(tx: Tx, item: ItemRow, act: ItemAct, change: ItemChange, now: Date): Promise<ItemRow> {
  const state = stateAfter(item.state, act);
  if (state === undefined) throw new ApiError('item_closed');
  // What waits keeps its place in the queue when more comes.
  const isNew = state === 'came' && item.state !== 'came';
  return updateItem(tx, item.id, { ...change, ...(isNew && { came_at: now }), state }, now);
}

/** A paper of the item that the office has not sent back, and that is not known to be unreadable. */
const isGoodFor = (item: ItemRow, { item_id, status, came_at }: PaperWithDocument): boolean => {
  const wasReturned = item.returned_words !== '' && item.came_at !== null && came_at < item.came_at;
  return item_id === item.id && status !== 'FAILED' && !wasReturned;
};

/** Moves an item. One that is awaited once more, after a decision, came again if something is there to be checked. */
async function moveOn(tx: Tx, item: ItemRow, act: ItemAct, change: ItemChange, now: Date): Promise<ItemRow> {
  if (act !== 'need' && act !== 'reconsider') return move(tx, item, act, change, now);
  const moved = await move(tx, item, act, { returned_words: '' }, now);
  const papers = await listPapers(tx, item.application_id);
  const isCorrected = moved.request_kind === 'correction' && moved.came_at !== null;
  const isThere = isCorrected || moved.reply !== '' || papers.some((paper) => isGoodFor(moved, paper));
  return isThere ? move(tx, moved, 'come', {}, now) : moved;
}

/**
 * Moves a locked item of a locked application, and mails the applicant "We have everything" when that was the last one.
 * 409 item_closed where the act isn't possible.
 */
export async function moveItem(
  deps: ItemMailDependencies,
  tx: Tx,
  item: ItemRow,
  act: ItemAct,
  change: ItemChange,
  now: Date,
): Promise<ItemRow> {
  const moved = await moveOn(tx, item, act, change, now);
  const standing = await readStanding(tx, item.application_id);
  // No act leaves an application complete that was complete before.
  if (standing.checklist === 'complete') await tellApplicant(deps, tx, standing, { kind: 'items_complete' }, now);
  if (act === 'return') {
    const why = () => moved.returned_words;
    await tellApplicant(deps, tx, standing, { kind: 'item_returned', item: moved, why }, now);
  }
  return moved;
}

/**
 * Brings the items of a submission up to date with the university's list, in its transaction: what it needs is made or needed again,
 * what it no longer needs is canceled with all that came for it. If nothing is missing, the applicant is told.
 */
export async function makeItems(
  deps: ItemMailDependencies,
  tx: Tx,
  { partner }: Pick<ServedForm, 'partner'>,
  applicationId: string,
  answers: Answers,
  now: Date,
): Promise<void> {
  const needed = new Map(neededItems(partner, answers).map((rule) => [rule.id, rule]));
  const items = await listItems(tx, applicationId);
  for (const item of items) {
    if (item.rule === null) continue;
    const act = needed.has(item.rule) ? 'need' : 'cancel';
    if (stateAfter(item.state, act) !== undefined) await moveOn(tx, item, act, {}, now);
  }
  const made = new Set(items.map(({ rule }) => rule));
  const rows = [...needed.values()].filter(({ id }) => !made.has(id));
  await insertItems(
    tx,
    rows.map(({ id, title, from }) => ({ application_id: applicationId, rule: id, rule_title: title, source: from })),
    now,
  );
  // While the application was open again, nobody was told.
  const after = await readStanding(tx, applicationId);
  if (after.checklist === 'complete') await tellApplicant(deps, tx, after, { kind: 'items_complete' }, now);
}

/** Whether a paper is the only good one of its item. */
const isOnlyGood = (item: ItemRow, papers: readonly PaperWithDocument[], paperId: string): boolean =>
  !papers.some((paper) => paper.id !== paperId && isGoodFor(item, paper));

/** An item is awaited again when the paper that it came with is none, unless another one is good. */
async function awaitAgain(
  tx: Tx,
  item: ItemRow,
  papers: readonly PaperWithDocument[],
  paperId: string,
  now: Date,
): Promise<void> {
  const isAwaited = isOnlyGood(item, papers, paperId) && stateAfter(item.state, 'fail') !== undefined;
  if (isAwaited) await move(tx, item, 'fail', {}, now);
}

/**
 * A paper could not be read: its item is awaited again unless another paper is good, and an applicant who sent it gets a mail, if
 * nothing is decided. Returns the item if that was what a helper sent for it.
 */
export async function failPaper(
  deps: ItemMailDependencies,
  tx: Tx,
  { application_id, paperId }: { readonly application_id: string; readonly paperId: string },
  now: Date,
): Promise<string | undefined> {
  const papers = await listPapers(tx, application_id);
  const failed = papers.find(({ id }) => id === paperId);
  const item = failed && (await lockItem(tx, application_id, failed.item_id));
  if (!item) return undefined;
  await awaitAgain(tx, item, papers, paperId, now);
  const isOpen = item.state === 'awaiting' || item.state === 'came' || item.state === 'returned';
  if (failed.sent_by === 'helper') return item.id;
  if (failed.sent_by !== 'applicant' || !isOpen) return undefined;
  const why = (language: Language) => problemWords(failed.problem, failed.problem_page, language);
  await tellApplicant(deps, tx, await readStanding(tx, application_id), { kind: 'item_returned', item, why }, now);
  return undefined;
}

/**
 * A paper can be read: if it's not the applicant's own, the applicant is mailed that its item came, once for several files in a row.
 */
export async function tellThatItCame(
  deps: ItemMailDependencies,
  tx: Tx,
  { application_id, paperId }: { readonly application_id: string; readonly paperId: string },
  now: Date,
): Promise<void> {
  const papers = await listPapers(tx, application_id);
  const paper = papers.find(({ id }) => id === paperId);
  const item = paper && (await lockItem(tx, application_id, paper.item_id));
  const since = item?.came_at;
  if (!paper || paper.sent_by === 'applicant' || item?.state !== 'came' || !since) return;
  const isToldOf = papers.some(
    ({ id, item_id, status, came_at }) =>
      id !== paperId && item_id === item.id && status === 'COMPLETED' && came_at >= since,
  );
  if (!isToldOf)
    await tellApplicant(deps, tx, await readStanding(tx, application_id), { kind: 'item_came', item }, now);
}

/** A paper as its sender and the office see it. */
export function toPaper({ id, file_name, sent_by, ...paper }: PaperWithDocument, language: Language) {
  const { status, problem, problem_page, waits_for } = paper;
  const shown = { id, file_name, sent_by };
  if (status === 'COMPLETED') return { ...shown, state: 'ready' as const };
  if (status === 'FAILED')
    return { ...shown, state: 'failed' as const, message: problemWords(problem, problem_page, language) };
  return {
    ...shown,
    state: 'waiting' as const,
    ...(waits_for !== null && { message: waitingWords(waits_for, language) }),
  };
}

/** The items that the office asked for, as they were made, and then those of the university's list, in its order. */
export function inOrder(
  { items: rules = [] }: Pick<PartnerConfig, 'items'>,
  items: readonly ItemRow[],
): readonly ItemRow[] {
  const places = new Map<string | null, number>(rules.map(({ id }, place) => [id, place]));
  const placeOf = ({ rule }: ItemRow) => (rule === null ? -1 : (places.get(rule) ?? rules.length));
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** An item as both the applicant and the office see it. */
export const toItem = (partner: PartnerConfig, item: ItemRow) => ({
  id: item.id,
  ...wordsOfItem(partner, item),
  source: item.source,
  state: item.state,
  request: item.request_kind,
  due_on: item.due_on,
  returned_words: item.state === 'returned' ? item.returned_words : '',
  reply: item.reply,
  came_at: item.came_at?.toISOString() ?? null,
});

/** Asks the applicant of a locked, submitted application for something, who gets a mail. */
export async function addRequest(
  deps: ItemMailDependencies,
  tx: Tx,
  application_id: string,
  requested_by: string,
  asked: {
    readonly id?: string;
    readonly request: RequestKind;
    readonly title: string;
    readonly text: string;
    readonly due_on: string | null;
    /** Of a correction. */
    readonly keys?: readonly string[] | undefined;
  },
  now: Date,
): Promise<void> {
  const { id, request, title, text, due_on, keys: asked_keys = null } = asked;
  const words = { request_kind: request, request_title: title, request_text: text, requested_by, asked_keys };
  // The mail that asks for it is the reminder, too, if it is due soon.
  const reminded_at = due_on !== null && due_on <= remindedUntil(deps, now) ? now : null;
  const times = { due_on, reminded_at };
  const row = { ...(id !== undefined && { id }), application_id, source: 'applicant', ...times, ...words } as const;
  const [made] = await insertItems(tx, [row], now);
  // The id belongs to an item of another application.
  if (made === undefined) throw new ApiError('not_found');
  const item = await requireItem(tx, application_id, made);
  await tellApplicant(deps, tx, await readStanding(tx, application_id), { kind: 'item_asked', item }, now);
}

export const hideItem = (tx: Tx, item: ItemRow, is_hidden: boolean, now: Date): Promise<ItemRow> =>
  updateItem(tx, item.id, { is_hidden }, now);

/**
 * Moves a paper to another item of a locked application, which came with it; the item that it is taken from is awaited again
 * unless it has another good one. 404 not_found, 409 item_changed if another item has it now, item_closed if nothing may come for
 * the other, if the paper is unreadable, or if the office has accepted an item with this paper alone.
 */
export async function movePaper(
  deps: ItemMailDependencies,
  tx: Tx,
  applicationId: string,
  move: { readonly paperId: string; readonly from: string; readonly to: string },
  now: Date,
): Promise<void> {
  const { paperId, to } = move;
  const papers = await listPapers(tx, applicationId);
  const paper = papers.find(({ id }) => id === paperId);
  if (!paper) throw new ApiError('not_found');
  if (paper.item_id !== move.from || to === move.from) throw new ApiError('item_changed');
  const from = await requireItem(tx, applicationId, move.from);
  const target = await requireItem(tx, applicationId, to);
  const isAccepted = from.state === 'accepted' || from.state === 'accepted_copy';
  const cannotMove = paper.status === 'FAILED' || (isAccepted && isOnlyGood(from, papers, paperId));
  if (cannotMove || target.request_kind === 'correction') throw new ApiError('item_closed');
  await movePaperTo(tx, paperId, to);
  await moveItem(deps, tx, target, 'come', {}, now);
  await awaitAgain(tx, from, papers, paperId, now);
}
