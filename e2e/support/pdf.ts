import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { languagesOf, tagProblems } from './pdf-tags.ts';

export interface PdfText {
  /** All text of each sheet. */
  readonly pages: readonly string[];
  /** All sheets with every run of white space normalizeText to one blank. */
  readonly all: string;
  /** The untagged part of each sheet: the running header. */
  readonly headers: readonly string[];
  /** The tagged text of all sheets, in reading order, without white space. */
  readonly body: string;
  readonly title: string | undefined;
  /** Of the document. */
  readonly language: string | undefined;
  /** Every language that its tags name. */
  readonly languages: ReadonlySet<string>;
  readonly bookmarks: readonly Bookmark[];
  /** What a screen reader would stumble over. */
  readonly tagProblems: readonly string[];
}

export interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

/** Every run of white space as one blank: the PDF's line breaks are not the answer's. */
export function normalizeText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Without any white space: where lines break is the printer's business. */
export function removeWhitespace(text: string): string {
  return text.replace(/\s+/g, '');
}

const textOf = (holder: object, key: string): string | undefined => {
  const value: unknown = Reflect.get(holder, key);
  return typeof value === 'string' ? value : undefined;
};

/** The text of a PDF, page by page, as a reader would select it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  const headers: string[] = [];
  const languages = new Set<string>();
  let body = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    for (const language of await languagesOf(sheet)) languages.add(language);
    const { items } = await sheet.getTextContent({
      includeMarkedContent: true,
      disableNormalization: true,
    });
    // Pieces that tags can name have an id; others only help to spell a word.
    const open: boolean[] = [];
    let [page, header] = ['', ''];
    for (const item of items) {
      if (!('str' in item)) {
        if (item.type === 'endMarkedContent') open.pop();
        else open.push(typeof item.id === 'string');
        continue;
      }
      const text = item.str + (item.hasEOL ? '\n' : '');
      page += text;
      if (open.includes(true)) body += text;
      else header += text;
    }
    pages.push(page);
    headers.push(normalizeText(header));
  }
  const { info } = await document.getMetadata();
  const [title, language] = [textOf(info, 'Title'), textOf(info, 'Language')];
  const bookmarks: readonly Bookmark[] = (await document.getOutline()) ?? [];
  const problems = await tagProblems(document);
  await loading.destroy();
  return {
    pages,
    all: normalizeText(pages.join(' ')),
    headers,
    body: removeWhitespace(body),
    title,
    language,
    languages,
    bookmarks,
    tagProblems: problems,
  };
}
