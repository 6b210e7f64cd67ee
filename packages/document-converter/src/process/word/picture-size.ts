/** Pixels, by a picture's header. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface PictureSize extends Size {
  /** Whether it is a bitmap rather than a vector drawing. */
  readonly isBitmap: boolean;
}

const PNG = '\x89PNG\r\n\x1a\n';
const EMF_MARK = ' EMF';
const WMF = '\xd7\xcd\xc6\x9a';
const JPEG_MARKS_WITHOUT_SIZE = new Set([0xc4, 0xc8, 0xcc]);

function readJpegSize(content: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= content.length) {
    if (content[at] !== 0xff) {
      at += 1;
      continue;
    }
    const mark = content[at + 1] ?? 0;
    if (mark >= 0xc0 && mark <= 0xcf && !JPEG_MARKS_WITHOUT_SIZE.has(mark)) {
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    }
    const isAlone = mark === 0xff || mark === 0x01 || (mark >= 0xd0 && mark <= 0xd9) || mark === 0;
    at += isAlone ? 1 + Number(mark !== 0xff) : 2 + Math.max(2, content.readUInt16BE(at + 2));
  }
  return undefined;
}

const TIFF_WIDTH = 256;
const TIFF_HEIGHT = 257;
const TIFF_SHORT = 3;

/** The largest of a TIFF's pages. */
function readTiffSize(content: Buffer): Size | undefined {
  const isLittle = content[0] === 0x49;
  const word = (at: number) => (isLittle ? content.readUInt16LE(at) : content.readUInt16BE(at));
  const long = (at: number) => (isLittle ? content.readUInt32LE(at) : content.readUInt32BE(at));
  let largest: Size | undefined;
  const seen = new Set<number>();
  for (let page = long(4); page !== 0 && !seen.has(page); ) {
    seen.add(page);
    const count = word(page);
    const size = { width: 0, height: 0 };
    for (let entry = page + 2; entry < page + 2 + count * 12; entry += 12) {
      const value = word(entry + 2) === TIFF_SHORT ? word(entry + 8) : long(entry + 8);
      if (word(entry) === TIFF_WIDTH) size.width = value;
      if (word(entry) === TIFF_HEIGHT) size.height = value;
    }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
    page = long(page + 2 + count * 12);
  }
  return largest;
}

/** The size of a vector drawing by its edges: left, top, right, bottom. */
function sizeBetween([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]): PictureSize {
  return { width: Math.abs(right - left), height: Math.abs(bottom - top), isBitmap: false };
}

function readBitmapSize(content: Buffer, start: string): Size | undefined {
  if (start === PNG) return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  if (start.startsWith('\xff\xd8\xff')) return readJpegSize(content);
  if (start.startsWith('GIF8')) return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
  if (start.startsWith('BM')) {
    return { width: Math.abs(content.readInt32LE(18)), height: Math.abs(content.readInt32LE(22)) };
  }
  return start.startsWith('II*\0') || start.startsWith('MM\0*') ? readTiffSize(content) : undefined;
}

/** The size of a PNG, JPEG, GIF, BMP, TIFF, EMF or WMF without decoding it; undefined for other or truncated content. */
export function pictureSizeOf(content: Buffer): PictureSize | undefined {
  const start = content.toString('latin1', 0, 8);
  try {
    if (start.startsWith('\x01\0\0\0') && content.toString('latin1', 40, 44) === EMF_MARK) {
      return sizeBetween([8, 12, 16, 20].map((at) => content.readInt32LE(at)));
    }
    if (start.startsWith(WMF)) return sizeBetween([6, 8, 10, 12].map((at) => content.readInt16LE(at)));
    const size = readBitmapSize(content, start);
    return size && { ...size, isBitmap: true };
  } catch {
    // An offset exceeds the file.
    return undefined;
  }
}
