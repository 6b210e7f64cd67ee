import {
  BlendMode,
  type Color,
  cmyk,
  grayscale,
  LineCapStyle,
  PDFBool,
  type PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { type Box, boxAround, boxOf, dictOf, itemsOf, nameOf, numberOf, numbersOf, textOf } from './pdf-values.ts';
import { drawTextPicture, hasLetters } from './text-picture.ts';

type Point = readonly [number, number];

const HIGHLIGHT = rgb(1, 0.92, 0.23);
const RED = rgb(0.85, 0.1, 0.1);
const BLACK = grayscale(0);
const NOTE_POINTS = 16;
const TEXT_POINTS = 12;
const LINE_HEIGHT = 1.2;
const PADDING = 2;
const MAX_TEXT = 10_000;
const MAX_POINTS = 20_000;

function colorOf(comment: PDFDict, name: string): Color | undefined {
  const parts = (numbersOf(comment.lookup(PDFName.of(name))) ?? []).map((part) => Math.min(1, Math.max(0, part)));
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  if (parts.length === 1) return grayscale(a);
  if (parts.length === 3) return rgb(a, b, c);
  return parts.length === 4 ? cmyk(a, b, c, d) : undefined;
}

function thicknessOf(comment: PDFDict): number {
  const style = dictOf(comment, 'BS');
  const width = style ? numberOf(style, 'W') : numbersOf(comment.lookup(PDFName.of('Border')))?.[2];
  return Math.min(Math.max(width ?? 1, 0), 20);
}

function pointsOf(value: unknown): readonly Point[] {
  const numbers = numbersOf(value)?.slice(0, 2 * MAX_POINTS) ?? [];
  const count = Math.floor(numbers.length / 2);
  return Array.from({ length: count }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
}

/** The boxes of marked words: four corners each, in any order. */
function markedBoxes(comment: PDFDict, place: Box): readonly Box[] {
  const corners = pointsOf(comment.lookup(PDFName.of('QuadPoints')));
  const count = Math.floor(corners.length / 4);
  if (count === 0) return [place];
  return Array.from({ length: count }, (_, index) => {
    const four = corners.slice(4 * index, 4 * index + 4);
    return boxAround(
      four.map(([x]) => x),
      four.map(([, y]) => y),
    );
  });
}

interface Pen {
  readonly page: PDFPage;
  readonly comment: PDFDict;
  readonly place: Box;
  readonly opacity: number;
}

/** Paths of this library have y pointing down. */
const pathOf = (points: readonly Point[], end = '') =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'} ${x} ${-y}`).join(' ') + end;
const boxPath = ({ x, y, width, height }: Box) => `M ${x} ${-y} h ${width} v ${-height} h ${-width} Z`;

/** Draws a path with the line of a comment, and with its fill unless `fill` is null. */
function drawShape(
  { page, comment, opacity }: Pen,
  path: string,
  fill: 'C' | 'IC' | null,
  line = colorOf(comment, 'C'),
) {
  const [color, borderWidth] = [fill === null ? undefined : colorOf(comment, fill), thicknessOf(comment)];
  if (color !== undefined) page.drawSvgPath(path, { x: 0, y: 0, color, opacity });
  if (borderWidth === 0) return;
  const style = { borderColor: line ?? BLACK, borderWidth, borderOpacity: opacity };
  page.drawSvgPath(path, { x: 0, y: 0, ...style, borderLineCap: LineCapStyle.Round });
}

function drawMarks({ page, comment, place, opacity }: Pen, kind: string): void {
  for (const box of markedBoxes(comment, place)) {
    const isHighlight = kind === 'Highlight';
    const y = box.y + box.height * (kind === 'StrikeOut' ? 0.45 : 0.08);
    const bar = isHighlight ? box : { ...box, y, height: Math.max(0.5, box.height / 14) };
    const color = colorOf(comment, 'C') ?? (isHighlight ? HIGHLIGHT : RED);
    page.drawRectangle({ ...bar, color, opacity, ...(isHighlight ? { blendMode: BlendMode.Multiply } : {}) });
  }
}

/** Within its place, so that the line isn't cut. */
function outlineOf({ comment, place }: Pen, kind: string): string {
  const border = thicknessOf(comment);
  const [width, height] = [Math.max(0, place.width - border), Math.max(0, place.height - border)];
  const [x, y] = [place.x + border / 2, place.y + border / 2];
  if (kind !== 'Circle') return boxPath({ x, y, width, height });
  const arc = `a ${width / 2} ${height / 2} 0 0 0`;
  return `M ${x} ${-y - height / 2} ${arc} ${width} 0 ${arc} ${-width} 0 Z`;
}

/** Size and color of a text, as its default appearance says: "0 0 1 rg /Helv 10 Tf". */
function textStyleOf(comment: PDFDict): { readonly points: number; readonly color: Color } {
  const appearance = textOf(comment, 'DA');
  const points = Number(/([\d.]+)\s+Tf/.exec(appearance)?.[1] ?? 0);
  const [, red = '0', green = '0', blue = '0'] = /([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+rg/.exec(appearance) ?? [];
  const parts = [red, green, blue].map((part) => Math.min(1, Number(part) || 0));
  return {
    points: points >= 4 && points <= 144 ? points : TEXT_POINTS,
    color: rgb(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0),
  };
}

async function drawWords(pdf: PDFDocument, pen: Pen, words: string, name = StandardFonts.Helvetica): Promise<void> {
  const [{ page, comment, place }, font] = [pen, await pdf.embedFont(name)];
  const { points, color } = textStyleOf(comment);
  const text = words.replace(/\r\n?/g, '\n').slice(0, MAX_TEXT);
  const room = { width: place.width - 2 * PADDING, height: place.height - 2 * PADDING };
  if (text.trim() === '' || room.width <= 0 || room.height <= 0) return;
  if (hasLetters(font, text)) {
    const [x, y] = [place.x + PADDING, place.y + place.height - PADDING - points * 0.9];
    page.drawText(text, { x, y, size: points, font, color, maxWidth: room.width, lineHeight: points * LINE_HEIGHT });
    return;
  }
  const { picture, size } = await drawTextPicture(pdf, text, room, { points, isMultiline: true });
  page.drawImage(picture, { ...size, x: place.x + PADDING, y: place.y + place.height - PADDING - size.height });
}

/** For the caption of a line, which begins above its middle. */
const captionPen = ({ place, ...pen }: Pen): Pen => ({
  ...pen,
  place: { x: place.x, y: place.y + place.height / 2, width: Math.max(place.width, 100), height: 2 * TEXT_POINTS },
});

/**
 * Draws a comment without an appearance as a PDF reader would (ISO 32000-2, 12.5.6). Of sticky notes, only the icon is drawn:
 * their text is in a window, which paper doesn't have.
 */
export async function drawComment(pdf: PDFDocument, page: PDFPage, comment: PDFDict): Promise<void> {
  const place = boxOf(comment.lookup(PDFName.of('Rect')));
  if (!place) return;
  const opacity = Math.min(1, Math.max(0, numberOf(comment, 'CA') ?? 1));
  const pen: Pen = { page, comment, place, opacity };
  const [kind, contents] = [nameOf(comment, 'Subtype'), textOf(comment, 'Contents')];
  const pointsIn = (name: string) => pointsOf(comment.lookup(PDFName.of(name)));
  switch (kind) {
    case 'Highlight':
    case 'Underline':
    case 'Squiggly':
    case 'StrikeOut':
      return drawMarks(pen, kind);
    case 'Line':
      drawShape(pen, pathOf(pointsIn('L')), null);
      if (comment.lookup(PDFName.of('Cap')) !== PDFBool.True) return;
      return drawWords(pdf, captionPen(pen), contents);
    case 'PolyLine':
      return drawShape(pen, pathOf(pointsIn('Vertices')), null);
    case 'Polygon':
      return drawShape(pen, pathOf(pointsIn('Vertices'), ' Z'), 'IC');
    case 'Ink': {
      const strokes = itemsOf(comment.lookup(PDFName.of('InkList'))).map((stroke) => pathOf(pointsOf(stroke)));
      return drawShape(pen, strokes.join(' '), null);
    }
    case 'Square':
    case 'Circle':
      return drawShape(pen, outlineOf(pen, kind), 'IC');
    case 'FreeText':
      drawShape(pen, boxPath(place), 'C', BLACK);
      return drawWords(pdf, pen, contents);
    case 'Stamp':
      drawShape(pen, outlineOf(pen, kind), null);
      return drawWords(pdf, pen, nameOf(comment, 'Name') || contents, StandardFonts.HelveticaBold);
    case 'Text': {
      const size = { width: NOTE_POINTS, height: NOTE_POINTS };
      const corner = { x: place.x, y: place.y + place.height - NOTE_POINTS };
      page.drawRectangle({ ...corner, ...size, color: HIGHLIGHT, borderColor: BLACK, borderWidth: 0.75 });
      return;
    }
    default:
      return;
  }
}
