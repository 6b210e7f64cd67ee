import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

const CATALOG_ENTRIES = ['OpenAction', 'AA', 'Names', 'AcroForm', 'URI', 'Collection', 'Perms', 'Legal'];
const PAGE_ENTRIES = ['AA', 'Annots', 'Actions'];

/** Drops everything from a rewritten PDF that acts: scripts, forms, links, attachments. Answers how many pages it has. */
export async function cleanPdf(content: Uint8Array): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const pdf = await PDFDocument.load(content, { updateMetadata: false });
  for (const name of CATALOG_ENTRIES) pdf.catalog.delete(PDFName.of(name));
  for (const page of pdf.getPages()) for (const name of PAGE_ENTRIES) page.node.delete(PDFName.of(name));
  return { pdf: await pdf.save({ updateFieldAppearances: false }), pages: pdf.getPageCount() };
}
