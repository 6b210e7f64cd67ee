import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import {
  ConversionError,
  type ConversionProblem,
  type Converted,
  type PageHint,
  THUMBNAIL_PX,
  THUMBNAIL_QUALITY,
} from './conversion.ts';
import { findPhotoHint } from './photo-hint.ts';

/** 300 dots an inch on the longer side of a letter page, less its margins. */
const MAX_SIDE_PX = 2_550;
/** Beyond this a small file would unpack to more than a gigabyte. */
const MAX_PIXELS = 40e6;
/** All pictures of a document together. */
const MAX_PIXELS_IN_ALL = 100e6;
const JPEG_QUALITY = 85;

const POINTS_PER_INCH = 72;
/** Small pictures are not enlarged beyond this. */
const MIN_DOTS_PER_INCH = 110;
const LETTER = { short: 612, long: 792, margin: 27 } as const;

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

/** Adds a page with the picture: upright, on white, in sRGB, at a size that prints well. Returns the picture as it is kept. */
async function addPage(pdf: PDFDocument, content: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColorspace('srgb')
    .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const picture = await pdf.embedJpg(data);
  const isWide = info.width > info.height;
  const page = { width: isWide ? LETTER.long : LETTER.short, height: isWide ? LETTER.short : LETTER.long };
  const room = { width: page.width - 2 * LETTER.margin, height: page.height - 2 * LETTER.margin };
  const scale = Math.min(room.width / info.width, room.height / info.height, POINTS_PER_INCH / MIN_DOTS_PER_INCH);
  const [width, height] = [info.width * scale, info.height * scale];
  pdf
    .addPage([page.width, page.height])
    .drawImage(picture, { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height });
  return data;
}

/** A PDF of pictures, each on a page of its own. @throws ConversionError with the page, where there are several */
export async function picturesToPdf(pictures: readonly Buffer[]): Promise<Converted> {
  const pdf = await PDFDocument.create();
  const thumbnails: Buffer[] = [];
  const hints: PageHint[] = [];
  let pixels = 0;
  for (const [index, picture] of pictures.entries()) {
    const page = index + 1;
    try {
      const { width, height } = await sharp(picture).metadata();
      pixels += width * height;
      if (pictures.length > 1 && pixels > MAX_PIXELS_IN_ALL) throw new ConversionError('too_much_inside');
      const data = await addPage(pdf, picture);
      // Thumbnails end at the first that is missing.
      if (thumbnails.length === index) thumbnails.push(...(await drawThumbnail(data)));
      const hint = await findPhotoHint(data);
      if (hint !== null) hints.push({ page, hint });
    } catch (error) {
      throw new ConversionError(problemOf(error), { page: pictures.length > 1 ? page : undefined, cause: error });
    }
  }
  pdf.setTitle('Uploaded picture');
  pdf.setLanguage('en');
  return { pdf: await pdf.save(), pages: pictures.length, hints, thumbnails };
}
