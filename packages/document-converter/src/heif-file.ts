/** A box of a HEIC or AVIF file (ISO/IEC 14496-12, 4.2), with the offsets of its content. */
interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** An entry of the file's list of items: pictures, tiles of pictures, metadata. */
interface Item {
  readonly id: number;
  readonly type: string;
  /** Offsets of its type and the last byte of its flags. */
  readonly typeAt: number;
  readonly flagsAt: number;
}

const HIDDEN = 1;
const EXIF = 'Exif';
const PICTURE_BRAND = 'mif1';
const BRAND_AT = 8;
/** Items that phones write. Few programs can decode others, which are valid all the same. */
const USUAL_ITEMS = new Set(['hvc1', 'av01', 'grid', 'iden', 'iovl', 'tmap', EXIF, 'mime', 'uri ']);

const typeOf = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);

function* boxesIn(file: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const declared = file.readUInt32BE(at);
    const head = declared === 1 ? 16 : 8;
    const size = declared === 0 ? to - at : declared === 1 ? Number(file.readBigUInt64BE(at + 8)) : declared;
    if (size < head || at + size > to) return;
    yield { type: typeOf(file, at + 4), from: at + head, to: at + size };
    at += size;
  }
}

function readItem(file: Buffer, { from }: Box): Item {
  const hasLongId = file[from] === 3;
  const typeAt = from + (hasLongId ? 10 : 8);
  const id = hasLongId ? file.readUInt32BE(from + 4) : file.readUInt16BE(from + 4);
  return { id, type: typeOf(file, typeAt), typeAt, flagsAt: from + 3 };
}

interface Contents {
  readonly items: readonly Item[];
  readonly primary: number | undefined;
}

/** The file's list of items; empty when an offset exceeds the file. */
function readContents(file: Buffer): Contents {
  try {
    return readMeta(file);
  } catch {
    return { items: [], primary: undefined };
  }
}

function readMeta(file: Buffer): Contents {
  const meta = [...boxesIn(file, 0, file.length)].find(({ type }) => type === 'meta');
  const parts = meta ? [...boxesIn(file, meta.from + 4, meta.to)] : [];
  const [list, pointer] = ['iinf', 'pitm'].map((name) => parts.find(({ type }) => type === name));
  const entries = list ? [...boxesIn(file, list.from + (file[list.from] === 0 ? 6 : 8), list.to)] : [];
  const primaryAt = (pointer?.from ?? 0) + 4;
  return {
    // Older entries have no type.
    items: entries.filter(({ from }) => (file[from] ?? 0) >= 2).map((entry) => readItem(file, entry)),
    primary: pointer && (file[pointer.from] === 0 ? file.readUInt16BE(primaryAt) : file.readUInt32BE(primaryAt)),
  };
}

/**
 * A copy of a HEIC or AVIF that decodes to one upright picture: other pictures are hidden, and so is Exif. Decoders apply the
 * rotation of the file's own properties; Exif would apply it twice.
 */
export function keepPrimaryPhoto(content: Uint8Array): Buffer {
  const file = Buffer.from(content);
  const { items, primary } = readContents(file);
  for (const { id, type, typeAt, flagsAt } of items) {
    if (type === EXIF) file.write('skip', typeAt, 'latin1');
    else if (primary !== undefined && id !== primary) file[flagsAt] = (file[flagsAt] ?? 0) | HIDDEN;
  }
  // Bursts and animations call themselves films (avis, msf1), which decoders refuse.
  if (items.length > 0) file.write(PICTURE_BRAND, BRAND_AT, 'latin1');
  return file;
}

/** Whether it has pictures that phones don't make (uncompressed, JPEG 2000, VVC …), or a film instead of a picture. */
export function isUnusualHeif(content: Uint8Array): boolean {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isFilm = [...boxesIn(file, 0, file.length)].some(({ type }) => type === 'moov');
  const { items } = readContents(file);
  return (isFilm && items.length === 0) || items.some(({ type }) => !USUAL_ITEMS.has(type));
}
