import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A PDF with one sheet for each text. */
export async function pdfOf(texts: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage().drawText(text, { x: 50, y: 500, font });
  return Buffer.from(await pdf.save());
}

export const TRANSCRIPT_NAME = 'record-of-ada.pdf';
