import {
  concatTransformationMatrix,
  drawObject,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import type { LossHint } from '../conversion.ts';
import { drawComment } from './comments.ts';
import type { IsHidden } from './hidden-layers.ts';
import { type Box, boxAround, boxOf, dictOf, itemsOf, nameOf, numberOf, numbersOf, textOf } from './pdf-values.ts';

const HIDDEN = 2;
const NO_VIEW = 32;
/** Comments whose words are not on the page, unlike those of a text box. */
const WITH_WINDOW = new Set([
  ...['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink'],
  ...['Stamp', 'Caret'],
]);

type Matrix = readonly [number, number, number, number, number, number];

/** The box around a transformed box. */
function moved({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const;
  return boxAround(
    corners.map(([px, py]) => a * px + c * py + e),
    corners.map(([px, py]) => b * px + d * py + f),
  );
}

/** The normal appearance of an annotation in its current state. */
function appearanceOf(annotation: PDFDict): { readonly ref: PDFRef; readonly stream: PDFStream } | undefined {
  const appearances = dictOf(annotation, 'AP');
  if (!appearances) return undefined;
  let [holder, key] = [appearances, PDFName.of('N')];
  const states = holder.lookup(key);
  if (states instanceof PDFDict) {
    const state = annotation.lookup(PDFName.of('AS')) ?? annotation.lookup(PDFName.of('V'));
    if (!(state instanceof PDFName)) return undefined;
    [holder, key] = [states, state];
  }
  const [ref, stream] = [holder.get(key), holder.lookup(key)];
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined;
}

async function drawAnnotation(pdf: PDFDocument, page: PDFPage, annotation: PDFDict): Promise<void> {
  if (['Popup', 'Link'].includes(nameOf(annotation, 'Subtype'))) return;
  const shown = appearanceOf(annotation);
  if (!shown) {
    // With appearances, it is in a state without one. Without any, the reader draws it.
    if (!annotation.has(PDFName.of('AP'))) await drawComment(pdf, page, annotation).catch(() => undefined);
    return;
  }
  const { dict } = shown.stream;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(dict.lookup(PDFName.of('Matrix')), 6) ?? [];
  const [inner, place] = [boxOf(dict.lookup(PDFName.of('BBox'))), boxOf(annotation.lookup(PDFName.of('Rect')))];
  if (!inner || !place) return;
  const outer = moved(inner, [a, b, c, d, e, f]);
  if (outer.width === 0 || outer.height === 0) return;
  const [scaleX, scaleY] = [place.width / outer.width, place.height / outer.height];
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(scaleX, 0, 0, scaleY, place.x - outer.x * scaleX, place.y - outer.y * scaleY),
    drawObject(page.node.newXObject('Shown', shown.ref)),
    popGraphicsState(),
  );
}

/** What an annotation has besides what is drawn: a file, or words that readers show in a window. */
function besidesPage(annotation: PDFDict): 'attachment' | 'comments' | undefined {
  const kind = nameOf(annotation, 'Subtype');
  if (kind === 'FileAttachment') return 'attachment';
  return WITH_WINDOW.has(kind) && textOf(annotation, 'Contents').trim() !== '' ? 'comments' : undefined;
}

/**
 * Draws a page's annotations (form values, stamps, comments) into the page (ISO 32000-2, 12.5.5).
 * @returns what they have that a page can't show
 */
export async function flattenAnnotations(pdf: PDFDocument, page: PDFPage, isHidden: IsHidden) {
  const lost = new Set<LossHint>();
  for (const annotation of itemsOf(page.node.lookup(PDFName.of('Annots')))) {
    if (!(annotation instanceof PDFDict) || isHidden(annotation.lookup(PDFName.of('OC')))) continue;
    if (((numberOf(annotation, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0) continue;
    await drawAnnotation(pdf, page, annotation);
    const hint = besidesPage(annotation);
    if (hint) lost.add(hint);
  }
  return lost;
}
