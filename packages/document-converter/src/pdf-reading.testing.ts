import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface PdfReading {
  /** The text of each sheet, in order. */
  readonly sheets: readonly string[];
  readonly title: string;
  readonly tagged: boolean;
  readonly language: string;
  readonly bookmarks: readonly string[];
  /** Whether the document has scripts. */
  readonly scripts: boolean;
}

function textProperty(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name);
  return typeof value === 'string' ? value : '';
}

/** Reads a PDF with an independent reader. */
export async function readPdf(content: Uint8Array): Promise<PdfReading> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  try {
    const sheets: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
      sheets.push(text);
    }
    const { info } = await document.getMetadata();
    const structure = await (await document.getPage(1)).getStructTree();
    const outline = await document.getOutline();
    return {
      sheets,
      title: textProperty(info, 'Title'),
      tagged: structure !== null && structure.children.length > 0,
      language: textProperty(info, 'Language'),
      bookmarks: (outline ?? []).map((entry: { title: string }) => entry.title),
      scripts: (await document.getJSActions()) !== null,
    };
  } finally {
    await task.destroy();
  }
}
