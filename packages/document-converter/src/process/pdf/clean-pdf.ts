import {
  PDFArray,
  PDFBool,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { ConversionError, type Converted, type PageHint } from '../conversion.ts';
import type { ConverterRequest } from '../messages.ts';
import type { WordContent } from '../word/word-content.ts';
import { flattenAnnotations } from './flatten.ts';
import { drawFormValues } from './form-values.ts';
import { layerReader, removeHiddenLayers } from './hidden-layers.ts';
import { rebuildPageTree } from './page-tree.ts';
import { dictOf, itemsOf, nameOf } from './pdf-values.ts';
import { shownPages } from './shown.ts';
import { checkUnpacking } from './unpacking.ts';

/** Entries that a page is drawn with; others are actions, links or metadata. */
const PAGE_ENTRIES = new Set([
  ...['Type', 'Parent', 'Resources', 'Contents', 'Group', 'Rotate', 'UserUnit'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
]);
const CATALOG_ENTRIES = new Set(['Type', 'Version', 'Pages', 'Lang']);
/** Entries of forms and pictures to drop: other programs' data, external files, attachments, layers. */
const STREAM_ENTRIES_DROPPED = [
  ...['AA', 'AF', 'F', 'FFilter', 'FDecodeParms'],
  ...['Metadata', 'OC', 'OPI', 'PieceInfo', 'Ref'],
].map((name) => PDFName.of(name));
/** Nobody reads more hints. */
const MAX_HINTS = 20;
const OBJECTS_PER_TICK = 1_000;

/** An XFA form, whose pages only ask to wait for another program (PDF 1.7, 8.6.7 and 8.6.8). */
function isDynamicForm({ catalog }: PDFDocument): boolean {
  if (catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True) return true;
  const form = dictOf(catalog, 'AcroForm');
  const fields = itemsOf(form?.lookup(PDFName.of('Fields')));
  return form?.has(PDFName.of('XFA')) === true && !fields.some((field) => field instanceof PDFDict);
}

/** Loads a PDF, whose catalog may lack its type. */
async function loadPdf(content: Uint8Array): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(content, { updateMetadata: false });
  if (pdf.catalog instanceof PDFCatalog) return pdf;
  pdf.context.lookup(pdf.context.trailerInfo.Root, PDFDict).set(PDFName.of('Type'), PDFName.of('Catalog'));
  const typed = await PDFWriter.forContext(pdf.context, OBJECTS_PER_TICK).serializeToBuffer();
  return PDFDocument.load(typed, { updateMetadata: false });
}

/** Whether its pages only say that the document is inside: a portfolio, or a wrapper around a protected document. */
function isCover({ catalog }: PDFDocument): boolean {
  const files = itemsOf(catalog.lookup(PDFName.of('AF')));
  const isWrapped = (file: unknown) => file instanceof PDFDict && nameOf(file, 'AFRelationship') === 'EncryptedPayload';
  return catalog.has(PDFName.of('Collection')) || files.some(isWrapped);
}

const hasAttachments = ({ catalog }: PDFDocument) =>
  catalog.has(PDFName.of('AF')) || dictOf(dictOf(catalog, 'Names'), 'EmbeddedFiles') !== undefined;

function keepOnly(dict: PDFDict, names: ReadonlySet<string>): void {
  for (const name of dict.keys()) if (!names.has(name.decodeText())) dict.delete(name);
}

/** Keeps the objects that the catalog reaches, without entries that are not drawn. */
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
      for (const name of STREAM_ENTRIES_DROPPED) object.dict.delete(name);
      open.push(object.dict);
    } else if (object instanceof PDFDict) {
      // Of marked content; they may be anything.
      const marks = dictOf(dictOf(object, 'Resources'), 'Properties');
      for (const name of marks?.keys() ?? []) marks?.set(name, context.obj({}));
      for (const value of object.values()) open.push(value);
    } else if (object instanceof PDFArray) {
      for (const value of object.asArray()) open.push(value);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

/** Refuses pages that are all blank, and a page with nothing but placeholders: most likely the lost part was the document itself. */
function refuseLoss(pages: ReturnType<typeof shownPages>, word: WordContent | undefined): void {
  const [lost] = pages.flatMap((page) => (page.isBlank ? page.hints : []));
  if (lost === 'linked_picture') throw new ConversionError('linked_picture');
  if (lost) throw new ConversionError(lost === 'linked_document' ? 'embedded_document' : 'content_lost');
  if (!pages.every((page) => page.isBlank)) return;
  if (word && !word.isEmpty) throw new ConversionError('content_lost');
  throw new ConversionError(word?.hasComments ? 'comments_only' : 'blank');
}

/**
 * Reduces a rewritten PDF to the visible content of its pages: form values and comments become part of them; scripts, links,
 * attachments and other actions are dropped.
 * @throws ConversionError when the PDF is at fault, or shows less than it should
 */
export async function cleanPdf(
  content: Uint8Array,
  { maxPages, word }: Omit<Extract<ConverterRequest, { operation: 'clean-pdf' }>, 'operation'>,
): Promise<Converted> {
  const pdf = await loadPdf(content);
  rebuildPageTree(pdf, maxPages);
  const pages = pdf.getPages();
  if (isDynamicForm(pdf)) throw new ConversionError('dynamic_form');
  if (isCover(pdf)) throw new ConversionError('portfolio');
  const isHidden = layerReader(pdf);
  const hints: PageHint[] = word?.hasComments ? [{ page: 1, hint: 'comments' }] : [];
  if (hasAttachments(pdf)) hints.push({ page: 1, hint: 'attachment' });
  // An unreadable form has no values to keep.
  await drawFormValues(pdf).catch(() => undefined);
  for (const [index, page] of pages.entries()) {
    const lost = await flattenAnnotations(pdf, page, isHidden);
    for (const hint of lost) hints.push({ page: index + 1, hint });
    keepOnly(page.node, PAGE_ENTRIES);
  }
  removeHiddenLayers(pdf, isHidden);
  keepOnly(pdf.catalog, CATALOG_ENTRIES);
  const { Root } = pdf.context.trailerInfo;
  pdf.context.trailerInfo = Root === undefined ? {} : { Root };
  await pdf.flush();
  sweep(pdf.context);
  await checkUnpacking(pdf);
  const shown = shownPages(pdf, word);
  refuseLoss(shown, word);
  for (const [index, page] of shown.entries()) for (const hint of page.hints) hints.push({ page: index + 1, hint });
  return {
    pdf: await pdf.save({ updateFieldAppearances: false }),
    pages: pages.length,
    hints: hints.toSorted((a, b) => a.page - b.page).slice(0, MAX_HINTS),
    thumbnails: [],
  };
}
