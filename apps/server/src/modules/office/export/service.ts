import { Readable } from 'node:stream';
import type { PayloadOf } from '@firstyear/api-contract/call';
import {
  type ExportFormat,
  type ListFilter,
  MOST_EXPORTED,
  type OfficeExport,
  officePaths,
  type previewExport,
  type startExport,
} from '@firstyear/api-contract/desk';
import { fingerprintOf } from '../../../crypto/tokens.ts';
import { inBatches } from '../../../db/batches.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { exportApplicationsJob, exportPacketsJob, forgetObjects } from '../../../jobs/all-jobs.ts';
import { ApiError } from '../../../plugins/errors.ts';
import type { StaffSession } from '../../../plugins/staff-session.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { audit, staffActor } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { type ListDependencies, selectSubmittedIds } from '../list/service.ts';
import { type FilterEntries, filterInWords } from './filter-words.ts';
import { columnChoices } from './people-columns.ts';
import { type ExportDependencies, seasonReleases } from './read-applications.ts';
import {
  deleteExportsBefore,
  type ExportRow,
  insertExport,
  markDownloaded,
  markWritten,
  notExported,
  selectExport,
  selectExports,
  selectForms,
  selectItemsAfter,
  selectNumbers,
  updateExport,
  withdrawExportsOf,
} from './repository.ts';
import { writeRows } from './rows.ts';
import type { AboutWorkbook } from './workbook.ts';
import { type ExportWriterDependencies, partKey, writeExport } from './write-export.ts';

/** How long exports are listed and can be downloaded. */
const EXPORT_LIFE_MS = 7 * DAY_MS;
const BATCH = 200;
const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly ending: string }>> = {
  people_xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: '.xlsx' },
  machine_csv: { type: 'text/csv; charset=utf-8', ending: '.csv' },
  machine_jsonl: { type: 'application/jsonl', ending: '.jsonl' },
  packets: { type: 'application/zip', ending: '-packets.zip' },
};

/** Whether its file has been taken away; see withdrawExportsOf(). */
const isWithdrawn = ({ parts, size }: ExportRow) => parts === 0 && size > 0;

const partKeys = ({ id, parts }: ExportRow) => Array.from({ length: parts }, (_, index) => partKey(id, index + 1));

const conditionOf = ({ condition }: Pick<StaffSession, 'condition'>) =>
  condition === undefined ? null : JSON.stringify(condition);

/** Identifies the filter of an export, without its order and its label. Personal filters, such as `mine`, differ for each colleague. */
function filterKeyOf({ staffId }: StaffSession, { sort: _, ...filter }: ListFilter): string {
  const isPersonal = ['mine', 'new'].includes(filter.view ?? '') || filter.assigned === 'me' || filter.is_new === '1';
  // An empty label is none, where the saved view has one.
  const entries = Object.entries(filter).filter(([name, value]) => name !== 'label' || value === '');
  return JSON.stringify([entries.sort(), ...(isPersonal ? [staffId] : [])]);
}

const readFilter = ({ filter, label }: ExportRow): FilterEntries => {
  const [entries = []]: readonly [FilterEntries?] = JSON.parse(filter);
  return [...entries, ['label', label] as const].filter(([, value]) => value !== '');
};

/** A filter for the audit trail, which outlives a person's deletion: without the text of a search, which may be their name. */
async function describeFilter(deps: Pick<AppDependencies, 'db' | 'forms' | 'office'>, row: ExportRow): Promise<string> {
  const entries = readFilter(row).map(([name, value]) => [name, name === 'q' ? '…' : value] as const);
  return (await filterInWords(deps, row.staff_id, entries)).map(([name, value]) => `${name}: ${value}`).join(', ');
}

/** The applications of a request, and the kind of export that it is. 409 too_many_selected beyond the format's limit. */
async function selectExported(
  deps: ListDependencies,
  staff: StaffSession,
  { format, filter, since_last }: PayloadOf<typeof previewExport>,
) {
  const { label = '' } = filter;
  const kind = { format, filter: filterKeyOf(staff, filter), label, condition: conditionOf(staff) };
  const limit = MOST_EXPORTED[format] + 1;
  const ids = await selectSubmittedIds(deps, staff, filter, since_last ? [notExported(kind)] : [], limit);
  if (ids.length > MOST_EXPORTED[format]) throw new ApiError('too_many_selected');
  return { kind, ids, previewed: fingerprintOf(ids) };
}

/** The columns that a workbook can have, under their headings. */
export async function listColumnChoices({ db, forms, office }: Pick<ListDependencies, 'db' | 'forms' | 'office'>) {
  const { stages = [] } = office;
  const choices = [];
  for (const served of forms.all) {
    choices.push(...columnChoices(served.form, { releases: await seasonReleases(db, served), stages }));
  }
  const distinct = [...Map.groupBy(choices, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
  return [...Map.groupBy(distinct, ({ group }) => group)].map(([title, columns]) => ({ title, columns }));
}

/** Counts the applications of an export. */
export async function previewOfficeExport(
  deps: ListDependencies,
  staff: StaffSession,
  request: PayloadOf<typeof previewExport>,
) {
  const { ids, previewed } = await selectExported(deps, staff, request);
  return { count: ids.length, previewed };
}

/** Requests an export of a list's submitted applications. 409 changed_since_preview unless they are those that were counted. */
export async function requestOfficeExport(
  deps: ListDependencies & Pick<ExportWriterDependencies, 'jobs' | 'clock'>,
  staff: StaffSession,
  request: PayloadOf<typeof startExport>,
): Promise<string> {
  const { format, filter, since_last, previewed, purpose, receiver, columns } = request;
  const asked_at = deps.clock();
  const { kind, ids, ...found } = await selectExported(deps, staff, { format, filter, since_last });
  if (found.previewed !== previewed) throw new ApiError('changed_since_preview');
  return inTransaction(deps.db, async (tx) => {
    const chosen_columns = format === 'people_xlsx' ? (columns ?? null) : null;
    const row = {
      staff_id: staff.staffId,
      network: staff.network,
      ...kind,
      purpose,
      receiver,
      asked_at,
      chosen_columns,
    };
    const id = await insertExport(tx, row, ids);
    const detail = {
      export_id: id,
      format,
      rows: ids.length,
      purpose,
      receiver: receiver ?? '',
      ...(chosen_columns && { columns: chosen_columns.join(' ') }),
    };
    await audit(tx, { kind: 'export_asked', by: staffActor(staff), accountId: null, detail, at: asked_at });
    await deps.jobs.send(format === 'packets' ? exportPacketsJob : exportApplicationsJob, { export_id: id }, tx);
    return id;
  });
}

/** Whether its file is in the store: after the restore of a backup it isn't. A store that is away may have it. */
async function hasFile({ objects }: Pick<ExportWriterDependencies, 'objects'>, row: ExportRow): Promise<boolean> {
  if (row.done_at === null || isWithdrawn(row)) return false;
  return row.parts === 0 || objects.head(partKey(row.id, row.parts)).then(Boolean, () => true);
}

function toOfficeExport(row: ExportRow, by: string, canDownload: boolean): OfficeExport {
  const state =
    row.done_at !== null ? 'done' : row.failed_at !== null ? 'failed' : row.started_at !== null ? 'running' : 'waiting';
  return {
    id: row.id,
    format: row.format,
    state,
    by,
    purpose: row.purpose,
    receiver: row.receiver,
    asked_at: row.asked_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    rows: row.done_at === null ? null : row.done,
    done: row.done,
    href: canDownload ? officePaths.exportFile(row.id) : null,
  };
}

/** The exports of the last seven days, newest first. In a limited role, only those requested under its condition. */
export async function listExports(
  deps: Pick<ExportWriterDependencies, 'db' | 'objects' | 'clock'>,
  staff: StaffSession,
): Promise<OfficeExport[]> {
  const since = new Date(deps.clock().getTime() - EXPORT_LIFE_MS);
  const rows = await selectExports(deps.db, since, conditionOf(staff));
  const names = await staffNames(
    deps.db,
    rows.map(({ staff_id }) => staff_id),
  );
  return Promise.all(
    rows.map(async (row) => toOfficeExport(row, names.get(row.staff_id) ?? '', await hasFile(deps, row))),
  );
}

/** Opens the file of an export and audits the disclosure. 404 not_found. */
export async function openExport(
  deps: Pick<ExportWriterDependencies, 'db' | 'objects' | 'clock' | 'partner'> &
    Pick<AppDependencies, 'forms' | 'office'>,
  staff: Pick<StaffSession, 'staffId' | 'network' | 'condition'>,
  id: string,
) {
  const row = await selectExport(deps.db, id);
  const now = deps.clock();
  if (staff.condition !== undefined && row?.condition !== conditionOf(staff)) throw new ApiError('not_found');
  if (!row?.done_at || row.asked_at.getTime() <= now.getTime() - EXPORT_LIFE_MS || isWithdrawn(row))
    throw new ApiError('not_found');
  const { objects } = deps;
  const keys = partKeys(row);
  for (const key of keys) if (!(await objects.head(key))) throw new ApiError('not_found');
  const { format, done: rows, columns, purpose, receiver, size } = row;
  const detail = {
    export_id: id,
    format,
    rows,
    columns,
    purpose,
    receiver: receiver ?? '',
    filter: await describeFilter(deps, row),
    applications: await selectNumbers(deps.db, id),
  };
  await audit(deps.db, { kind: 'export_taken', by: staffActor(staff), accountId: null, detail, at: now });
  const bytes = async function* () {
    for (const key of keys) {
      const file = await objects.get(key);
      if (!file) throw new Error('A part of an export is missing.');
      yield* file.stream;
    }
    await markDownloaded(deps.db, row);
  };
  const { slug, time_zone: timeZone } = deps.partner;
  const day = row.asked_at.toLocaleDateString('sv-SE', { timeZone });
  const { type, ending } = FILES[format];
  return { stream: Readable.from(bytes()), size, type, name: `${slug}-applications-${day}-${rows}${ending}` };
}

export type ExportRunDependencies = ExportDependencies & ExportWriterDependencies & Pick<AppDependencies, 'office'>;

async function aboutExport(deps: ExportRunDependencies, row: ExportRow): Promise<AboutWorkbook> {
  const { db, partner } = deps;
  const names = await staffNames(db, [row.staff_id]);
  return {
    chosen: row.chosen_columns,
    university: partner.name,
    timeZone: partner.time_zone,
    made: row.asked_at,
    by: names.get(row.staff_id) ?? '',
    purpose: row.purpose,
    filter: await filterInWords(deps, row.staff_id, readFilter(row)),
  };
}

/** Writes an export of rows. */
export async function runExport(deps: ExportRunDependencies, id: string, signal: AbortSignal): Promise<void> {
  const { db, forms } = deps;
  await writeExport(deps, id, ['people_xlsx', 'machine_csv', 'machine_jsonl'], async (row, format, write) => {
    signal.throwIfAborted();
    const formIds = await selectForms(db, id);
    const known = forms.all.filter((served) => formIds.includes(served.id));
    const rows = {
      format,
      forms: known.length === 0 ? [forms.first] : known,
      batches: inBatches((after) => selectItemsAfter(db, id, after, BATCH), String),
      // Reopened since the export was requested: the office doesn't see its answers any more.
      onlySubmitted: true,
      withSealed: false,
      about: await aboutExport(deps, row),
    };
    let done = 0;
    const columns = await writeRows(deps, rows, write, async ({ written }) => {
      const items = written.flatMap(({ application, submission }) =>
        submission ? [{ id: application.id, ...submission }] : [],
      );
      await markWritten(db, id, items);
      done += items.length;
      await updateExport(db, id, { done });
      signal.throwIfAborted();
    });
    return { columns, done };
  });
}

export { countExportsOf, renameLabelOfExports } from './repository.ts';

/** Takes the exports with these applications away, in the transaction that deletes those. Returns the keys of their files. */
export const withdrawExports = async (tx: Tx, applicationIds: readonly string[]): Promise<readonly string[]> =>
  (await withdrawExportsOf(tx, applicationIds)).flatMap(partKeys);

/** Deletes exports older than seven days, with their files. */
export async function deleteOldExports(deps: Pick<ExportWriterDependencies, 'db' | 'jobs'>, now: Date): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const deleted = await deleteExportsBefore(tx, new Date(now.getTime() - EXPORT_LIFE_MS));
    const keys = deleted.flatMap(partKeys);
    if (keys.length > 0) await deps.jobs.send(forgetObjects, { keys }, tx);
  });
}
