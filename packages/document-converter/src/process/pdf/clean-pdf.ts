import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { ConversionError, type Converted } from '../conversion.ts';
import type { ConverterRequest } from '../messages.ts';
import { flattenAnnotations } from './flatten.ts';
import { drawFormValues } from './form-values.ts';
import { refuseLoss } from './judge-result.ts';
import { rebuildPageTree } from './page-tree.ts';
import { contentOf } from './shown.ts';
import { checkUnpacking } from './unpacking.ts';

/** What a page is drawn with; everything else of it acts, points elsewhere or is about it. */
const PAGE_ENTRIES = new Set([
  ...['Type', 'Parent', 'Resources', 'Contents', 'Group', 'Rotate', 'UserUnit'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
]);
/** OCProperties say which layers are hidden. */
const CATALOG_ENTRIES = new Set(['Type', 'Version', 'Pages', 'OCProperties', 'Lang']);
/** Of forms and pictures: other programs' data, files elsewhere, attachments. */
const STREAM_ENTRIES_DROPPED = ['AA', 'AF', 'F', 'FFilter', 'FDecodeParms', 'Metadata', 'OPI', 'PieceInfo', 'Ref'];
/** Nobody reads more. */
const MAX_HINTS = 20;
const LAYERS = ['OCG', 'OCMD'].map((name) => PDFName.of(name));

/** A form of Adobe's own kind: its pages only ask the reader to wait for another program (PDF 1.7, 8.6.7 and 8.6.8). */
function isDynamicForm({ catalog }: PDFDocument): boolean {
  if (catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True) return true;
  const form = catalog.lookup(PDFName.of('AcroForm'));
  if (!(form instanceof PDFDict) || !form.has(PDFName.of('XFA'))) return false;
  const fields = form.lookup(PDFName.of('Fields'));
  return !(fields instanceof PDFArray) || fields.size() === 0;
}

function keepOnly(dict: PDFDict, names: ReadonlySet<string>): void {
  for (const name of dict.keys()) if (!names.has(name.decodeText())) dict.delete(name);
}

/** Marked content may carry anything; only whether its layer is shown is for readers. */
function dropMarks(dict: PDFDict): void {
  const resources = dict.lookup(PDFName.of('Resources'));
  const marks = resources instanceof PDFDict ? resources.lookup(PDFName.of('Properties')) : undefined;
  if (!(marks instanceof PDFDict)) return;
  for (const [name] of marks.entries()) {
    const mark = marks.lookup(name);
    const type = mark instanceof PDFDict ? mark.lookup(PDFName.of('Type')) : undefined;
    if (!(type instanceof PDFName) || !LAYERS.includes(type)) marks.set(name, marks.context.obj({}));
  }
}

/** Goes from the catalog to all it needs, strips what is not drawn, and drops what is needed by nothing. */
function sweep(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const open: (PDFObject | undefined)[] = [context.trailerInfo.Root];
  while (open.length > 0) {
    const object = open.pop();
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      reached.add(object);
      open.push(context.lookup(object));
    } else if (object instanceof PDFStream) {
      for (const name of STREAM_ENTRIES_DROPPED) object.dict.delete(PDFName.of(name));
      open.push(object.dict);
    } else if (object instanceof PDFDict) {
      dropMarks(object);
      for (const value of object.values()) open.push(value);
    } else if (object instanceof PDFArray) {
      for (const value of object.asArray()) open.push(value);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

/**
 * Keeps of a rewritten PDF what its pages show: values of forms and comments become a part of them; scripts, links,
 * attachments and all that acts stay behind.
 * @throws ConversionError when the PDF is at fault, or shows less than it should
 */
export async function cleanPdf(
  content: Uint8Array,
  { maxPages, isRepaired, word }: Omit<Extract<ConverterRequest, { operation: 'clean-pdf' }>, 'operation'>,
): Promise<Converted> {
  const pdf = await PDFDocument.load(content, { updateMetadata: false });
  rebuildPageTree(pdf, maxPages);
  const pages = pdf.getPages();
  if (isDynamicForm(pdf)) throw new ConversionError('dynamic_form');
  // A form that cannot be read says nothing that could be kept.
  await drawFormValues(pdf).catch(() => undefined);
  for (const page of pages) {
    await flattenAnnotations(pdf, page);
    keepOnly(page.node, PAGE_ENTRIES);
  }
  keepOnly(pdf.catalog, CATALOG_ENTRIES);
  const { Root } = pdf.context.trailerInfo;
  pdf.context.trailerInfo = Root === undefined ? {} : { Root };
  await pdf.flush();
  sweep(pdf.context);
  await checkUnpacking(pdf);
  const shown = contentOf(pdf, word !== undefined);
  refuseLoss(shown, { isRepaired, word });
  const hints = shown.pages.flatMap((page, index) => page.hints.map((hint) => ({ page: index + 1, hint })));
  return {
    pdf: await pdf.save({ updateFieldAppearances: false }),
    pages: pages.length,
    hints: hints.slice(0, MAX_HINTS),
    thumbnails: [],
  };
}
