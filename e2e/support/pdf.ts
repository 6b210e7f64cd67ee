import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  /** All text of each sheet. */
  readonly pages: readonly string[];
  /** All sheets, normalized. */
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
  /** Problems for screen readers: no tags, language or title; untagged text; skipped heading levels; pictures without a description. */
  readonly tagProblems: readonly string[];
}

export interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

/** Replaces each run of white space with one blank: the PDF breaks lines elsewhere than the answer. */
export function normalizeText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Removes all white space, for comparisons that ignore line breaks. */
export function removeWhitespace(text: string): string {
  return text.replace(/\s+/g, '');
}

const textOf = (holder: object, key: string): string | undefined => {
  const value: unknown = Reflect.get(holder, key);
  return typeof value === 'string' ? value : undefined;
};

/** An element of a sheet's tags and everything in it, in reading order. */
function* nodesIn(node: unknown): Iterable<object> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  const children: unknown = Reflect.get(node, 'children');
  if (Array.isArray(children)) for (const child of children) yield* nodesIn(child);
}

/** Headings that skip a level on the way down: h1 to h3. */
function skips(levels: readonly number[]): readonly string[] {
  return levels.flatMap((level, place) => {
    const before = levels[place - 1] ?? 0;
    return level > before + 1 ? [`heading ${place + 1} has level ${level} after ${before}`] : [];
  });
}

/** The text of a PDF, page by page, as a reader would select it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: true, verbosity: 0 });
  const document = await loading.promise;
  const { info } = await document.getMetadata();
  const [title, language] = [textOf(info, 'Title'), textOf(info, 'Language')];
  const pages: string[] = [];
  const headers: string[] = [];
  const languages = new Set<string>();
  const problems: string[] = [];
  if ((await document.getMarkInfo()) === null) problems.push('the document is not marked as tagged');
  for (const name of ['Language', 'Title']) if (!textOf(info, name)) problems.push(`no ${name}`);
  const headings: number[] = [];
  let body = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const tree: unknown = await sheet.getStructTree();
    if (!tree && number === 1) problems.push('sheet 1 has no tags');
    /** Ids of the pieces of content that the tags name. */
    const tagged = new Set<string>();
    for (const node of nodesIn(tree)) {
      const role = textOf(node, 'role') ?? '';
      const level = /^H(\d)$/.exec(role)?.[1];
      if (level !== undefined) headings.push(Number(level));
      if (role === 'Figure' && !Reflect.get(node, 'alt')) problems.push('a picture without words');
      tagged.add(textOf(node, 'id') ?? '');
      const lang = textOf(node, 'lang');
      if (lang !== undefined) languages.add(lang);
    }
    const { items } = await sheet.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    // Pieces that tags can name have an id; others only help to spell a word.
    const open: string[] = [];
    const untagged = new Set<string>();
    let [page, header] = ['', ''];
    for (const item of items) {
      if (!('str' in item)) {
        if (item.type === 'endMarkedContent') open.pop();
        else open.push(item.id ?? '');
        continue;
      }
      const text = item.str + (item.hasEOL ? '\n' : '');
      const piece = open.findLast((id) => id !== '');
      page += text;
      if (piece !== undefined) body += text;
      else header += text;
      if (piece !== undefined && item.str.trim() !== '' && !tagged.has(piece)) untagged.add(piece);
    }
    // Sheets without any tag are uploaded documents, which are not checked.
    if (tree) for (const piece of untagged) problems.push(`text on sheet ${number} that no tag names: ${piece}`);
    pages.push(page);
    headers.push(normalizeText(header));
  }
  const bookmarks: readonly Bookmark[] = (await document.getOutline()) ?? [];
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
    tagProblems: [...problems, ...skips(headings)],
  };
}
