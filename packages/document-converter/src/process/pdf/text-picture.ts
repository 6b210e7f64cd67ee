import type { PDFDocument, PDFFont, PDFImage } from '@cantoo/pdf-lib';
import sharp from 'sharp';

const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;

interface Extent {
  readonly width: number;
  readonly height: number;
}

const escapeMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Whether a font has all letters of a text. */
export function hasLetters(font: PDFFont, text: string): boolean {
  const letters = new Set(font.getCharacterSet());
  return [...text].every((letter) => /\s/.test(letter) || letters.has(letter.codePointAt(0) ?? 0));
}

/**
 * Draws text that no standard font has letters for as a picture, with the fonts of the machine.
 * @param room in points; a larger picture is scaled down
 * @returns the picture and its size in points
 */
export async function drawTextPicture(
  pdf: PDFDocument,
  text: string,
  room: Extent,
  { points, isMultiline }: { readonly points: number; readonly isMultiline: boolean },
): Promise<{ readonly picture: PDFImage; readonly size: Extent }> {
  const width = Math.ceil((room.width / POINTS_PER_INCH) * DOTS_PER_INCH);
  const png = await sharp({
    text: {
      text: escapeMarkup(text),
      font: `sans ${points}`,
      dpi: DOTS_PER_INCH,
      rgba: true,
      wrap: 'word-char',
      ...(isMultiline ? { width } : {}),
    },
  })
    .png()
    .toBuffer();
  const picture = await pdf.embedPng(png);
  await picture.embed();
  const natural = POINTS_PER_INCH / DOTS_PER_INCH;
  const scale = Math.min(natural, room.width / picture.width, room.height / picture.height);
  return { picture, size: { width: picture.width * scale, height: picture.height * scale } };
}
