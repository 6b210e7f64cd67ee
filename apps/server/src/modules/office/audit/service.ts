import type { QueryOf, ResponseOf } from '@firstyear/api-contract/call';
import type { auditTrail, TrailEvent } from '@firstyear/api-contract/desk';
import { ENGLISH } from '@firstyear/words';
import { formatMoment } from '@firstyear/words/format';
import { officeAudit } from '@firstyear/words/office-audit';
import { ApiError } from '../../../plugins/errors.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { SEES_EVENTS } from '../../accounts/staff/rights.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { findAccountsOf } from '../../application/row/application.ts';
import { actorName, audit, readTrailPage, staffActor, type TrailRow } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { csvLine, markFormula } from '../export/csv.ts';
import { findRows, idsInScope, listRows, type OfficeRow } from '../list/service.ts';
import { describeEvent, describeVisit, text } from './describe-event.ts';
import { colleaguesOf, eventNames } from './event-names.ts';

type TrailDependencies = Pick<AppDependencies, 'db' | 'forms' | 'office' | 'partner' | 'clock'>;
type TrailFilter = Omit<QueryOf<typeof auditTrail>, 'before'>;

const PAGE = 100;

const applicationOf = ({ detail }: TrailRow): string => text(detail.application_id);

/** Reading events of one colleague and application within this time are one visit. */
const VISIT_MS = 30 * MINUTE_MS;
const READING = ['application_read', 'document_read', 'looked_at'];

/** The events of each visit, and each other event, newest first; the events of a visit are in the order of time. */
function visitsOf(rows: readonly TrailRow[]): readonly (readonly [TrailRow, ...TrailRow[]])[] {
  const lines: [TrailRow, ...TrailRow[]][] = [];
  const open = new Map<string, [TrailRow, ...TrailRow[]]>();
  for (const row of rows) {
    const visit = `${row.actor} ${applicationOf(row)}`;
    const line = READING.includes(row.kind) ? open.get(visit) : undefined;
    if (line && line[0].at.getTime() - row.at.getTime() <= VISIT_MS) {
      line.unshift(row);
      continue;
    }
    const begun: [TrailRow] = [row];
    lines.push(begun);
    if (READING.includes(row.kind)) open.set(visit, begun);
  }
  return lines;
}

/** The events as lines, newest first. */
async function linesOf(deps: TrailDependencies, rows: readonly TrailRow[]): Promise<readonly TrailEvent[]> {
  const colleagues = await staffNames(deps.db, [...new Set(colleaguesOf(rows))]);
  const names = await eventNames(deps, deps.forms.first, rows, colleagues);
  const ids = new Set(rows.map(applicationOf).filter((id) => id !== ''));
  const applications = await listRows(deps.db, [], [...ids]);
  const numbers = new Map(applications.map((row) => [row.application_id, row.confirmation_number]));
  return visitsOf(rows).map((visit) => {
    const newest = visit.at(-1) ?? visit[0];
    const { id, at, kind, actor, detail, named } = newest;
    const application = applicationOf(newest);
    return {
      id,
      at: at.toISOString(),
      kind,
      by: actorName(actor, colleagues),
      text: visit.length === 1 ? describeEvent(newest, names) : describeVisit(visit.map((event) => event.kind)),
      application_id: application || null,
      confirmation_number: numbers.get(application) ?? null,
      applications: [...(named ?? [])],
      columns: text(detail.columns) === '' ? [] : text(detail.columns).split(' '),
    };
  });
}

/** The applications that a filter names; undefined for all. */
async function applicationsOf(deps: TrailDependencies, staff: StaffSession, { application, q }: TrailFilter) {
  if (application === undefined && !q?.trim()) return undefined;
  const found = q?.trim() ? await findRows(deps, staff, q) : await listRows(deps.db, [], [application ?? '']);
  const rows = application === undefined ? found : found.filter(({ application_id: id }) => id === application);
  const accounts = await findAccountsOf(
    deps.db,
    rows.map(({ application_id }) => application_id),
  );
  return rows.map(({ application_id: id, confirmation_number: number }: OfficeRow) => ({
    id,
    number,
    accountId: accounts.get(id) ?? id,
  }));
}

/** Reads pages of events, newest first, each before an event's id. */
async function pagesOf(deps: TrailDependencies, staff: StaffSession, filter: TrailFilter) {
  const { application: _, q: __, ...rest } = filter;
  const applications = await applicationsOf(deps, staff, filter);
  const ids = idsInScope(deps, staff);
  return (beforeId: number | undefined, limit: number) =>
    readTrailPage(deps.db, {
      ...rest,
      applications,
      beforeId,
      limit,
      isOfOffice: SEES_EVENTS[staff.role] === 'office',
      within: ids && { ids, staffId: staff.staffId },
      timeZone: deps.partner.time_zone,
    });
}

/** A page of the audit trail. In a limited role: its applications, and the colleague's own acts. */
export async function readTrail(
  deps: TrailDependencies,
  staff: StaffSession,
  { before, ...filter }: QueryOf<typeof auditTrail>,
): Promise<ResponseOf<typeof auditTrail>> {
  if (before !== undefined && !/^\d{1,15}$/.test(before)) throw new ApiError('bad_cursor');
  const read = await pagesOf(deps, staff, filter);
  const rows = await read(before === undefined ? undefined : Number(before), PAGE + 1);
  const shown = rows.slice(0, PAGE);
  return {
    events: [...(await linesOf(deps, shown))],
    next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
  };
}

const FILE_PAGE = 1_000;
/** Tells spreadsheet programs that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All matching events as a table for people. That it was taken is an event too. */
export async function openTrailFile(deps: TrailDependencies, staff: StaffSession, filter: TrailFilter) {
  const read = await pagesOf(deps, staff, filter);
  const names = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  await audit(deps.db, {
    kind: 'trail_taken',
    by: staffActor(staff),
    accountId: null,
    at: deps.clock(),
    detail: { filter: names.join(', ') },
  });
  const { column, applications: many } = officeAudit.in(ENGLISH);
  return async function* lines() {
    yield `${BYTE_ORDER_MARK}${csvLine([...Object.values(column), many])}`;
    let before: number | undefined;
    do {
      const rows = await read(before, FILE_PAGE);
      const found = await linesOf(deps, rows);
      yield found
        .map(({ at, by, text: what, confirmation_number, application_id, applications, columns }) =>
          csvLine(
            [
              formatMoment(ENGLISH, deps.partner.time_zone, new Date(at)),
              by,
              columns.length === 0 ? what : `${what} (${columns.join(' ')})`,
              confirmation_number ?? application_id ?? '',
              applications.join(' '),
            ].map(markFormula),
          ),
        )
        .join('');
      before = rows.length < FILE_PAGE ? undefined : rows.at(-1)?.id;
    } while (before !== undefined);
  };
}
