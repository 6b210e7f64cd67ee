import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from '@cantoo/pdf-lib';
import { ConversionError } from '../conversion.ts';

/** Entries that pages inherit (ISO 32000-2, table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name));

interface Branch {
  readonly ref: PDFObject | undefined;
  readonly inherited: ReadonlyMap<PDFName, PDFObject>;
}

/** A separate page for each place in the tree, since a page that is listed twice is shown twice. */
function makePage(pdf: PDFDocument, { ref, inherited }: Branch, node: PDFDict, isTaken: boolean): PDFRef {
  const page = PDFPageLeaf.fromMapWithContext(new Map([...inherited, ...node.entries()]), pdf.context);
  page.set(PDFName.of('Type'), PDFName.of('Page'));
  if (!(ref instanceof PDFRef) || isTaken) return pdf.context.register(page);
  pdf.context.assign(ref, page);
  return ref;
}

/** Pages in order. Stops at cycles of the tree. */
function listPages(pdf: PDFDocument, maxPages: number): readonly PDFRef[] {
  const pages: PDFRef[] = [];
  const seen = new Set<PDFObject>();
  const open: Branch[] = [{ ref: pdf.catalog.get(PDFName.of('Pages')), inherited: new Map() }];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const node = pdf.context.lookup(branch.ref);
    if (!(node instanceof PDFDict)) continue;
    const isTaken = seen.has(branch.ref ?? node);
    seen.add(branch.ref ?? node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (!(kids instanceof PDFArray)) {
      pages.push(makePage(pdf, branch, node, isTaken));
      if (pages.length > maxPages) throw new ConversionError('too_much_inside');
      continue;
    }
    if (isTaken) continue;
    const inherited = new Map(branch.inherited);
    for (const name of INHERITED) {
      const value = node.get(name);
      if (value !== undefined) inherited.set(name, value);
    }
    for (const ref of kids.asArray().toReversed()) open.push({ ref, inherited });
  }
  return pages;
}

/**
 * Rewrites the page tree as one list: strict readers open nothing when its counts are wrong.
 * @throws ConversionError when there are no pages, or more than allowed
 */
export function rebuildPageTree(pdf: PDFDocument, maxPages: number): void {
  const pages = listPages(pdf, maxPages);
  if (pages.length === 0) throw new ConversionError('damaged');
  const tree = PDFPageTree.withContext(pdf.context);
  tree.set(PDFName.of('Kids'), pdf.context.obj([...pages]));
  tree.set(PDFName.of('Count'), PDFNumber.of(pages.length));
  const ref = pdf.context.register(tree);
  for (const page of pages) pdf.context.lookup(page, PDFDict).set(PDFName.of('Parent'), ref);
  pdf.catalog.set(PDFName.of('Pages'), ref);
}
