import type { Form } from '@firstyear/form-engine';
import type { ServedForm, ServedForms } from '../config/served-forms.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/answer-reader.ts';
import { hashOf } from '../modules/application/releases/service.ts';
import type { ApplicationStatus } from '../modules/application/row/application-status.ts';
import { type ApplicationFilter, countApplications } from '../modules/application/row/service.ts';
import type { PrintDependencies } from '../modules/documents/pdf/print-copy.ts';
import { audit } from '../modules/office/audit/service.ts';
import {
  BYTE_ORDER_MARK,
  columnsOf,
  csvLine,
  dataDictionary,
  type ExportBatch,
  type ExportedApplication,
  exactCsvLine,
  FIRST_CURSOR,
  type FormRelease,
  jsonLine,
  readApplications,
  seasonReleases,
} from '../modules/office/export/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { collectGarbage } from '../process/collect-garbage.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { type ExportFolder, type ExportProgress, openExportFolder, openGrowingFile } from './export-folder.ts';
import { INDEX_FILE, INDEX_HEADER, writePacket } from './export-packet.ts';
import { OperatorError } from './operator-error.ts';
import { type PrintingDependencies, withPrinting } from './printing.ts';
import type { EXPORT_FORMATS } from './read-options.ts';

/** What is exported, how, and into which folder. */
export interface ExportCommand {
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly out: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly withSealed: boolean;
  /** Applications to which form; the first one's when not given. */
  readonly form?: string | undefined;
}

/** How many applications are read at a time, and done between two lines of progress. */
export interface Pace {
  readonly batchSize: number;
  readonly progressStep: number;
}
/** A batch takes some megabytes, and two are in memory. Rows are quick, packets are not. */
const PACES: Readonly<Record<ExportCommand['format'], Pace>> = {
  csv: { batchSize: 250, progressStep: 5_000 },
  'csv-exact': { batchSize: 250, progressStep: 5_000 },
  jsonl: { batchSize: 250, progressStep: 5_000 },
  packets: { batchSize: 200, progressStep: 10 },
};
/** Oftener costs time, and seldomer memory. */
const ROWS_BETWEEN_COLLECTIONS = 1_000;
/** Beyond what a submission may take from its moment until it is kept, on machines whose clocks nearly agree. */
const OVERLAP_MS = 2 * MINUTE_MS;
const DICTIONARY_FILE = 'dictionary.csv';

interface Run {
  readonly deps: PrintingDependencies;
  readonly form: Form;
  readonly releases: readonly FormRelease[];
  readonly command: ExportCommand;
  readonly folder: ExportFolder;
  readonly batches: AsyncGenerator<ExportBatch>;
  readonly report: (done: number) => void;
}

/** The progress after a batch of which these could not be exported. */
const nextProgress = (
  { left_out, ...before }: ExportProgress,
  batch: ExportBatch,
  more: Partial<ExportProgress> = {},
): ExportProgress => ({
  ...before,
  cursor: batch.cursor,
  done: before.done + batch.applications.length,
  left_out: [...left_out, ...batch.changed.map((application_id) => ({ application_id, reason: 'changed' as const }))],
  ...more,
});

type TableFormat = Exclude<ExportCommand['format'], 'packets'>;
const TABLE_FILES: Readonly<Record<TableFormat, string>> = {
  csv: 'applications.csv',
  'csv-exact': 'applications-exact.csv',
  jsonl: 'applications.jsonl',
};

type Lines = readonly [head: string, lineOf: (exported: ExportedApplication) => string];

/** How a format writes its head and its rows. */
function linesOf({ form, command, releases }: Run, format: TableFormat): Lines {
  const columns = columnsOf(form, { ...command, releases });
  const namesBy = (toLine: typeof csvLine) => toLine(columns.map(({ name }) => name));
  const rowsBy = (toLine: typeof csvLine) => (exported: ExportedApplication) =>
    toLine(columns.map(({ read }) => read(exported)));
  switch (format) {
    case 'csv':
      return [BYTE_ORDER_MARK + namesBy(csvLine), rowsBy(csvLine)];
    case 'csv-exact':
      return [namesBy(exactCsvLine), rowsBy(exactCsvLine)];
    case 'jsonl':
      return ['', jsonLine];
  }
}

async function writeTable(run: Run, format: TableFormat): Promise<ExportProgress> {
  const { folder } = run;
  const [head, lineOf] = linesOf(run, format);
  let { progress } = folder;
  let collectedAt = progress.done;
  const file = await openGrowingFile(folder.path, TABLE_FILES[format], progress.bytes);
  try {
    if (progress.bytes === 0) progress = { ...progress, bytes: await file.append(head) };
    for await (const batch of run.batches) {
      const bytes = await file.append(batch.applications.map(lineOf).join(''));
      progress = nextProgress(progress, batch, { bytes });
      await folder.keep(progress);
      run.report(progress.done);
      if (progress.done - collectedAt >= ROWS_BETWEEN_COLLECTIONS) {
        collectGarbage();
        collectedAt = progress.done;
      }
    }
    await file.complete();
  } finally {
    await file.close();
  }
  return progress;
}

async function writePackets(
  { deps, folder, batches, report }: Run,
  printing: PrintDependencies,
): Promise<ExportProgress> {
  let { progress } = folder;
  const index = await openGrowingFile(folder.path, INDEX_FILE, progress.bytes);
  try {
    if (progress.bytes === 0) progress = { ...progress, bytes: await index.append(INDEX_HEADER) };
    for await (const batch of batches) {
      for (const exported of batch.applications) {
        const application_id = exported.application.id;
        const written = await writePacket(deps, printing, folder.path, exported);
        const bytes = await index.append(written.index);
        progress = nextProgress(progress, { applications: [exported], changed: [], cursor: application_id }, { bytes });
        if (!written.isWhole) {
          const left_out = [...progress.left_out, { application_id, reason: 'document missing' as const }];
          progress = { ...progress, done: progress.done - 1, left_out };
        }
        await folder.keep(progress);
        report(progress.done);
      }
      progress = nextProgress(progress, { ...batch, applications: [] });
      await folder.keep(progress);
    }
    await index.complete();
  } finally {
    await index.close();
  }
  return progress;
}

const REASONS: Readonly<Record<ExportProgress['left_out'][number]['reason'], string>> = {
  changed: 'what was submitted has been changed in the database since; compare it with a backup',
  'document missing': 'a document of it is not in the store',
};

/** What an operator reads at the end. */
function summarize(folder: ExportFolder, { done, until, settings, left_out }: ExportProgress): string {
  const { format } = settings;
  const what = format === 'packets' ? `a folder each, listed in ${INDEX_FILE}` : `in ${TABLE_FILES[format]}`;
  const next = new Date(Date.parse(until) - OVERLAP_MS).toISOString().slice(0, 19);
  const summary = [
    `${folder.path}: ${done} ${done === 1 ? 'application' : 'applications'}, ${what}.`,
    ...(format === 'packets' ? [] : [`${DICTIONARY_FILE} says what stands in each column.`]),
    `For what comes later: --since ${next}. Some may be in both; tell them by application_id.`,
  ];
  if (left_out.length === 0) return summary.join('\n');
  const missing = left_out.map(({ application_id, reason }) => `  ${application_id}: ${REASONS[reason]}`);
  throw new OperatorError([...summary, `${left_out.length} left out:`, ...missing].join('\n'));
}

function requireForm(forms: ServedForms, id: string | undefined): ServedForm {
  const found = id === undefined ? forms.first : forms.find(id);
  if (found) return found;
  const known = forms.all.map((item) => item.id).join(', ');
  throw new OperatorError(`There is no form "${id}". Name one of these: ${known}.`);
}

/**
 * Exports the applications to one form into a new folder, those submitted as they were submitted, and goes on with an export that broke
 * off there: nothing is twice in it. Audited. Returns what lies in the folder; raises a sentence, after all others are
 * exported, when some could not be.
 */
export async function exportApplications(
  deps: PrintingDependencies,
  command: ExportCommand,
  tell: (line: string) => void,
  { batchSize, progressStep }: Pace = PACES[command.format],
): Promise<string> {
  const { db, forms, clock, operator } = deps;
  const { format, statuses } = command;
  const served = requireForm(forms, command.form);
  const { id, form } = served;
  // The PDF beside the text prints them.
  const withSealed = command.withSealed || format === 'packets';
  await requireKnownKeys(deps);
  const releases = await seasonReleases(db, served);
  const since = command.since?.toISOString() ?? null;
  const settings = {
    format,
    since,
    statuses: [...statuses],
    with_sealed: withSealed,
    form_version: [hashOf(form), ...releases.map(({ number }) => number)].join(' '),
  };
  const now = clock();
  const work = async (write: (run: Run) => Promise<ExportProgress>): Promise<string> => {
    const fresh = { settings, until: now.toISOString(), cursor: FIRST_CURSOR, done: 0, bytes: 0, left_out: [] };
    const folder = await openExportFolder(command.out, fresh);
    const { cursor, until, done } = folder.progress;
    const filter: ApplicationFilter = { form: id, statuses, since: command.since, until: new Date(until) };
    const total = await countApplications(db, filter);
    const detail = { format, statuses: statuses.join(','), with_sealed: withSealed, applications: total };
    const by = { kind: 'operator', user: operator } as const;
    await audit(db, { kind: 'applications_exported', by, accountId: null, detail, at: now });
    tell(`${folder.isContinued ? `Going on after ${done}: ` : ''}${total} applications to export`);
    const answers = answerReader(deps.config.secret, createLog(deps.config.logLevel));
    const options = { cursor, batchSize, withSealed };
    const batches = readApplications({ db, forms, answers }, filter, options);
    let reported = done;
    const report = (count: number) => {
      if (count - reported < progressStep) return;
      reported = count;
      tell(`${count} of ${total} applications`);
    };
    const run: Run = { deps, form, releases, command, folder, batches, report };
    const last = await write(run);
    const files = format === 'packets' ? {} : { [DICTIONARY_FILE]: dataDictionary(form, { ...command, releases }) };
    await folder.finish(last, files);
    return summarize(folder, last);
  };
  if (format !== 'packets') return work((run) => writeTable(run, format));
  return withPrinting(deps, (printing) => work((run) => writePackets(run, printing)));
}
