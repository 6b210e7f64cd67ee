import type { ResponseOf } from '@firstyear/api-contract/call';
import {
  type applications,
  DOCUMENT_STATES,
  type ListFilter,
  type ListRow,
  listFilter,
  MOST_COUNTED,
  OFFICE_STATUSES,
  RESIDENCES,
  SORTS,
  STANDING_VIEWS,
  type StandingView,
} from '@firstyear/api-contract/desk';
import { LANGUAGE_CODES } from '@firstyear/words';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '../../../db/transaction.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { SEES, seesDraftAnswers } from '../../accounts/staff/rights.ts';
import {
  filterOf,
  isTestAddress,
  notTest,
  type Reader,
  type Search,
  scopeOf,
  searchOf,
  type Viewer,
  withoutHiddenDrafts,
} from './filter.ts';
import {
  type Condition,
  countBefore,
  countRows,
  type Fitting,
  idsWithin,
  type ListedRow,
  type OfficeRow,
  type Order,
  type Place,
  placeOf,
  selectAll,
  selectIds,
  selectLabels,
  selectNext,
  selectPage,
  selectRow,
  selectRows,
  selectSimilar,
  selectSomeIds,
  selectViews,
} from './repository.ts';

export { fold } from '@firstyear/school-search/school-text';
export type { Reader, Viewer } from './filter.ts';
export { recordInList } from './record.ts';
export {
  changeRow,
  deleteView,
  insertView,
  noteLook,
  type OfficeRow,
  selectLooks as listLooks,
  selectOfficeRows as listOfficeRows,
  selectViews,
} from './repository.ts';

export interface ListDependencies extends Reader {
  readonly db: Db;
}

const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((item) => item === value);

/** What a sort in an address means: by the moment, the newest first, where nothing is said. */
function orderOf(sort: ListFilter['sort']): Order {
  const text = sort ?? '-moment';
  return { sort: oneOf(SORTS, text.replace('-', '')) ?? 'moment', isDescending: text.startsWith('-') };
}

const placeSchema = z.tuple([z.string(), z.string(), z.uuid()]);
const nameOfOrder = ({ sort, isDescending }: Order) => `${isDescending ? '-' : ''}${sort}`;

function writePlace(order: Order, { value, id }: Place): string {
  return Buffer.from(JSON.stringify([nameOfOrder(order), value, id])).toString('base64url');
}

/** 400 bad_cursor for what is none, or one of another order. */
function readPlace(order: Order, cursor: string): Place {
  try {
    const [name, value, id] = placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (name !== nameOfOrder(order) || (order.sort === 'moment' && Number.isNaN(Date.parse(value))))
      throw new Error(name);
    return { value, id };
  } catch (cause) {
    throw new ApiError('bad_cursor', { cause });
  }
}

/** A list as it stands in an address, with a saved view put in. */
interface List {
  readonly filter: ListFilter;
  readonly order: Order;
  /** What fits, but for the search. */
  readonly conditions: readonly Condition[];
  readonly search: Search | undefined;
}

/** What a filter may ask: of applications that somebody sees by name alone, nothing that their rows don't show. */
function allowedFilter(viewer: Viewer, filter: ListFilter): ListFilter {
  if (SEES[viewer.role] !== 'names') return filter;
  const { view, q, status, sort } = filter;
  const isShown = sort === undefined || ['name', 'moment'].includes(sort.replace('-', ''));
  return { view, q, status, ...(isShown && { sort }) };
}

async function listOf(deps: ListDependencies, viewer: Viewer, given: ListFilter): Promise<List> {
  const standing = oneOf(STANDING_VIEWS, given.view ?? 'all');
  let asked = given;
  let view: StandingView = standing ?? 'all';
  if (standing === undefined) {
    const saved = (await selectViews(deps.db, viewer.staffId)).find(({ id }) => id === given.view);
    if (!saved) throw new ApiError('not_found');
    asked = { ...listFilter.parse(saved.filter), ...given };
    view = oneOf(STANDING_VIEWS, saved.filter.view ?? 'all') ?? 'all';
  }
  const filter = allowedFilter(viewer, asked);
  return {
    filter,
    order: orderOf(filter.sort),
    conditions: [
      ...scopeOf(deps, viewer),
      ...filterOf(deps, viewer, filter, view),
      ...withoutHiddenDrafts(deps, viewer, filter),
    ],
    search: searchOf(filter.q, deps, viewer),
  };
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
const count = (number: number) => ({ count: Math.min(number, MOST_COUNTED), is_more: number > MOST_COUNTED });

/** A row as somebody may see it: what they may not see is not sent. */
export function shownRow(reader: Pick<Reader, 'office'>, row: OfficeRow & Partial<ListedRow>, viewer: Viewer): ListRow {
  const name = {
    id: row.application_id,
    status: oneOf(OFFICE_STATUSES, row.status) ?? 'draft',
    confirmation_number: row.confirmation_number,
    given_name: row.given_name,
    family_name: row.family_name,
  };
  if (SEES[viewer.role] === 'names') return name;
  const { submitted_at, mine_looked_at = null } = row;
  const isUnseen = submitted_at !== null && submitted_at > (viewer.newSince ?? new Date(0));
  const isDraft = row.status === 'draft';
  return {
    ...name,
    preferred_name: row.preferred_name,
    email: row.email,
    ...((submitted_at !== null || seesDraftAnswers(reader.office, viewer.role)) && {
      school: row.school,
      school_state: row.school_state,
      term: row.term,
      major: row.major,
      state: row.state,
      residence: oneOf(RESIDENCES, row.residence) ?? 'unknown',
    }),
    language: oneOf(LANGUAGE_CODES, row.language) ?? null,
    started_at: row.started_at.toISOString(),
    submitted_at: iso(submitted_at),
    documents: oneOf(DOCUMENT_STATES, row.documents) ?? 'none',
    assigned_to: row.assigned_to,
    labels: [...row.labels],
    is_looked_at: row.looked_at !== null && (submitted_at === null || row.looked_at >= submitted_at),
    is_new: isUnseen && (mine_looked_at === null || mine_looked_at < submitted_at),
    is_test: isTestAddress(reader, row.email),
    extended_until: iso(row.extended_until),
    ...(isDraft && row.last_page !== undefined && { last_page: row.last_page }),
    ...(isDraft && row.changed_at !== undefined && { changed_at: row.changed_at.toISOString() }),
  };
}

/** Fewer than these by their beginnings: names that are similar are shown too. */
const FEW = 10;

/** More rows than this are not sorted for a page. */
const MOST_COLLECTED = 10_000;

interface Cursors {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly last?: '1' | undefined;
}

interface Found {
  readonly fitting: Fitting;
  readonly total: number;
  readonly found: 'exact' | 'similar';
}

/** What fits a list, and how many up to one more than is counted: with similar names where few are spelled like the search. */
async function find(db: Db, { conditions, search, order }: List): Promise<Found> {
  if (!search) {
    const total = await countRows(db, conditions, MOST_COUNTED);
    return { fitting: { conditions, isCollected: total <= MOST_COUNTED }, total, found: 'exact' };
  }
  const spelled = [...conditions, search.condition];
  const ids = await selectSomeIds(db, spelled, MOST_COUNTED + 1);
  if (ids.length > MOST_COUNTED) {
    // In the order of what was searched they stand together, maybe far down its index.
    const areTogether = order.sort === 'name' || order.sort === 'school';
    const isCollected = areTogether && (await countRows(db, spelled, MOST_COLLECTED)) <= MOST_COLLECTED;
    return { fitting: { conditions: spelled, isCollected }, total: ids.length, found: 'exact' };
  }
  const isFew = ids.length < FEW && search.similarTo !== undefined;
  const similar = isFew ? await selectSimilar(db, search.similarTo, conditions) : [];
  const found = [...new Set([...ids, ...similar])];
  const isFound = sql<boolean>`office_application.application_id = any(${found}::uuid[])`;
  return {
    fitting: { conditions: [...conditions, isFound], isCollected: true },
    total: found.length,
    found: found.length > ids.length ? 'similar' : 'exact',
  };
}

/** One page of a list. */
export async function listPage(
  deps: ListDependencies,
  viewer: Viewer,
  query: ListFilter & Cursors,
): Promise<ResponseOf<typeof applications>> {
  const list = await listOf(deps, viewer, query);
  const { order } = list;
  const cursor = query.after ?? query.before;
  const place = cursor === undefined ? undefined : readPlace(order, cursor);
  const isBackwards = query.after === undefined && (query.before !== undefined || query.last !== undefined);
  const { fitting, total, found } = await find(deps.db, list);
  const from = { place, isBackwards, staffId: viewer.staffId };
  const { rows, hasMore } = await selectPage(deps.db, fitting, order, from);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasEarlier = isBackwards ? hasMore : place !== undefined;
  const hasLater = isBackwards ? place !== undefined : hasMore;
  return {
    rows: rows.map((row) => shownRow(deps, row, viewer)),
    total: count(total),
    previous: hasEarlier && first ? writePlace(order, placeOf(order, first)) : null,
    next: hasLater && last ? writePlace(order, placeOf(order, last)) : null,
    found,
  };
}

/** The neighbors of an application in the list that it was opened from; see the call `neighbors`. */
export async function findNeighbors(
  deps: ListDependencies,
  viewer: Viewer,
  id: string,
  query: ListFilter & { readonly place?: string | undefined },
) {
  const list = await listOf(deps, viewer, query);
  const { order } = list;
  const { db } = deps;
  const { fitting, total: found } = await find(db, list);
  const total = count(found);
  // Its own place now, if it is in the list still; else the one that was remembered.
  const row = await selectRow(db, id, fitting.conditions);
  const place = row ? placeOf(order, row) : query.place === undefined ? undefined : readPlace(order, query.place);
  if (!place) return { previous: null, next: null, position: null, total, place: null };
  const before = await countBefore(db, fitting, order, place);
  return {
    previous: (await selectNext(db, fitting, order, { place, isBackwards: true })) ?? null,
    next: (await selectNext(db, fitting, order, { place, isBackwards: false })) ?? null,
    position: before > MOST_COUNTED ? null : before + 1,
    total,
    place: writePlace(order, place),
  };
}

/** The row of an application that somebody may see; 404 not_found otherwise. */
export async function requireRow(
  deps: ListDependencies,
  viewer: Viewer,
  id: string,
  isHeld = false,
): Promise<OfficeRow> {
  const row = z.uuid().safeParse(id).success ? await selectRow(deps.db, id, scopeOf(deps, viewer), isHeld) : undefined;
  if (!row) throw new ApiError('not_found');
  return row;
}

/** All rows of a list, in its order, up to a number: by what is found as it is spelled. */
export async function selectFitting(
  deps: ListDependencies,
  viewer: Viewer,
  filter: ListFilter,
  limit: number,
): Promise<readonly OfficeRow[]> {
  const { conditions, search, order } = await listOf(deps, viewer, filter);
  const fitting = { conditions: search ? [...conditions, search.condition] : conditions, isCollected: true };
  return selectAll(deps.db, fitting, order, limit);
}

/** The submitted applications of a list, after a moment and until another, in the order of their ids. */
export async function selectSubmittedIds(
  deps: ListDependencies,
  viewer: Viewer,
  filter: ListFilter,
  { since, until, limit }: { readonly since: Date | undefined; readonly until?: Date; readonly limit: number },
): Promise<readonly string[]> {
  const { conditions, search } = await listOf(deps, viewer, filter);
  const isSent = sql<boolean>`office_application.submitted_at > ${since ?? new Date(0)}`;
  // Also where somebody has filtered for test accounts.
  const isEarly = until === undefined ? [] : [sql<boolean>`office_application.submitted_at <= ${until}`];
  const wanted = [...conditions, ...notTest(deps), ...(search ? [search.condition] : []), isSent, ...isEarly];
  return selectIds(deps.db, wanted, limit);
}

/** The ids of what somebody sees, as a part of a query; nothing where they see everything. */
export const idsInScope = (deps: Reader, viewer: Viewer) =>
  viewer.condition === undefined ? undefined : idsWithin(scopeOf(deps, viewer));

/** The labels of what somebody sees. */
export const labelsInScope = async (deps: ListDependencies, viewer: Viewer): Promise<readonly string[]> =>
  SEES[viewer.role] === 'names' ? [] : selectLabels(deps.db, scopeOf(deps, viewer));

/** The rows of some applications, as far as somebody may see them; all of them for the product itself. */
export function selectRowsOf(
  deps: ListDependencies,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<readonly OfficeRow[]> {
  return selectRows(deps.db, viewer === undefined ? [] : scopeOf(deps, viewer), ids);
}

/** The standing views and those that somebody has saved, each with how many applications there are in it. */
export async function countViews(deps: ListDependencies, viewer: Viewer) {
  const saved = await selectViews(deps.db, viewer.staffId);
  const countOf = async (filter: ListFilter) => {
    const { conditions, search } = await listOf(deps, viewer, filter);
    return count(await countRows(deps.db, search ? [...conditions, search.condition] : conditions, MOST_COUNTED));
  };
  return {
    standing: await Promise.all(STANDING_VIEWS.map(async (id) => ({ id, count: await countOf({ view: id }) }))),
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
