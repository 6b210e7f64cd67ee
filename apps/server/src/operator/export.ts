import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attachedDocuments } from '@firstyear/application-form';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/answers/answer-reader.ts';
import { type ApplicationFilter, countApplications } from '../modules/application/service.ts';
import { audit } from '../modules/audit/service.ts';
import {
  BYTE_ORDER_MARK,
  columnsOf,
  csvLine,
  dataDictionary,
  type ExportBatch,
  type ExportedApplication,
  FIRST_CURSOR,
  jsonLine,
  readApplications,
  textForm,
} from '../modules/export/service.ts';
import { type PrintDependencies, readOrPrint } from '../modules/pdf/print-copy.ts';
import { requireKnownKeys } from '../modules/secret-key/service.ts';
import { formVersionOf } from '../modules/submission/content.ts';
import { MINUTE_MS } from '../time/durations.ts';
import type { ExportCommand } from './command-line.ts';
import {
  type ExportFolder,
  type ExportProgress,
  openExportFolder,
  openGrowingFile,
  writePacketFolder,
} from './export-folder.ts';
import { OperatorError } from './operator-error.ts';
import { type PrintingDependencies, withPrinting } from './printing.ts';

/** How many applications are read at a time, and done between two lines of progress. */
export interface Pace {
  readonly batchSize: number;
  readonly progressStep: number;
}
/** A batch takes some megabytes, and two are in memory. Rows are quick, packets are not. */
const PACES: Readonly<Record<ExportCommand['format'], Pace>> = {
  csv: { batchSize: 250, progressStep: 5_000 },
  jsonl: { batchSize: 250, progressStep: 5_000 },
  packets: { batchSize: 200, progressStep: 10 },
};
/** Beyond what a submission may take from its moment until it is kept, on machines whose clocks nearly agree. */
const OVERLAP_MS = 2 * MINUTE_MS;
const DICTIONARY_FILE = 'dictionary.csv';
const FOR_OWNER = { mode: 0o600 } as const;

interface Run {
  readonly deps: PrintingDependencies;
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

async function writeTable(run: Run): Promise<ExportProgress> {
  const { folder, command, deps } = run;
  const columns = columnsOf(deps.form, command);
  const [head, lineOf] =
    command.format === 'csv'
      ? [
          BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name)),
          (one: ExportedApplication) => csvLine(columns.map(({ read }) => read(one))),
        ]
      : ['', jsonLine];
  let { progress } = folder;
  const file = await openGrowingFile(folder.path, `applications.${command.format}`, progress.bytes);
  try {
    if (progress.bytes === 0) progress = { ...progress, bytes: await file.append(head) };
    for await (const batch of run.batches) {
      const bytes = await file.append(batch.applications.map(lineOf).join(''));
      progress = nextProgress(progress, batch, { bytes });
      await folder.keep(progress);
      run.report(progress.done);
    }
    await file.complete();
  } finally {
    await file.close();
  }
  return progress;
}

/** Writes the text, the PDF and the documents of one application; false when a document is not in the store. */
async function writePacket(
  { deps, folder }: Run,
  printing: PrintDependencies,
  exported: ExportedApplication,
): Promise<boolean> {
  const { application, submission, content } = exported;
  const documents: { readonly key: string; readonly pdfKey: string }[] = [];
  for (const { key } of attachedDocuments(deps.form, content.answers)) {
    const pdfKey = content.documents[key]?.pdf_key;
    if (pdfKey === undefined || !(await printing.objects.head(pdfKey))) return false;
    documents.push({ key, pdfKey });
  }
  const print = await readOrPrint(printing, application);
  if (!print) return false;
  let isWhole = true;
  await writePacketFolder(folder.path, submission?.confirmation_number ?? application.id, async (draft) => {
    await writeFile(path.join(draft, 'application.txt'), textForm(deps.form, deps.partner, exported), FOR_OWNER);
    await writeFile(path.join(draft, 'application.pdf'), print, FOR_OWNER);
    if (documents.length > 0) await mkdir(path.join(draft, 'documents'), { mode: 0o700 });
    for (const { key, pdfKey } of documents) {
      const file = await printing.objects.get(pdfKey);
      if (file) await pipeline(file.stream, createWriteStream(path.join(draft, 'documents', `${key}.pdf`), FOR_OWNER));
      else isWhole = false;
    }
  });
  return isWhole;
}

async function writePackets(run: Run, printing: PrintDependencies): Promise<ExportProgress> {
  let { progress } = run.folder;
  for await (const batch of run.batches) {
    for (const exported of batch.applications) {
      const application_id = exported.application.id;
      const one = { applications: [exported], changed: [], cursor: application_id };
      progress = nextProgress(progress, one);
      if (!(await writePacket(run, printing, exported))) {
        const left_out = [...progress.left_out, { application_id, reason: 'document missing' as const }];
        progress = { ...progress, done: progress.done - 1, left_out };
      }
      await run.folder.keep(progress);
      run.report(progress.done);
    }
    progress = nextProgress(progress, { ...batch, applications: [] });
    await run.folder.keep(progress);
  }
  return progress;
}

const REASONS: Readonly<Record<ExportProgress['left_out'][number]['reason'], string>> = {
  changed: 'what was submitted has been changed in the database since; compare it with a backup',
  'document missing': 'a document of it is not in the store',
};

/** What an operator reads at the end. */
function summarize(folder: ExportFolder, { done, until, settings, left_out }: ExportProgress): string {
  const what = settings.format === 'packets' ? 'a folder each' : `in applications.${settings.format}`;
  const next = new Date(Date.parse(until) - OVERLAP_MS).toISOString().slice(0, 19);
  const summary = [
    `${folder.path}: ${done} ${done === 1 ? 'application' : 'applications'}, ${what}.`,
    ...(settings.format === 'packets' ? [] : [`${DICTIONARY_FILE} says what stands in each column.`]),
    `For what comes later: --since ${next}. Some may be in both; tell them by application_id.`,
  ];
  if (left_out.length === 0) return summary.join('\n');
  const missing = left_out.map(({ application_id, reason }) => `  ${application_id}: ${REASONS[reason]}`);
  throw new OperatorError([...summary, `${left_out.length} left out:`, ...missing].join('\n'));
}

/**
 * Exports applications into a new folder, those submitted as they were submitted, and goes on with an export that broke
 * off there: nothing is twice in it. Audited. Returns what lies in the folder; raises a sentence, after all others are
 * exported, when some could not be.
 */
export async function exportApplications(
  deps: PrintingDependencies,
  command: ExportCommand,
  tell: (line: string) => void,
  { batchSize, progressStep }: Pace = PACES[command.format],
): Promise<string> {
  const { db, form, clock, operator } = deps;
  const { format, statuses, withSealed } = command;
  await requireKnownKeys(deps);
  const since = command.since?.toISOString() ?? null;
  const settings = {
    format,
    since,
    statuses: [...statuses],
    with_sealed: withSealed,
    form_version: formVersionOf(form),
  };
  const now = clock();
  const work = async (printing?: PrintDependencies): Promise<string> => {
    const fresh = { settings, until: now.toISOString(), cursor: FIRST_CURSOR, done: 0, bytes: 0, left_out: [] };
    const folder = await openExportFolder(command.out, fresh);
    const { cursor, until, done } = folder.progress;
    const filter: ApplicationFilter = { statuses, since: command.since, until: new Date(until) };
    const total = await countApplications(db, filter);
    const detail = { format, statuses: statuses.join(','), with_sealed: withSealed, applications: total };
    const by = { kind: 'operator', user: operator } as const;
    await audit(db, { kind: 'applications_exported', by, accountId: null, detail, at: now });
    tell(`${folder.isContinued ? `Going on after ${done}: ` : ''}${total} applications to export`);
    const answers = answerReader(form, deps.config.secret, createLog(deps.config.logLevel));
    const options = { cursor, batchSize, withSealed };
    const batches = readApplications({ db, form, answers }, filter, options);
    let told = done;
    const report = (count: number) => {
      if (count - told < progressStep) return;
      told = count;
      tell(`${count} of ${total} applications`);
    };
    const run: Run = { deps, command, folder, batches, report };
    const last = printing ? await writePackets(run, printing) : await writeTable(run);
    const files = printing ? {} : { [DICTIONARY_FILE]: dataDictionary(form, command) };
    await folder.finish(last, files);
    return summarize(folder, last);
  };
  return format === 'packets' ? withPrinting(deps, work) : work();
}
