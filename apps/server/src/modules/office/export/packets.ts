import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type ZipWriter, zipWriter } from '@firstyear/document-converter/pack-zip';
import { attachedDocuments } from '@firstyear/form-engine';
import { servedFor } from '../../../config/served-forms.ts';
import { inBatches } from '../../../db/batches.ts';
import { listItems, listPapers, wordsOfItem } from '../../application/items/service.ts';
import { formOf } from '../../application/releases/service.ts';
import { listApplicationsOf } from '../../application/row/listing.ts';
import { isIntact, openContent } from '../../application/submission/content.ts';
import { type Actor, audit, staffActor } from '../../audit/service.ts';
import { type PrintDependencies, readOrPrint } from '../../copies/pdf/print-copy.ts';
import { markFormula } from './csv.ts';
import { listedName } from './read-applications.ts';
import { markWritten, selectItemsAfter, updateExport, type WrittenItem } from './repository.ts';
import { type ExportWriterDependencies, writeExport } from './write-export.ts';

export type PacketDependencies = PrintDependencies & ExportWriterDependencies;

const BATCH = 50;
/** Longer names are cut, so that every system can unpack them. */
const MAX_NAME = 120;
const MAX_FOLDER = 60;
const INDEX = ['confirmation_number', 'name', 'document', 'file', 'uploaded_as', 'bytes', 'sha256', 'problem'] as const;
type IndexLine = Partial<Readonly<Record<(typeof INDEX)[number], string>>>;

/** A value that spreadsheet programs neither run as a formula nor read as the begin of a quotation over several rows. */
const markedCell = (value: string) => (value.startsWith('"') ? `'${value}` : markFormula(value));

/** A line of tab-separated values for people, with tabs and line breaks in them replaced. */
const tsvLine = (values: readonly string[]) =>
  `${values.map((value) => markedCell(value.replaceAll(/\p{Cc}/gu, ' '))).join('\t')}\n`;

interface PacketFile {
  readonly document: string;
  readonly name: string;
  readonly uploadedAs: string;
  readonly content: Buffer;
}

/** Reasons for leaving out a packet, for the index. */
const PROBLEMS = {
  reopened: 'no longer submitted',
  changed: 'changed in the database since it was submitted',
  missing: 'a document is not in the store',
} as const;

/** The folder of an application: number and name, without what some system refuses there. */
function folderOf(number: string, name: string): string {
  const folder = `${number} ${name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')}`;
  return Array.from(folder)
    .slice(0, MAX_FOLDER)
    .join('')
    .replace(/[. ]+$/, '');
}

interface Packet {
  readonly number: string;
  readonly name?: string;
  readonly accountId: string;
  readonly submission?: Omit<WrittenItem, 'id'>;
  readonly files: readonly PacketFile[] | keyof typeof PROBLEMS;
}

/** The print and the documents of one application as it was submitted, sealed answers included, and the papers that came for it. */
async function packetOf(deps: PrintDependencies, id: string): Promise<Packet> {
  const [listed] = await listApplicationsOf(deps.db, [id]);
  const { application, submission, snapshot } = listed ?? {};
  const accountId = application?.account_id ?? '';
  if (!application || !submission || !snapshot) return { number: id, accountId, files: 'reopened' };
  const { confirmation_number: number } = submission;
  if (!isIntact(snapshot)) return { number, accountId, files: 'changed' };
  const form = await formOf(deps, application, snapshot);
  const content = await openContent(deps, form, application, snapshot);
  const name = listedName(form, content.answers);
  const folder = folderOf(number, name);
  const documents: PacketFile[] = [];
  for (const { key, label } of attachedDocuments(form, content.answers)) {
    const document = content.documents[key];
    const file = document && (await deps.objects.get(document.pdf_key));
    if (!document || !file) return { number, name, accountId, files: 'missing' };
    documents.push({
      document: label,
      name: `${`${folder}/${key}`.slice(0, MAX_NAME - 4)}.pdf`,
      uploadedAs: document.file_name,
      content: await buffer(file.stream),
    });
  }
  const { partner } = servedFor(deps.forms, application);
  const items = await listItems(deps.db, id);
  for (const { item_id, file_name, pdf_key } of await listPapers(deps.db, id)) {
    const item = items.find((one) => one.id === item_id);
    if (pdf_key === null || !item) continue;
    const file = await deps.objects.get(pdf_key);
    if (!file) return { number, name, accountId, files: 'missing' };
    const count = documents.length + 1;
    documents.push({
      document: wordsOfItem(partner, item).title,
      name: `${folder}/item-${count}-${item.rule ?? item.request_kind}.pdf`,
      uploadedAs: file_name,
      content: await buffer(file.stream),
    });
  }
  const print = await readOrPrint(deps, application);
  if (!print) return { number, name, accountId, files: 'reopened' };
  const printFile = { document: '', name: `${folder}/application.pdf`, uploadedAs: '', content: Buffer.from(print) };
  return { number, name, accountId, submission, files: [printFile, ...documents] };
}

/** Adds one packet to the zip file. Its lines for the index list the files, or the reason for leaving it out. */
async function pack(deps: PrintDependencies, id: string, zip: ZipWriter, write: (part: Buffer) => Promise<void>) {
  const { number: confirmation_number, name = '', accountId, submission, files } = await packetOf(deps, id);
  if (typeof files === 'string') return { accountId, lines: [{ confirmation_number, name, problem: PROBLEMS[files] }] };
  const lines: IndexLine[] = [];
  for (const { document, name: file, uploadedAs: uploaded_as, content } of files) {
    await write(zip.add(file, content));
    const facts = { bytes: String(content.length), sha256: hash('sha256', content) };
    lines.push({ confirmation_number, name, document, file, uploaded_as, ...facts });
  }
  return { accountId, lines, submission };
}

export interface PacketsToWrite {
  /** The ids of the applications, some at a time. */
  readonly batches: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** For the audit trail. */
  readonly by: Actor;
  readonly detail: Readonly<Record<string, string>>;
}

/** Writes a zip file with the print and the documents of submitted applications, sealed answers included, and an index. Each is audited. */
export async function writePackets(
  deps: PrintDependencies,
  { batches, by, detail }: PacketsToWrite,
  write: (part: Buffer) => Promise<void>,
  onPacket: (packet: { readonly id: string; readonly written: WrittenItem | undefined }) => Promise<void>,
): Promise<void> {
  const zip = zipWriter();
  const index: IndexLine[] = [];
  for await (const ids of batches) {
    for (const id of ids) {
      const { accountId, lines, submission } = await pack(deps, id, zip, write);
      index.push(...lines);
      if (submission) {
        const about = { application_id: id, ...detail };
        await audit(deps.db, { kind: 'packet_made', by, accountId, detail: about, at: deps.clock() });
      }
      await onPacket({ id, written: submission && { id, ...submission } });
    }
  }
  const table = [tsvLine(INDEX), ...index.map((line) => tsvLine(INDEX.map((column) => line[column] ?? '')))].join('');
  await write(zip.add('index.tsv', Buffer.from(table)));
  await write(zip.end());
}

/** Writes an export of packets. */
export async function runPackets(deps: PacketDependencies, id: string, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  await writeExport(deps, id, ['packets'], async (row, _, write) => {
    const packets = {
      batches: inBatches((after) => selectItemsAfter(db, id, after, BATCH), String),
      by: staffActor({ staffId: row.staff_id, network: row.network }),
      detail: { export_id: id, reason: row.purpose },
    };
    let done = 0;
    signal.throwIfAborted();
    await writePackets(deps, packets, write, async ({ written }) => {
      signal.throwIfAborted();
      if (!written) return;
      await markWritten(db, id, [written]);
      done += 1;
      await updateExport(db, id, { done });
    });
    return { columns: 'application sealed_answers documents', done };
  });
}
