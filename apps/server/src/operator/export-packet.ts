import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { attachedDocuments } from '@firstyear/form-engine';
import { type ServedForms, servedFor } from '../config/served-forms.ts';
import { type PrintDependencies, readOrPrint } from '../modules/copies/pdf/print-copy.ts';
import { BYTE_ORDER_MARK, csvLine, type ExportedApplication, textForm } from '../modules/office/export/service.ts';
import { writePacketFolder } from './export-folder.ts';

const FOR_OWNER = { mode: 0o600 } as const;

/** The PDFs of all packets. */
export const INDEX_FILE = 'index.csv';
const COLUMNS = [
  'application_id',
  'confirmation_number',
  'account_email',
  'question',
  'label',
  'file',
  'uploaded_as',
  'bytes',
  'sha256',
  'pages',
];
export const INDEX_HEADER = BYTE_ORDER_MARK + csvLine(COLUMNS);

interface PacketFile {
  /** The question of an uploaded document; empty for the application itself. */
  readonly question: string;
  readonly label: string;
  readonly name: string;
  readonly uploadedAs: string;
}

interface WrittenPacket {
  /** Its lines of the index. */
  readonly index: string;
  readonly isWhole: boolean;
}

const NOT_WRITTEN: WrittenPacket = { index: '', isWhole: false };

/** Writes the text, the PDF and the documents of one application. Writes nothing when a document isn't in the store. */
export async function writePacket(
  deps: { readonly forms: ServedForms },
  printing: PrintDependencies,
  folder: string,
  exported: ExportedApplication,
): Promise<WrittenPacket> {
  const { application, submission, content, email } = exported;
  const { partner } = servedFor(deps.forms, application);
  const documents: (PacketFile & { readonly pdfKey: string })[] = [];
  for (const { key, label } of attachedDocuments(exported.form, content.answers)) {
    const document = content.documents[key];
    if (document?.pdf_key === undefined || !(await printing.objects.head(document.pdf_key))) return NOT_WRITTEN;
    const name = `documents/${key}.pdf`;
    documents.push({ question: key, label, name, uploadedAs: document.file_name, pdfKey: document.pdf_key });
  }
  // Only packets need this library.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const print = await readOrPrint(printing, application);
  if (!print) return NOT_WRITTEN;
  const packet = submission?.confirmation_number ?? application.id;
  const lines: string[] = [];
  let isWhole = true;
  await writePacketFolder(folder, packet, async (draft) => {
    const add = async ({ question, label, name, uploadedAs }: PacketFile, content: Uint8Array) => {
      await writeFile(path.join(draft, name), content, FOR_OWNER);
      const pages = (await PDFDocument.load(content, { updateMetadata: false })).getPageCount();
      const applicant = [application.id, submission?.confirmation_number ?? '', email];
      const facts = [uploadedAs, String(content.length), hash('sha256', content), String(pages)];
      lines.push(csvLine([...applicant, question, label, `${packet}/${name}`, ...facts]));
    };
    await writeFile(path.join(draft, 'application.txt'), textForm(partner, exported), FOR_OWNER);
    const applicationFile = { question: '', label: partner.application_title, name: 'application.pdf', uploadedAs: '' };
    await add(applicationFile, print);
    if (documents.length > 0) await mkdir(path.join(draft, 'documents'), { mode: 0o700 });
    for (const document of documents) {
      const file = await printing.objects.get(document.pdfKey);
      if (file) await add(document, await buffer(file.stream));
      else isWhole = false;
    }
  });
  return { index: lines.join(''), isWhole };
}
