import { type ExportFormat, officeLinks } from '@firstyear/api-contract/desk';
import { ENGLISH } from '@firstyear/words';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import type { Config } from '../../../config/config.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { findColleague } from '../../accounts/staff/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { letter, mailWords } from '../../mail/letter.ts';
import { queueMail } from '../../mail/service.ts';
import { completeExport, type ExportRow, selectExport, updateExport } from './repository.ts';

export type ExportWriterDependencies = Pick<AppDependencies, 'db' | 'clock' | 'jobs' | 'partner'> & {
  readonly objects: FileStore;
  readonly config: Pick<Config, 'publicUrl'>;
};

/** Files are stored in parts of this size, so that an export of a season doesn't have to fit in memory. */
const PART_BYTES = 8 * 1_048_576;

export const partKey = (id: string, part: number) => `office-exports/${id}-${part}`;

/** Stores written text in parts. The row counts each part before it is stored, so that the parts of a failed export can be deleted. */
function partWriter({ db, objects }: Pick<ExportWriterDependencies, 'db' | 'objects'>, row: ExportRow) {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let { parts } = row;
  let size = 0;
  const flush = async () => {
    if (bytes === 0) return;
    parts += 1;
    size += bytes;
    await updateExport(db, row.id, { parts });
    await objects.put(partKey(row.id, parts), Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  return {
    write: async (text: string | Buffer) => {
      const buffer = Buffer.from(text);
      waiting.push(buffer);
      bytes += buffer.length;
      if (bytes >= PART_BYTES) await flush();
    },
    end: async () => {
      await flush();
      return { parts, size };
    },
    /** Deletes what was stored, also by an interrupted run. */
    discard: async () => {
      for (; parts > 0; parts--) await objects.delete(partKey(row.id, parts));
      size = 0;
    },
  };
}

/** A colleague who waited longer than this gets a mail. */
const LONG_MS = MINUTE_MS;

/** Returns false if the export has to begin again, since one of its applications was deleted meanwhile. */
async function finishExport(
  { db, clock, jobs, partner, config }: ExportWriterDependencies,
  row: ExportRow,
  end: Pick<ExportRow, 'parts' | 'size' | 'columns' | 'done'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = clock();
    if (!(await completeExport(tx, row.id, { ...end, done_at: now }))) return false;
    const person = await findColleague(tx, row.staff_id);
    if (!person || now.getTime() - row.asked_at.getTime() <= LONG_MS) return true;
    const { exportReady: words, letter: greeting } = mailWords(ENGLISH);
    const ready = words.ready({ url: officeLinks.exports(config.publicUrl) });
    const text = letter(partner, ENGLISH, [greeting.dear({ name: person.name }), ready, words.kept]);
    const subject = words.subject({ university: partner.name });
    await queueMail(tx, jobs, { kind: 'export_ready', recipient: person.email, subject, text }, now);
    return true;
  });
}

/**
 * Writes an export of one of these formats, unless it is done, and mails the colleague who waited for it. After an
 * interruption the next run rewrites the file under the same names.
 */
export async function writeExport<Format extends ExportFormat>(
  deps: ExportWriterDependencies,
  id: string,
  formats: readonly Format[],
  work: (
    row: ExportRow,
    format: Format,
    write: (text: string | Buffer) => Promise<void>,
  ) => Promise<{ readonly columns: string; readonly done: number }>,
): Promise<void> {
  const row = await selectExport(deps.db, id);
  const format = formats.find((item) => item === row?.format);
  if (!row || row.done_at !== null || format === undefined) return;
  const { write, end, discard } = partWriter(deps, row);
  for (;;) {
    await discard();
    await updateExport(deps.db, id, { started_at: row.started_at ?? deps.clock(), done: 0, parts: 0 });
    const { columns, done } = await work(row, format, write);
    if (await finishExport(deps, row, { ...(await end()), columns, done })) return;
  }
}

/** Records that an export could not be written. */
export const markFailed = ({ db, clock }: Pick<ExportWriterDependencies, 'db' | 'clock'>, id: string): Promise<void> =>
  updateExport(db, id, { failed_at: clock() });
