import {
  BlendMode,
  type Color,
  cmyk,
  grayscale,
  LineCapStyle,
  PDFArray,
  type PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { type Box, boxAround, boxOf, dictOf, nameOf, numberOf, numbersOf, textOf } from './pdf-values.ts';
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
  const numbers = numbersOf(value) ?? [];
  const points: Point[] = [];
  for (let at = 0; at + 1 < Math.min(numbers.length, 2 * MAX_POINTS); at += 2) {
    points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  }
  return points;
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

/** Line and fill of a shape. */
const strokeOf = ({ comment, opacity }: Pen) => ({
  borderColor: colorOf(comment, 'C') ?? BLACK,
  borderWidth: thicknessOf(comment),
  borderOpacity: opacity,
});
function fillOf({ comment, opacity }: Pen, name: 'C' | 'IC') {
  const color = colorOf(comment, name);
  return color === undefined ? {} : { color, opacity };
}

function drawPath(pen: Pen, points: readonly Point[], isClosed: boolean): void {
  if (points.length < 2) return;
  // This library's paths have y pointing down.
  const path = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'} ${x} ${-y}`).join(' ');
  const style = { ...strokeOf(pen), borderLineCap: LineCapStyle.Round, ...(isClosed ? fillOf(pen, 'IC') : {}) };
  pen.page.drawSvgPath(isClosed ? `${path} Z` : path, { x: 0, y: 0, ...style });
}

function drawMarks({ page, comment, place, opacity }: Pen, kind: string): void {
  for (const box of markedBoxes(comment, place)) {
    if (kind === 'Highlight') {
      const color = colorOf(comment, 'C') ?? HIGHLIGHT;
      page.drawRectangle({ ...box, color, opacity, blendMode: BlendMode.Multiply });
      continue;
    }
    const y = box.y + box.height * (kind === 'StrikeOut' ? 0.45 : 0.08);
    page.drawLine({
      start: { x: box.x, y },
      end: { x: box.x + box.width, y },
      thickness: Math.max(0.5, box.height / 14),
      color: colorOf(comment, 'C') ?? RED,
      opacity,
    });
  }
}

function drawOutline(pen: Pen, kind: string): void {
  const { page, place } = pen;
  const style = { ...strokeOf(pen), ...fillOf(pen, 'IC') };
  const border = style.borderWidth;
  const [width, height] = [Math.max(0, place.width - border), Math.max(0, place.height - border)];
  if (kind === 'Square') {
    page.drawRectangle({ x: place.x + border / 2, y: place.y + border / 2, width, height, ...style });
  } else {
    const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
    page.drawEllipse({ ...middle, xScale: width / 2, yScale: height / 2, ...style });
  }
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

async function drawWords(pdf: PDFDocument, { page, comment, place }: Pen, words: string, font: PDFFont): Promise<void> {
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

function drawBox(pen: Pen): void {
  const style = { ...strokeOf(pen), borderColor: BLACK, ...fillOf(pen, 'C') };
  if ('color' in style || style.borderWidth > 0) pen.page.drawRectangle({ ...pen.place, ...style });
}

/**
 * Draws a comment without an appearance as a PDF reader would (ISO 32000-2, 12.5.6). Of sticky notes, only the icon is drawn:
 * their text is in a window, which paper doesn't have.
 */
export async function drawComment(pdf: PDFDocument, page: PDFPage, comment: PDFDict): Promise<void> {
  const place = boxOf(comment.lookup(PDFName.of('Rect')));
  if (!place) return;
  const opacity = Math.min(1, Math.max(0, numberOf(comment, 'CA') ?? 1));
  const pen: Pen = { page, comment, place, opacity };
  const kind = nameOf(comment, 'Subtype');
  switch (kind) {
    case 'Highlight':
    case 'Underline':
    case 'Squiggly':
    case 'StrikeOut':
      return drawMarks(pen, kind);
    case 'Line':
      return drawPath(pen, pointsOf(comment.lookup(PDFName.of('L'))), false);
    case 'PolyLine':
    case 'Polygon':
      return drawPath(pen, pointsOf(comment.lookup(PDFName.of('Vertices'))), kind === 'Polygon');
    case 'Ink': {
      const strokes = comment.lookup(PDFName.of('InkList'));
      if (!(strokes instanceof PDFArray)) return;
      for (let at = 0; at < Math.min(strokes.size(), MAX_POINTS); at += 1) {
        drawPath(pen, pointsOf(strokes.lookup(at)), false);
      }
      return;
    }
    case 'Square':
    case 'Circle':
      return drawOutline(pen, kind);
    case 'FreeText':
      drawBox(pen);
      return drawWords(pdf, pen, textOf(comment, 'Contents'), await pdf.embedFont(StandardFonts.Helvetica));
    case 'Stamp':
      drawOutline(pen, 'Square');
      return drawWords(
        pdf,
        pen,
        textOf(comment, 'Contents') || nameOf(comment, 'Name'),
        await pdf.embedFont(StandardFonts.HelveticaBold),
      );
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
