import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  readonly pages: readonly string[];
  /** All pages with every run of white space folded to one blank. */
  readonly all: string;
  readonly title: string | undefined;
}

/** White space folded, compatibility forms unified: the PDF's line breaks and ligatures are not the answer's. */
export function folded(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** The text of a PDF, page by page, as a reader would select it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  const info: unknown = (await document.getMetadata()).info;
  const title =
    info && typeof info === 'object' && 'Title' in info && typeof info.Title === 'string' ? info.Title : undefined;
  await loading.destroy();
  return { pages, all: folded(pages.join(' ')), title };
}
