import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_THUMBNAILS } from './converter.ts';
import { THUMBNAIL_PX, THUMBNAIL_QUALITY } from './process/conversion.ts';

const MEGABYTE = 1024 * 1024;
const MAX_THUMBNAIL_BYTES = MEGABYTE;
/** A PDF that takes longer to draw has fewer thumbnails. */
export const THUMBNAIL_DEADLINE = { cpuSeconds: 5, wallMs: 5_000 };
export const THUMBNAIL_LIMITS = {
  cpuSeconds: THUMBNAIL_DEADLINE.cpuSeconds,
  addressBytes: 1024 * MEGABYTE,
  fileBytes: MAX_THUMBNAIL_BYTES,
};

/** Arguments for poppler's pdftoppm: the first pages as JPEGs whose names begin with `prefix`. */
export function thumbnailArguments(input: string, prefix: string): readonly string[] {
  const picture = ['-q', '-jpeg', '-jpegopt', `quality=${THUMBNAIL_QUALITY}`, '-scale-to', String(THUMBNAIL_PX)];
  return [...picture, '-f', '1', '-l', String(MAX_THUMBNAILS), input, prefix];
}

/** Whether a JPEG is complete; a killed program leaves its last one cut off. */
function isWholeJpeg(content: Buffer): boolean {
  return (
    content.length > 4 && content.readUInt16BE(0) === 0xffd8 && content.readUInt16BE(content.length - 2) === 0xffd9
  );
}

/** pdftoppm's pictures in a folder in page order, up to the first that is missing or cut off. */
export async function readThumbnails(folder: string): Promise<readonly Uint8Array[]> {
  const numbered = (await readdir(folder)).flatMap((name) => {
    const page = Number(/^page-0*(\d+)\.jpg$/.exec(name)?.[1] ?? 0);
    return page > 0 ? [{ page, file: path.join(folder, name) }] : [];
  });
  const thumbnails: Uint8Array[] = [];
  for (const { page, file } of numbered.toSorted((a, b) => a.page - b.page)) {
    const info = await stat(file);
    if (page !== thumbnails.length + 1 || !info.isFile() || info.size > MAX_THUMBNAIL_BYTES) break;
    const content = await readFile(file);
    if (!isWholeJpeg(content)) break;
    thumbnails.push(content);
  }
  return thumbnails;
}
