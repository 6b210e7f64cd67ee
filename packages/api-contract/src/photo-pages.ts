import { fileKindOf, PHOTO_PAGES_START } from './file-content.ts';
import { MAX_FILE_BYTES } from './file-rules.ts';

/**
 * The format of photos that are uploaded as the pages of one document: a first line, the number of photos in one byte, the
 * size of each in four (big-endian), then the photos.
 */
const HEADER_BYTES = PHOTO_PAGES_START.length + 1;
const SIZE_BYTES = 4;

/** The photos share the size limit of one file: with six, each still has enough pixels for six-point print. */
export const MAX_PHOTO_PAGES = 6;

const contentsFrom = (count: number) => HEADER_BYTES + count * SIZE_BYTES;

/** The total size limit of this many photos, in bytes. */
export function maxPhotoBytes(count: number): number {
  return MAX_FILE_BYTES - contentsFrom(count);
}

/** Joins photos into one file. @throws RangeError for too many */
export function joinPhotos(photos: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (photos.length > MAX_PHOTO_PAGES) throw new RangeError('There are too many photos.');
  const from = contentsFrom(photos.length);
  const content = new Uint8Array(photos.reduce((sum, photo) => sum + photo.length, from));
  const view = new DataView(content.buffer);
  content.set(Uint8Array.from(PHOTO_PAGES_START, (letter) => letter.charCodeAt(0)));
  view.setUint8(PHOTO_PAGES_START.length, photos.length);
  let at = from;
  for (const [index, photo] of photos.entries()) {
    view.setUint32(HEADER_BYTES + index * SIZE_BYTES, photo.length);
    content.set(photo, at);
    at += photo.length;
  }
  return content;
}

/** Splits such a file; undefined when it is none, or incomplete. */
export function splitPhotos(content: Uint8Array): readonly Uint8Array[] | undefined {
  const count = content[PHOTO_PAGES_START.length] ?? 0;
  const from = contentsFrom(count);
  if (fileKindOf(content) !== 'pages' || content.length < from) return undefined;
  if (count === 0 || count > MAX_PHOTO_PAGES) return undefined;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const photos: Uint8Array[] = [];
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const size = view.getUint32(HEADER_BYTES + index * SIZE_BYTES);
    photos.push(content.subarray(at, at + size));
    at += size;
  }
  return at === content.length ? photos : undefined;
}
