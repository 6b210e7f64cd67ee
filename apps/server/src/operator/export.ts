import { type ExportFormat, MOST_EXPORTED } from '@firstyear/api-contract/desk';
import type { ServedForm, ServedForms } from '../config/served-forms.ts';
import { createLog } from '../log/create-log.ts';
import { answerReader } from '../modules/application/answers/sealed-answers.ts';
import { type ApplicationStatus, listIds } from '../modules/application/row/listing.ts';
import { audit, operatorActor } from '../modules/audit/service.ts';
import type { PrintDependencies } from '../modules/copies/pdf/print-copy.ts';
import { writePackets } from '../modules/office/export/packets.ts';
import { writeRows } from '../modules/office/export/rows.ts';
import { nameApplications } from '../modules/office/list/service.ts';
import { requireKnownKeys } from '../modules/operations/secret-key/service.ts';
import { LONGEST_COMMIT_MS } from '../process/durations.ts';
import type { PrintingDependencies } from './command.ts';
import { fillNewFile } from './new-file.ts';
import { OperatorError } from './operator-error.ts';
import { withPrinting } from './printing.ts';
import { counted } from './words.ts';

export interface ExportCommand {
  readonly format: ExportFormat;
  /** The new file. */
  readonly out: string;
  readonly statuses: readonly ApplicationStatus[];
  readonly since: Date | undefined;
  readonly withSealed: boolean;
  /** The id of a form; the first form's applications otherwise. */
  readonly form?: string | undefined;
}

const BATCH = 250;
const BETWEEN_PROGRESS = 5_000;

function requireForm(forms: ServedForms, id: string | undefined): ServedForm {
  const found = id === undefined ? forms.first : forms.find(id);
  if (found) return found;
  const known = forms.all.map((item) => item.id).join(', ');
  throw new OperatorError(`There is no form "${id}". Name one of these: ${known}.`);
}

function* inBatches(ids: readonly string[], print: (line: string) => void): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += BATCH) {
    if (at > 0 && at % BETWEEN_PROGRESS === 0) print(`${at} of ${ids.length} applications`);
    yield ids.slice(at, at + BATCH);
  }
}

/** Writes the export; packets with what prints them. */
async function writeExport(
  deps: PrintingDependencies,
  command: ExportCommand,
  print: (line: string) => void,
  printing?: PrintDependencies,
): Promise<string> {
  const { db, forms, office, clock, config, partner, operator } = deps;
  const { format, out, statuses, since, withSealed } = command;
  const served = requireForm(forms, command.form);
  const until = clock();
  const ids = await listIds(db, { form: served.id, statuses, since, until });
  if (format === 'people_xlsx' && ids.length > MOST_EXPORTED[format]) {
    throw new OperatorError(
      `A workbook holds at most ${MOST_EXPORTED[format]} applications, and there are ${ids.length}. Choose --format csv, or fewer with --since.`,
    );
  }
  const by = operatorActor(deps);
  const sealed = withSealed || format === 'packets';
  const detail = { format, statuses: statuses.join(','), with_sealed: sealed, rows: ids.length };
  const named = { ...detail, applications: await nameApplications(db, ids) };
  await audit(db, { kind: 'applications_exported', by, accountId: null, detail: named, at: until });
  print(`${counted(ids.length, 'application')} to export`);
  const batches = inBatches(ids, print);
  const leftOut: string[] = [];
  await fillNewFile(out, async (write) => {
    if (format === 'packets') {
      if (!printing) throw new Error('Nothing prints the packets.');
      await writePackets(printing, { batches, by, detail: {} }, write, async ({ id, written }) => {
        if (!written) leftOut.push(id);
      });
      return;
    }
    const about = {
      university: partner.name,
      timeZone: partner.time_zone,
      made: until,
      by: operator,
      purpose: 'export at the command line',
      chosen: null,
      filter: [['status', statuses.join(', ')]] as const,
    };
    const answers = answerReader(config.secret, createLog(config.logLevel));
    const rows = { format, forms: [served], batches, onlySubmitted: false, withSealed, about };
    await writeRows({ db, forms, office, answers }, rows, write, async (batch) => void leftOut.push(...batch.leftOut));
  });
  const summary = [
    `${out}: ${counted(ids.length - leftOut.length, 'application')}.`,
    `For what comes later: --since ${new Date(until.getTime() - LONGEST_COMMIT_MS).toISOString().slice(0, 19)}. Some may be in both; tell them by application_id.`,
  ];
  if (leftOut.length === 0) return summary.join('\n');
  const why = 'left out, since what was submitted was changed in the database, or a document is not in the store';
  throw new OperatorError([...summary, `${leftOut.length} ${why}:`, ...leftOut.map((id) => `  ${id}`)].join('\n'));
}

/**
 * Writes one form's applications into a new file as the office's exports are written, submitted ones as they were submitted.
 * Audited. Returns a summary; throws OperatorError, with the file made, when some had to be left out.
 */
export async function exportApplications(
  deps: PrintingDependencies,
  command: ExportCommand,
  print: (line: string) => void,
): Promise<string> {
  await requireKnownKeys(deps);
  if (command.format !== 'packets') return writeExport(deps, command, print);
  return withPrinting(deps, (printing) => writeExport(deps, command, print, printing));
}
