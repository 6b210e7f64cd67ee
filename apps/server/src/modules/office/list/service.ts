import type { QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import {
  type applications,
  BUILT_IN_VIEWS,
  type BuiltInView,
  type ListFilter,
  type ListRow,
  listFilter,
  MOST_COUNTED,
  type neighbors,
  OFFICE_STATUSES,
  SORTS,
} from '@firstyear/api-contract/desk';
import { LANGUAGE_CODES } from '@firstyear/words';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { LONGEST_COMMIT_MS } from '../../../process/durations.ts';
import { SEES, seesDraftAnswers } from '../../accounts/staff/rights.ts';
import { type CountDependencies, countList } from './counts.ts';
import {
  type FilterDependencies,
  filterOf,
  isByHiddenAnswer,
  isSent,
  isTestAddress,
  notTest,
  scopeOf,
  searchOf,
  type Viewer,
} from './filter.ts';
import {
  type Condition,
  countBefore,
  countRows,
  idsWithin,
  type ListedRow,
  type Matching,
  type OfficeRow,
  type Order,
  type Place,
  placeOf,
  selectAll,
  selectIds,
  selectNext,
  selectPage,
  selectRow,
  selectRows,
  selectSimilar,
  selectViews,
} from './repository.ts';

export { fold } from '@firstyear/school-search/school-text';
export type { Viewer } from './filter.ts';
export {
  changeRow,
  deleteView,
  insertView,
  type OfficeChange,
  type OfficeRow,
  recordColleague,
  recordLook,
  selectLooks as listLooks,
  selectNames as nameApplications,
  selectRows as listRows,
  selectViews,
} from './repository.ts';

export interface ListDependencies extends FilterDependencies, CountDependencies {}

const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((item) => item === value);

/** Parses the sort order of an address. By default newest first, and of what waits to be checked the oldest. */
function orderOf(sort: ListFilter['sort'], view: BuiltInView): Order {
  if (sort === undefined && view === 'to-check') return { sort: 'to_check', isDescending: false };
  const text = sort ?? '-moment';
  return { sort: oneOf(SORTS, text.replace('-', '')) ?? 'moment', isDescending: text.startsWith('-') };
}

const placeSchema = z.tuple([z.string(), z.string().refine((value) => !value.includes('\0')), z.uuid()]);
const momentSchema = z.iso.datetime({ precision: 6 }).regex(/^(?!0000)/);
const nameOfOrder = ({ sort, isDescending }: Order) => `${isDescending ? '-' : ''}${sort}`;

const writeCursor = (order: Order, { value, id }: Place) =>
  Buffer.from(JSON.stringify([nameOfOrder(order), value, id])).toString('base64url');

/** Throws 400 bad_cursor for a malformed cursor, or one of another order. */
function readCursor(order: Order, cursor: string): Place {
  try {
    const [name, value, id] = placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (name !== nameOfOrder(order)) throw new Error(name);
    if (order.sort === 'moment') momentSchema.parse(value);
    if (order.sort === 'to_check') z.iso.datetime({ precision: 3 }).parse(value);
    return { value, id };
  } catch (cause) {
    throw new ApiError('bad_cursor', { cause });
  }
}

/** The views that tell no more than the rows that a colleague sees. */
const allowedViews = ({ role }: Viewer) =>
  BUILT_IN_VIEWS.filter((view) => SEES[role] !== 'names' || view === 'all' || view === 'drafts');

/** Colleagues who see only names can't filter or sort by anything that rows don't show, such as the moment in a cursor. */
function allowedFilter(viewer: Viewer, filter: ListFilter): ListFilter {
  if (SEES[viewer.role] !== 'names') return filter;
  const { view, q, status, sort } = filter;
  return { view, q, status, sort: sort === '-name' ? sort : 'name' };
}

/** Parses a list's address and merges in its saved view. `conditions` don't include the search. */
async function listOf(deps: ListDependencies, viewer: Viewer, query: ListFilter) {
  let merged = query;
  let view = oneOf(BUILT_IN_VIEWS, query.view ?? 'all');
  if (view === undefined) {
    const saved = (await selectViews(deps.db, viewer.staffId)).find(({ id }) => id === query.view);
    if (!saved) throw new ApiError('not_found');
    merged = { ...listFilter.parse(saved.filter), ...query };
    view = oneOf(BUILT_IN_VIEWS, saved.filter.view ?? 'all') ?? 'all';
  }
  view = oneOf(allowedViews(viewer), view) ?? 'all';
  const allowed = allowedFilter(viewer, merged);
  const isOfDrafts = view === 'drafts' || allowed.status === 'draft';
  const isBlindSort = isOfDrafts && isByHiddenAnswer(deps, viewer, { sort: allowed.sort });
  // Answers that no row shows are no order of the drafts alone.
  const filter = isBlindSort ? { ...allowed, sort: undefined } : allowed;
  const isWithoutDrafts = isByHiddenAnswer(deps, viewer, filter);
  const conditions = [
    ...scopeOf(deps, viewer),
    ...filterOf(deps, viewer, filter, view),
    ...(isWithoutDrafts ? [isSent] : []),
  ];
  const canHaveDrafts =
    SEES[viewer.role] === 'all' &&
    !['to-read', 'new', 'to-check', 'complete'].includes(view) &&
    ['draft', 'test'].includes(filter.status ?? 'draft');
  const search = searchOf(filter.q, deps, viewer);
  return {
    order: orderOf(filter.sort, view),
    conditions,
    search,
    ignoresSearch: search === undefined && Boolean(filter.q?.trim()),
    hidesDrafts: isWithoutDrafts && canHaveDrafts,
  };
}
type List = Awaited<ReturnType<typeof listOf>>;

const conditionsOf = ({ conditions, search }: List): readonly Condition[] =>
  search ? [...conditions, search.condition] : conditions;

/** The conditions of a list, with its search. */
export const listConditions = async (deps: ListDependencies, viewer: Viewer, filter: ListFilter) =>
  conditionsOf(await listOf(deps, viewer, filter));

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
const toCount = (number: number) => ({ count: Math.min(number, MOST_COUNTED), is_more: number > MOST_COUNTED });

/** A row with only the columns that the colleague may see. */
export function toListRow(
  deps: Pick<FilterDependencies, 'office'>,
  row: OfficeRow & Partial<ListedRow>,
  viewer: Viewer,
): ListRow {
  const name = {
    id: row.application_id,
    status: oneOf(OFFICE_STATUSES, row.status) ?? 'draft',
    confirmation_number: row.confirmation_number,
    given_name: row.given_name,
    family_name: row.family_name,
  };
  if (SEES[viewer.role] === 'names') return name;
  const { submitted_at, viewer_opened_at = null } = row;
  const isUnseen = submitted_at !== null && submitted_at > viewer.newSince;
  const isDraft = row.status === 'draft';
  return {
    ...name,
    preferred_name: row.preferred_name,
    email: row.email,
    ...((submitted_at !== null || seesDraftAnswers(deps.office, viewer.role)) && {
      birth_date: row.birth_date,
      school: row.school,
      school_state: row.school_state,
      term: row.term,
      major: row.major,
      state: row.state,
      residence: row.residence,
    }),
    language: oneOf(LANGUAGE_CODES, row.language) ?? null,
    started_at: row.started_at.toISOString(),
    submitted_at: iso(submitted_at),
    documents: row.documents,
    checklist: row.checklist,
    to_check_since: iso(row.to_check_since),
    assigned_to: row.assigned_to,
    stage: row.stage,
    labels: [...row.labels],
    is_looked_at: row.looked_at !== null && (submitted_at === null || row.looked_at >= submitted_at),
    is_new: isUnseen && (viewer_opened_at === null || viewer_opened_at < submitted_at),
    is_test: isTestAddress(deps, row.email),
    extended_until: iso(row.extended_until),
    ...(isDraft && { last_page: row.last_page, changed_at: row.changed_at?.toISOString() }),
  };
}

/** With fewer matches than this, similar names are shown too. */
const FEW = 5;

/** With more rows than this, the index of their order is faster; searched ones are worth more. */
const MOST_SORTED = 1000;
const MOST_COLLECTED = 10_000;

/** The rows of a list with this total; a total beyond MOST_COLLECTED need not be exact. */
function matchingOf(list: List, total: number): Matching {
  // Sorted by the searched column, the matches are adjacent, maybe far down its index.
  const isAdjacent = list.search !== undefined && (list.order.sort === 'name' || list.order.sort === 'school');
  return { conditions: conditionsOf(list), isCollected: total <= (isAdjacent ? MOST_COLLECTED : MOST_SORTED) };
}

/** Finds the rows of a list and counts them, up to one more than MOST_COUNTED. */
async function findMatching(deps: CountDependencies, list: List) {
  const total = await countList(deps, conditionsOf(list));
  return { matching: matchingOf(list, total), total };
}

/** The rows whose names are spelled like the search, the most similar first, if it finds few. */
async function findSimilar(db: Db, { conditions, search }: List, total: number): Promise<readonly OfficeRow[]> {
  if (search?.similarTo === undefined || total >= FEW) return [];
  const others = [...conditions, sql<boolean>`${search.condition} is not true`];
  const ids = await selectSimilar(db, search.similarTo, others);
  return (await selectRows(db, conditions, ids)).toSorted(
    (a, b) => ids.indexOf(a.application_id) - ids.indexOf(b.application_id),
  );
}

/** One page of a list. */
export async function listPage(
  deps: ListDependencies,
  viewer: Viewer,
  query: QueryOf<typeof applications>,
): Promise<ResponseOf<typeof applications>> {
  const list = await listOf(deps, viewer, query);
  const { order } = list;
  const cursor = query.after ?? query.before;
  const place = cursor === undefined ? undefined : readCursor(order, cursor);
  const isBackwards = query.after === undefined && (query.before !== undefined || query.last !== undefined);
  const { matching, total } = await findMatching(deps, list);
  const similar = cursor === undefined ? await findSimilar(deps.db, list, total) : [];
  const from = { place, isBackwards, staffId: viewer.staffId };
  const { rows, hasMore } = await selectPage(deps.db, matching, order, from);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasEarlier = isBackwards ? hasMore : place !== undefined;
  const hasLater = isBackwards ? place !== undefined : hasMore;
  return {
    rows: rows.map((row) => toListRow(deps, row, viewer)),
    total: toCount(total),
    previous: hasEarlier && first ? writeCursor(order, placeOf(order, first)) : null,
    next: hasLater && last ? writeCursor(order, placeOf(order, last)) : null,
    similar: similar.map((row) => toListRow(deps, row, viewer)),
    hides_drafts: list.hidesDrafts,
    ignores_search: list.ignoresSearch,
  };
}

/** The previous and next applications in the list that this one was opened from; see the call `neighbors`. */
export async function findNeighbors(
  deps: ListDependencies,
  viewer: Viewer,
  id: string,
  query: QueryOf<typeof neighbors>,
) {
  const list = await listOf(deps, viewer, query);
  const { order } = list;
  const { db } = deps;
  const { matching, total: number } = await findMatching(deps, list);
  const total = toCount(number);
  // An application that has left the list keeps the place in the address.
  const row = await selectRow(db, id, matching.conditions);
  const place = row ? placeOf(order, row) : query.place === undefined ? undefined : readCursor(order, query.place);
  if (!place) return { previous: null, next: null, position: null, total, place: null };
  const before = await countBefore(db, matching, order, place);
  return {
    previous: (await selectNext(db, matching, order, { place, isBackwards: true })) ?? null,
    next: (await selectNext(db, matching, order, { place, isBackwards: false })) ?? null,
    position: before >= MOST_COUNTED ? null : before + 1,
    total,
    place: writeCursor(order, place),
  };
}

/** The row of an application. 404 not_found unless the colleague may see it. */
export async function requireRow(
  deps: ListDependencies,
  viewer: Viewer,
  id: string,
  isLocked = false,
): Promise<OfficeRow> {
  const isId = z.uuid().safeParse(id).success;
  const row = isId ? await selectRow(deps.db, id, scopeOf(deps, viewer), isLocked) : undefined;
  if (!row) throw new ApiError('not_found');
  return row;
}

/** The rows that a list shows, in its order, up to a limit. */
export async function selectMatching(
  deps: ListDependencies,
  viewer: Viewer,
  filter: ListFilter,
  limit: number,
): Promise<readonly OfficeRow[]> {
  const list = await listOf(deps, viewer, filter);
  const total = await countRows(deps.db, conditionsOf(list), MOST_COLLECTED + 1).execute();
  return selectAll(deps.db, matchingOf(list, total), list.order, limit);
}

/** Ids of a list's submitted applications that fulfill more conditions, in order. Without test accounts. */
export async function selectSubmittedIds(
  deps: ListDependencies,
  viewer: Viewer,
  filter: ListFilter,
  more: readonly Condition[],
  limit: number,
): Promise<readonly string[]> {
  const conditions = conditionsOf(await listOf(deps, viewer, filter));
  return selectIds(deps.db, [...conditions, ...notTest(deps), isSent, ...more], limit);
}

/** A subquery with the ids that a colleague may see; undefined when they see all. */
export const idsInScope = (deps: FilterDependencies, viewer: Viewer) =>
  viewer.condition === undefined ? undefined : idsWithin(scopeOf(deps, viewer));

/** The rows of some applications that the viewer may see. */
export const selectRowsOf = (deps: ListDependencies, viewer: Viewer, ids: readonly string[]) =>
  selectRows(deps.db, scopeOf(deps, viewer), ids);

/** A trail is read of so many people at most. */
const MOST_FOUND = 50;

/** The rows that match a search, or all with a whole email address, which also those may ask for who see only names. */
export async function findRows(deps: ListDependencies, viewer: Viewer, q: string): Promise<readonly OfficeRow[]> {
  const address = q.trim().toLowerCase();
  const condition = address.includes('@')
    ? sql<boolean>`office_application.email = ${address}`
    : searchOf(q, deps, viewer)?.condition;
  if (condition === undefined) return [];
  const conditions = [...scopeOf(deps, viewer), condition];
  return selectRows(deps.db, conditions, await selectIds(deps.db, conditions, MOST_FOUND));
}

/** The standing and saved views, each with its number of applications, and the moment until which all submissions are counted. */
export async function countViews(deps: ListDependencies, viewer: Viewer, now: Date) {
  const saved = await selectViews(deps.db, viewer.staffId);
  const countOf = async (filter: ListFilter) => {
    const list = await listOf(deps, viewer, filter);
    return toCount(await countList(deps, conditionsOf(list)));
  };
  return {
    as_of: new Date(now.getTime() - LONGEST_COMMIT_MS).toISOString(),
    standing: await Promise.all(allowedViews(viewer).map(async (id) => ({ id, count: await countOf({ view: id }) }))),
    saved: await Promise.all(
      saved.map(async ({ id, name, filter }) => ({
        id,
        name,
        filter: listFilter.parse(filter),
        count: await countOf({ view: id }),
      })),
    ),
  };
}
