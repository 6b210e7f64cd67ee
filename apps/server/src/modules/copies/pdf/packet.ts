import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { attachedDocuments } from '@firstyear/form-engine';
import { ErrorForPeople } from '../../../process/error-for-people.ts';
import { type ApplicationRow, findApplicationById } from '../../application/row/application.ts';
import { isIntact, readContent } from '../../application/submission/content.ts';
import { audit, operatorActor } from '../../audit/service.ts';
import { type PrintDependencies, printApplication } from './print-copy.ts';

class PacketError extends ErrorForPeople {
  override readonly name = 'PacketError';
}

interface PacketDocument {
  readonly label: string;
  readonly pages: number;
  /** The sheet of its first page, counted from 1. The sheet before it is its divider. */
  readonly firstSheet: number;
}

export interface Packet {
  readonly content: Uint8Array;
  readonly sheets: number;
  readonly documents: readonly PacketDocument[];
}

/** The converted PDFs of all uploaded documents, in the same order as their dividers. */
async function readDocuments(deps: PrintDependencies, application: ApplicationRow) {
  const { content, form, snapshot } = await readContent(deps, application);
  if (snapshot && !isIntact(snapshot)) {
    throw new PacketError('What was submitted has been changed in the database since. Compare it with a backup first.');
  }
  const documents: { readonly label: string; readonly pdf: PDFDocument }[] = [];
  for (const { key, label } of attachedDocuments(form, content.answers)) {
    const pdfKey = content.documents[key]?.pdf_key;
    const file = pdfKey === undefined ? undefined : await deps.objects.get(pdfKey);
    if (!file) throw new PacketError(`The document “${label}” is not in the store. Try again in a moment.`);
    documents.push({ label, pdf: await PDFDocument.load(await buffer(file.stream), { updateMetadata: false }) });
  }
  return documents;
}

/**
 * Inserts each document after its divider. The dividers are the last sheets of the print. The print keeps its tags, bookmarks, title
 * and language; the documents' sheets have no tags.
 */
async function merge(print: Uint8Array, attachments: Awaited<ReturnType<typeof readDocuments>>) {
  const packet = await PDFDocument.load(print, { updateMetadata: false });
  const documents: PacketDocument[] = [];
  let at = packet.getPageCount() - attachments.length + 1;
  for (const { label, pdf } of attachments) {
    documents.push({ label, pages: pdf.getPageCount(), firstSheet: at + 1 });
    for (const page of await packet.copyPages(pdf, pdf.getPageIndices())) {
      page.node.delete(PDFName.of('StructParents'));
      packet.insertPage(at, page);
      at += 1;
    }
    at += 1;
  }
  return { packet, documents };
}

/** The packet for the office: the application, then each uploaded document after a divider. Audited. */
export async function makePacket(
  deps: PrintDependencies,
  application: ApplicationRow,
  operator: string,
): Promise<Packet> {
  const attachments = await readDocuments(deps, application);
  const print = await printApplication(deps, application.id, 'packet');
  const now = await findApplicationById(deps.db, application.id);
  if (!print || now?.version !== application.version) {
    throw new PacketError('The application changed while the packet was being made. Try again in a moment.');
  }
  const { packet, documents } = await merge(print, attachments);
  const detail = { application_id: application.id, documents: documents.length };
  const by = operatorActor({ operator });
  await audit(deps.db, { kind: 'packet_made', by, accountId: application.account_id, detail, at: deps.clock() });
  const content = await packet.save({ updateFieldAppearances: false });
  return { content, sheets: packet.getPageCount(), documents };
}
