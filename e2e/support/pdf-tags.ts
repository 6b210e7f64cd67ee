import type { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<PdfDocument['getPage']>>;
type Node = NonNullable<Awaited<ReturnType<Page['getStructTree']>>>;

interface Tags {
  /** Levels of headings in reading order. */
  readonly headings: number[];
  /** Ids of the pieces of content that the tags name. */
  readonly content: Set<string>;
  readonly pictures: string[];
}

function collect(node: object, tags: Tags): void {
  const role: unknown = Reflect.get(node, 'role');
  const id: unknown = Reflect.get(node, 'id');
  if (typeof id === 'string') tags.content.add(id);
  if (typeof role === 'string') {
    const level = /^H(\d)$/.exec(role)?.[1];
    if (level !== undefined) tags.headings.push(Number(level));
    if (role === 'Figure' && !Reflect.get(node, 'alt')) tags.pictures.push('a picture without words');
  }
  const children: unknown = Reflect.get(node, 'children');
  if (Array.isArray(children)) for (const child of children) collect(child, tags);
}

/** The languages that the tags of a sheet name, from its document down. */
export async function languagesOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const lang: unknown = Reflect.get(node, 'lang');
    if (typeof lang === 'string') found.push(lang);
    const children: unknown = Reflect.get(node, 'children');
    if (Array.isArray(children)) children.forEach(look);
  };
  look(await page.getStructTree());
  return found;
}

/** Ids of marked pieces that hold text. */
async function piecesWithText(page: Page): Promise<readonly string[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const open: string[] = [];
  const found = new Set<string>();
  for (const item of items) {
    const current = open.findLast((id) => id !== '');
    if ('str' in item) {
      if (item.str.trim() !== '' && current) found.add(current);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id ?? '');
  }
  return [...found];
}

/** Headings that skip a level on the way down: h1 to h3. */
function skips(levels: readonly number[]): readonly string[] {
  return levels.flatMap((level, place) => {
    const before = levels[place - 1] ?? 0;
    return level > before + 1 ? [`heading ${place + 1} has level ${level} after ${before}`] : [];
  });
}

/**
 * What keeps a screen reader from the content: no tags, no language or title, text that no tag names, headings that skip
 * a level, pictures without words. Sheets without any tag at all (uploaded documents) are not judged.
 */
export async function tagProblems(document: PdfDocument): Promise<readonly string[]> {
  const problems: string[] = [];
  const { info } = await document.getMetadata();
  if ((await document.getMarkInfo()) === null) problems.push('the document is not marked as tagged');
  for (const name of ['Language', 'Title']) if (!Reflect.get(info, name)) problems.push(`no ${name}`);
  const headings: number[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const tree: Node | null = await page.getStructTree();
    if (!tree) {
      if (number === 1) problems.push('sheet 1 has no tags');
      continue;
    }
    const tags: Tags = { headings: [], content: new Set(), pictures: [] };
    collect(tree, tags);
    headings.push(...tags.headings);
    problems.push(...tags.pictures);
    for (const piece of await piecesWithText(page)) {
      if (!tags.content.has(piece)) problems.push(`text on sheet ${number} that no tag names: ${piece}`);
    }
  }
  return [...problems, ...skips(headings)];
}
