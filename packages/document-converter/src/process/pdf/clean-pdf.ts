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
import { ConversionError, type ConversionProblem, type Converted, type WordHint } from '../conversion.ts';
import type { ConverterRequest } from '../messages.ts';
import type { WordContent } from '../word/word-content.ts';
import { flattenAnnotations } from './flatten.ts';
import { drawFormValues } from './form-values.ts';
import { rebuildPageTree } from './page-tree.ts';
import { dictOf } from './pdf-values.ts';
import { contentOf, type DocumentContent } from './shown.ts';
import { checkUnpacking } from './unpacking.ts';

/** Entries that a page is drawn with; others are actions, links or metadata. */
const PAGE_ENTRIES = new Set([
  ...['Type', 'Parent', 'Resources', 'Contents', 'Group', 'Rotate', 'UserUnit'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
]);
/** OCProperties say which layers are hidden. */
const CATALOG_ENTRIES = new Set(['Type', 'Version', 'Pages', 'OCProperties', 'Lang']);
/** Entries of forms and pictures to drop: other programs' data, external files, attachments. */
const STREAM_ENTRIES_DROPPED = ['AA', 'AF', 'F', 'FFilter', 'FDecodeParms', 'Metadata', 'OPI', 'PieceInfo', 'Ref'];
/** Nobody reads more hints. */
const MAX_HINTS = 20;
const LAYERS = ['OCG', 'OCMD'].map((name) => PDFName.of(name));

/** An XFA form, whose pages only ask to wait for another program (PDF 1.7, 8.6.7 and 8.6.8). */
function isDynamicForm({ catalog }: PDFDocument): boolean {
  if (catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True) return true;
  const form = dictOf(catalog, 'AcroForm');
  if (!form?.has(PDFName.of('XFA'))) return false;
  const fields = form.lookup(PDFName.of('Fields'));
  return !(fields instanceof PDFArray) || fields.size() === 0;
}

function keepOnly(dict: PDFDict, names: ReadonlySet<string>): void {
  for (const name of dict.keys()) if (!names.has(name.decodeText())) dict.delete(name);
}

/** Drops the properties of marked content, which may be anything, except layers. */
function dropMarks(dict: PDFDict): void {
  const marks = dictOf(dictOf(dict, 'Resources'), 'Properties');
  if (!marks) return;
  for (const [name] of marks.entries()) {
    const mark = marks.lookup(name);
    const type = mark instanceof PDFDict ? mark.lookup(PDFName.of('Type')) : undefined;
    if (!(type instanceof PDFName) || !LAYERS.includes(type)) marks.set(name, marks.context.obj({}));
  }
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

/** Up to this, letters may be missing for harmless reasons: renumbering, ligatures, letters that no font has. */
const MAX_MISSING_SHARE = 0.3;
const MAX_MISSING_LETTERS = 30;

const PROBLEMS = {
  linked_picture: 'linked_picture',
  linked_document: 'embedded_document',
  diagram: 'content_lost',
  cut_off: 'content_lost',
} as const satisfies Record<WordHint, ConversionProblem>;

/** The number of letters of the source, and of those that are not shown. */
function countMissing(source: Readonly<Record<string, number>>, shown: Readonly<Record<string, number>>) {
  let [all, missing] = [0, 0];
  for (const [letter, count] of Object.entries(source)) {
    all += count;
    missing += Math.max(0, count - (shown[letter] ?? 0));
  }
  return { all, missing };
}

function refuseLossOfWord(result: DocumentContent, word: WordContent): void {
  const { all, missing } = countMissing(word.letters, result.letters);
  const isBlank = result.pages.every((page) => page.isBlank);
  const hasBlankPage = result.pages.some((page) => page.isBlank);
  // A page with nothing but placeholders: most likely the lost part was the document itself.
  const [lost] = result.pages.flatMap((page) => (page.isBlank ? page.hints : []));
  if (lost) throw new ConversionError(PROBLEMS[lost]);
  if (isBlank && all === 0 && word.pictures === 0)
    throw new ConversionError(word.comments > 0 ? 'comments_only' : 'blank');
  const isTextLost = missing > MAX_MISSING_LETTERS && missing > all * MAX_MISSING_SHARE;
  const isPictureLost = hasBlankPage && result.pictures < word.pictures;
  if (isBlank || isTextLost || isPictureLost) throw new ConversionError('content_lost');
}

/**
 * Refuses a result that shows less than its source. Blank pages are fine unless the whole result is blank or something is
 * missing.
 * @throws ConversionError with the reason, where it is known
 */
function refuseLoss(
  result: DocumentContent,
  source: { readonly isRepaired: boolean; readonly word: WordContent | undefined },
): void {
  if (source.word) {
    refuseLossOfWord(result, source.word);
    return;
  }
  // A deliberately blank page has some content stream; a page that lost its content has none.
  if (source.isRepaired && result.pages.some((page) => page.isBlank && page.isEmpty))
    throw new ConversionError('damaged');
  if (result.pages.every((page) => page.isBlank)) throw new ConversionError('blank');
}

/**
 * Reduces a rewritten PDF to the visible content of its pages: form values and comments become part of them; scripts, links,
 * attachments and other actions are dropped.
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
  // An unreadable form has no values to keep.
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
