import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { packZip } from '@firstyear/document-converter/pack-zip';
import sharp from 'sharp';

/** A PDF with one sheet for each text. */
export async function pdfOf(texts: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage().drawText(text, { x: 50, y: 500, font });
  return Buffer.from(await pdf.save());
}

export const TRANSCRIPT_NAME = 'record-of-ada.pdf';

/** A photo of a sheet of paper with lines on it. */
export function photoOfPaper(): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, row) => `<path d="M90 ${150 + row * 45}h${300 + ((row * 67) % 120)}"/>`);
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#6d6459"/>
<rect x="40" y="40" width="520" height="720" fill="#faf7ef"/><g stroke="#77736a" stroke-width="12">${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(sheet)).jpeg().toBuffer();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';

/** A Word file of one paragraph, as small as Word reads it: a zip of three parts. */
export function wordDocument(text: string): Buffer {
  const parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  };
  return packZip(new Map(Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)])));
}
