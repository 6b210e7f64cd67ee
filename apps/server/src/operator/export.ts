import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Form } from '@firstyear/form-engine';
import type { ServedForm, ServedForms } from '../config/served-forms.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { hashOf } from '../modules/application/releases/service.ts';
import {
  type ApplicationFilter,
  type ApplicationStatus,
  countApplications,
} from '../modules/application/row/listing.ts';
import { audit, operatorActor } from '../modules/audit/service.ts';
import type { PrintDependencies } from '../modules/copies/pdf/print-copy.ts';
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
import { MINUTE_MS } from '../process/durations.ts';
import type { PrintingDependencies } from './command.ts';
import {
  type ExportFolder,
  type ExportProgress,
  type GrowingFile,
  openExportFolder,
  openGrowingFile,
} from './export-folder.ts';
import { INDEX_FILE, INDEX_HEADER, writePacket } from './export-packet.ts';
import { OperatorError } from './operator-error.ts';
import { withPrinting } from './printing.ts';
import type { EXPORT_FORMATS } from './read-options.ts';
import { counted } from './words.ts';

export interface ExportCommand {
  readonly format: (typeof EXPORT_FORMATS)[number];
  /** The folder. */
  readonly out: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly withSealed: boolean;
  /** The id of a form; the first form's applications otherwise. */
  readonly form?: string | undefined;
}

/** Numbers of applications: in a batch, and from one progress line to the next. */
export interface Pace {
  readonly batchSize: number;
  readonly progressStep: number;
}
/** A batch takes some megabytes, and two are in memory. Rows are quick, packets are not. */
const ROW_PACE: Pace = { batchSize: 250, progressStep: 5_000 };
const PACKET_PACE: Pace = { batchSize: 200, progressStep: 10 };
/** More often costs time, and less often memory. */
const ROWS_BETWEEN_COLLECTIONS = 1_000;
/** Longer than a submission takes from its timestamp to its commit, on machines whose clocks nearly agree. */
const OVERLAP_MS = 2 * MINUTE_MS;
const DICTIONARY_FILE = 'dictionary.csv';

/** Frees unused memory, in about 0.1 s. V8 defers that while the machine has memory, so a long run would keep growing. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

interface Run {
  readonly deps: PrintingDependencies;
  readonly form: Form;
  readonly releases: readonly FormRelease[];
  readonly command: ExportCommand;
  readonly folder: ExportFolder;
  readonly batches: AsyncGenerator<ExportBatch>;
  readonly report: (done: number) => void;
}

/** The progress after a batch. */
const nextProgress = (before: ExportProgress, batch: ExportBatch, bytes = before.bytes): ExportProgress => ({
  ...before,
  bytes,
  cursor: batch.cursor,
  done: before.done + batch.applications.length,
  left_out: [
    ...before.left_out,
    ...batch.changed.map((application_id) => ({ application_id, reason: 'changed' as const })),
  ],
});

type TableFormat = Exclude<ExportCommand['format'], 'packets'>;
const TABLE_FILES: Readonly<Record<TableFormat, string>> = {
  csv: 'applications.csv',
  'csv-exact': 'applications-exact.csv',
  jsonl: 'applications.jsonl',
};

type Lines = readonly [head: string, lineOf: (exported: ExportedApplication) => string];

/** The header line of a file in this format, and its lines. */
function linesOf({ form, command, releases }: Run, format: TableFormat): Lines {
  if (format === 'jsonl') return ['', jsonLine];
  const columns = columnsOf(form, { ...command, releases });
  const [mark, toLine] = format === 'csv' ? [BYTE_ORDER_MARK, csvLine] : ['', exactCsvLine];
  const head = mark + toLine(columns.map(({ name }) => name));
  return [head, (exported) => toLine(columns.map(({ read }) => read(exported)))];
}

/** Opens the file that grows with the export, writes its head unless a run before did, and does the rest of the work. */
async function grow(
  { folder }: Run,
  name: string,
  head: string,
  write: (file: GrowingFile, begun: ExportProgress) => Promise<ExportProgress>,
): Promise<ExportProgress> {
  const { path, progress } = folder;
  const file = await openGrowingFile(path, name, progress.bytes);
  try {
    const last = await write(file, progress.bytes > 0 ? progress : { ...progress, bytes: await file.append(head) });
    await file.complete();
    return last;
  } finally {
    await file.close();
  }
}

function writeTable(run: Run, format: TableFormat): Promise<ExportProgress> {
  const [head, lineOf] = linesOf(run, format);
  return grow(run, TABLE_FILES[format], head, async (file, begun) => {
    let progress = begun;
    let collectedAt = progress.done;
    for await (const batch of run.batches) {
      progress = nextProgress(progress, batch, await file.append(batch.applications.map(lineOf).join('')));
      await run.folder.keep(progress);
      run.report(progress.done);
      if (progress.done - collectedAt >= ROWS_BETWEEN_COLLECTIONS) {
        collectGarbage();
        collectedAt = progress.done;
      }
    }
    return progress;
  });
}

function writePackets(run: Run, printing: PrintDependencies): Promise<ExportProgress> {
  const { deps, folder, batches, report } = run;
  return grow(run, INDEX_FILE, INDEX_HEADER, async (index, begun) => {
    let progress = begun;
    for await (const batch of batches) {
      for (const exported of batch.applications) {
        const { id: application_id } = exported.application;
        const written = await writePacket(deps, printing, folder.path, exported);
        const bytes = await index.append(written.index);
        progress = written.isWhole
          ? { ...progress, bytes, cursor: application_id, done: progress.done + 1 }
          : {
              ...{ ...progress, bytes, cursor: application_id },
              left_out: [...progress.left_out, { application_id, reason: 'document missing' }],
            };
        await folder.keep(progress);
        report(progress.done);
      }
      progress = nextProgress(progress, { ...batch, applications: [] });
      await folder.keep(progress);
    }
    return progress;
  });
}

const REASONS: Readonly<Record<ExportProgress['left_out'][number]['reason'], string>> = {
  changed: 'what was submitted has been changed in the database since; compare it with a backup',
  'document missing': 'a document of it is not in the store',
};

/** The operator's summary at the end. Throws OperatorError with it when applications were left out. */
function summarize(folder: ExportFolder, { done, until, settings, left_out }: ExportProgress): string {
  const { format } = settings;
  const files = format === 'packets' ? `a folder each, listed in ${INDEX_FILE}` : `in ${TABLE_FILES[format]}`;
  const next = new Date(Date.parse(until) - OVERLAP_MS).toISOString().slice(0, 19);
  const summary = [
    `${folder.path}: ${counted(done, 'application')}, ${files}.`,
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
 * Exports one form's applications into a new folder, submitted ones as they were submitted, or resumes an interrupted export:
 * no application is exported twice. Audited. Returns a summary; throws OperatorError, once all others are exported, when some could not be.
 */
export async function exportApplications(
  deps: PrintingDependencies,
  command: ExportCommand,
  print: (line: string) => void,
  { batchSize, progressStep } = command.format === 'packets' ? PACKET_PACE : ROW_PACE,
): Promise<string> {
  const { db, forms, clock } = deps;
  const { format, statuses, since } = command;
  const served = requireForm(forms, command.form);
  const { id, form } = served;
  // A packet's PDF prints sealed answers.
  const withSealed = command.withSealed || format === 'packets';
  await requireKnownKeys(deps);
  const releases = await seasonReleases(db, served);
  const settings = {
    format,
    since: since?.toISOString() ?? null,
    statuses: [...statuses],
    with_sealed: withSealed,
    form_version: [hashOf(form), ...releases.map(({ number }) => number)].join(' '),
  };
  const now = clock();
  const work = async (write: (run: Run) => Promise<ExportProgress>): Promise<string> => {
    const fresh = { settings, until: now.toISOString(), cursor: FIRST_CURSOR, done: 0, bytes: 0, left_out: [] };
    const folder = await openExportFolder(command.out, fresh);
    const { cursor, until, done } = folder.progress;
    const filter: ApplicationFilter = { form: id, statuses, since, until: new Date(until) };
    const total = await countApplications(db, filter);
    const detail = { format, statuses: statuses.join(','), with_sealed: withSealed, applications: total };
    await audit(db, { kind: 'applications_exported', by: operatorActor(deps), accountId: null, detail, at: now });
    print(`${folder.isContinued ? `Going on after ${done}: ` : ''}${total} applications to export`);
    const answers = answerReader(deps.config.secret, createLog(deps.config.logLevel));
    const batches = readApplications({ db, forms, answers }, filter, { cursor, batchSize, withSealed });
    let reported = done;
    const report = (count: number) => {
      if (count - reported < progressStep) return;
      reported = count;
      print(`${count} of ${total} applications`);
    };
    const last = await write({ deps, form, releases, command, folder, batches, report });
    const files = format === 'packets' ? {} : { [DICTIONARY_FILE]: dataDictionary(form, { ...command, releases }) };
    await folder.finish(last, files);
    return summarize(folder, last);
  };
  if (format !== 'packets') return work((run) => writeTable(run, format));
  return withPrinting(deps, (printing) => work((run) => writePackets(run, printing)));
}
