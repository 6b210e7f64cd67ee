import { PDFDocument } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';
import {
  ConversionError,
  type ConversionProblem,
  type Converted,
  MAX_THUMBNAILS,
  type PageHint,
  THUMBNAIL_PX,
  THUMBNAIL_QUALITY,
} from './conversion.ts';
import { findPhotoHint } from './photo-hint.ts';

/** 300 dots an inch on the longer side of a letter page, less its margins. */
const MAX_SIDE_PX = 2_550;
/** A longer side of so many shorter ones: a long screenshot or a panorama, which is cut if it would have to be reduced. */
const LONG = 3;
/** And is cut only if the whole would be reduced by more than this. */
const REDUCED = 1.5;
const MAX_PARTS = 50;
/** The share of a part that the next one shows again, so that no line of text is cut on both. */
const OVERLAP = 0.05;
/** Beyond this a small file would unpack to more than a gigabyte. */
const MAX_PIXELS = 40e6;
/** All pictures of a document together. */
const MAX_PIXELS_IN_ALL = 100e6;
const JPEG_QUALITY = 85;
const OPEN_JPEG = /premature end of JPEG/;
const JPEG_END = Buffer.from([0xff, 0xd9]);

const POINTS_PER_INCH = 72;
/** Small pictures are not enlarged beyond this. */
const MIN_DOTS_PER_INCH = 110;
const LETTER = { short: 612, long: 792 } as const;
/** Within the margins. */
const ROOM = { short: 558, long: 738 } as const;

// Only the accepted kinds are ever decoded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);

/** A thumbnail for the owner; none when it cannot be drawn. */
async function drawThumbnail(picture: Buffer): Promise<readonly Buffer[]> {
  const thumbnail = sharp(picture)
    .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
  return thumbnail.then(
    (drawn) => [drawn],
    () => [],
  );
}

/** A decoder's error as the problem of the picture. */
function problemOf(error: unknown): ConversionProblem {
  if (error instanceof ConversionError) return error.problem;
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return 'too_much_inside';
  // 12 bits per color, lossless, arithmetic coding: valid JPEGs that our decoder does not support.
  return /Unsupported JPEG|feature was omitted/i.test(message) ? 'unreadable_picture' : 'damaged';
}

/** The parts of a long picture, each with the proportions of a page; the whole of others. */
function partsOf(width: number, height: number) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long <= REDUCED * MAX_SIDE_PX || long < LONG * short) return [{ left: 0, top: 0, width, height }];
  const extent = Math.ceil((short * ROOM.long) / ROOM.short);
  const step = Math.ceil(extent * (1 - OVERLAP));
  const count = Math.ceil((long - extent) / step) + 1;
  if (count > MAX_PARTS) throw new ConversionError('too_much_inside');
  return Array.from({ length: count }, (_, index) => {
    const [from, size] = [index * step, Math.min(extent, long - index * step)];
    return width > height ? { left: from, top: 0, width: size, height } : { left: 0, top: from, width, height: size };
  });
}

/** Adds the pages of a picture: upright, on white, in sRGB, at a size that prints well. Returns their pictures as they are kept. */
async function addPages(pdf: PDFDocument, content: Buffer, failOn: 'error' | 'warning' = 'error') {
  const { autoOrient } = await sharp(content).metadata();
  const parts = partsOf(autoOrient.width, autoOrient.height);
  const upright = sharp(content, { failOn, limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColorspace('srgb');
  if (parts.length === 1) return [await addPage(pdf, upright)];
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const kept: Buffer[] = [];
  for (const part of parts) kept.push(await addPage(pdf, sharp(data, { raw: info }).extract(part)));
  return kept;
}

/** Decodes a JPEG without its last two bytes, which other programs show whole; when more is missing, there is a warning. */
const addOpenPages = (pdf: PDFDocument, content: Buffer) =>
  addPages(pdf, content).catch((error: unknown) => {
    if (!(error instanceof Error && OPEN_JPEG.test(error.message))) throw error;
    return addPages(pdf, Buffer.concat([content, JPEG_END]), 'warning');
  });

async function addPage(pdf: PDFDocument, picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture
    .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const embedded = await pdf.embedJpg(data);
  const isWide = info.width > info.height;
  const page = { width: isWide ? LETTER.long : LETTER.short, height: isWide ? LETTER.short : LETTER.long };
  const room = { width: isWide ? ROOM.long : ROOM.short, height: isWide ? ROOM.short : ROOM.long };
  const scale = Math.min(room.width / info.width, room.height / info.height, POINTS_PER_INCH / MIN_DOTS_PER_INCH);
  const [width, height] = [info.width * scale, info.height * scale];
  pdf
    .addPage([page.width, page.height])
    .drawImage(embedded, { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height });
  return data;
}

/** A PDF of pictures, each on pages of its own. @throws ConversionError with the page, where there are several */
export async function picturesToPdf(pictures: readonly Buffer[]): Promise<Converted> {
  const pdf = await PDFDocument.create();
  const thumbnails: Buffer[] = [];
  const hints: PageHint[] = [];
  let [pixels, pages] = [0, 0];
  for (const [index, picture] of pictures.entries()) {
    try {
      const { width, height } = await sharp(picture).metadata();
      pixels += width * height;
      if (pictures.length > 1 && pixels > MAX_PIXELS_IN_ALL) throw new ConversionError('too_much_inside');
      for (const data of await addOpenPages(pdf, picture)) {
        // Thumbnails end at the first that is missing.
        if (thumbnails.length === pages && pages < MAX_THUMBNAILS) thumbnails.push(...(await drawThumbnail(data)));
        pages += 1;
        const hint = await findPhotoHint(data);
        if (hint !== null) hints.push({ page: pages, hint });
      }
    } catch (error) {
      throw new ConversionError(problemOf(error), { page: pictures.length > 1 ? index + 1 : undefined, cause: error });
    }
  }
  pdf.setTitle('Uploaded picture');
  pdf.setLanguage('en');
  return { pdf: await pdf.save(), pages, hints, thumbnails };
}
