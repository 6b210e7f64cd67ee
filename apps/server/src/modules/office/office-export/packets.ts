import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type ZipWriter, zipWriter } from '@firstyear/document-converter/pack-zip';
import { attachedDocuments } from '@firstyear/form-engine';
import { FIRST_ID } from '../../../db/first-id.ts';
import { findApplicationById, findSnapshot, findSubmission } from '../../application/row/service.ts';
import { isIntact, readContent } from '../../application/submission/content.ts';
import { type PrintDependencies, readOrPrint } from '../../documents/pdf/print-copy.ts';
import { audit } from '../audit/service.ts';
import { type DoneDependencies, endExport } from './end-export.ts';
import { partWriter } from './export-file.ts';
import { selectExport, selectItemsAfter, updateExport } from './repository.ts';

export type PacketDependencies = PrintDependencies & DoneDependencies;

const BATCH = 50;
/** Longer names are cut, so that every system can unpack them. */
const MAX_NAME = 120;
const INDEX = ['confirmation_number', 'document', 'file', 'uploaded_as', 'bytes', 'sha256', 'problem'] as const;
type IndexLine = Readonly<Record<(typeof INDEX)[number], string>>;

/** A line of tab-separated values: no value has a tab or a line break. */
const tsvLine = (values: readonly string[]) =>
  `${values.map((value) => value.replaceAll(/\p{Cc}/gu, ' ')).join('\t')}\n`;

interface PacketFile {
  readonly document: string;
  readonly name: string;
  readonly uploadedAs: string;
  readonly content: Buffer;
}

/** Why there is no packet of an application; for the index. */
const PROBLEMS = {
  reopened: 'no longer submitted',
  changed: 'changed in the database since it was submitted',
  missing: 'a document is not in the store',
} as const;

/** The print and the documents of one application as it was submitted, sealed answers included. */
async function packetOf(
  deps: PacketDependencies,
  id: string,
): Promise<{
  readonly number: string;
  readonly accountId: string;
  readonly files: readonly PacketFile[] | keyof typeof PROBLEMS;
}> {
  const application = await findApplicationById(deps.db, id);
  const submission = await findSubmission(deps.db, id);
  const snapshot = await findSnapshot(deps.db, id);
  if (!application || !submission) return { number: id, accountId: application?.account_id ?? '', files: 'reopened' };
  const whose = { number: submission.confirmation_number, accountId: application.account_id };
  if (snapshot && !isIntact(snapshot)) return { ...whose, files: 'changed' };
  const { content, form } = await readContent(deps, application);
  const documents: PacketFile[] = [];
  for (const { key, label } of attachedDocuments(form, content.answers)) {
    const document = content.documents[key];
    const file = document && (await deps.objects.get(document.pdf_key));
    if (!document || !file) return { ...whose, files: 'missing' };
    const name = `${whose.number}/${key}`.slice(0, MAX_NAME - 4);
    documents.push({
      document: label,
      name: `${name}.pdf`,
      uploadedAs: document.file_name,
      content: await buffer(file.stream),
    });
  }
  const print = await readOrPrint(deps, application);
  if (!print) return { ...whose, files: 'reopened' };
  const own = { document: '', name: `${whose.number}/application.pdf`, uploadedAs: '', content: Buffer.from(print) };
  return { ...whose, files: [own, ...documents] };
}

/** Packs one packet; the lines of the index say what is in it, or why there is none. */
async function pack(deps: PacketDependencies, id: string, zip: ZipWriter, write: (part: Buffer) => Promise<void>) {
  const { number, accountId, files } = await packetOf(deps, id);
  const line = {
    confirmation_number: number,
    document: '',
    file: '',
    uploaded_as: '',
    bytes: '',
    sha256: '',
    problem: '',
  };
  if (typeof files === 'string') return { accountId, lines: [{ ...line, problem: PROBLEMS[files] }], isThere: false };
  const lines: IndexLine[] = [];
  for (const { document, name, uploadedAs, content } of files) {
    await write(zip.add(name, content));
    const sha256 = createHash('sha256').update(content).digest('hex');
    lines.push({ ...line, document, file: name, uploaded_as: uploadedAs, bytes: String(content.length), sha256 });
  }
  return { accountId, lines, isThere: true };
}

/** Writes an export of packets. After an interruption the next run rewrites it under the same names. */
export async function runPackets(deps: PacketDependencies, id: string, signal: AbortSignal): Promise<void> {
  const row = await selectExport(deps.db, id);
  if (!row || row.done_at !== null || row.format !== 'packets') return;
  await updateExport(deps.db, id, { started_at: row.started_at ?? deps.clock(), done: 0 });
  const writer = partWriter(deps.objects, id);
  const zip = zipWriter();
  const index: IndexLine[] = [];
  let done = 0;
  for (let after = FIRST_ID; ; ) {
    const ids = await selectItemsAfter(deps.db, id, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) break;
    for (const application_id of ids) {
      signal.throwIfAborted();
      const { accountId, lines, isThere } = await pack(deps, application_id, zip, writer.write);
      index.push(...lines);
      if (!isThere) continue;
      const by = { kind: 'staff', staffId: row.staff_id, network: row.network } as const;
      const detail = { application_id, export_id: id, reason: row.purpose };
      await audit(deps.db, { kind: 'packet_made', by, accountId, detail, at: deps.clock() });
      done += 1;
      await updateExport(deps.db, id, { done });
    }
    after = last;
  }
  const table = [tsvLine(INDEX), ...index.map((line) => tsvLine(INDEX.map((column) => line[column])))].join('');
  await writer.write(zip.add('index.tsv', Buffer.from(table)));
  await writer.write(zip.end());
  await endExport(deps, row, { ...(await writer.end()), columns: 'application sealed_answers documents', done });
}
