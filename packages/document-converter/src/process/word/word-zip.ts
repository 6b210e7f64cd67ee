import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { ConversionError } from '../conversion.ts';
import { DEFLATED, END, END_BYTES, ENTRY, ENTRY_BYTES, LOCAL, LOCAL_BYTES } from '../pack-zip.ts';

const inflate = promisify(inflateRaw);

/** More than any real Word file of 1 MB has. */
const LIMITS = {
  entries: 1_000,
  unpackedBytes: 64 * 1024 * 1024,
  ratio: 150,
  ratioFromBytes: 16 * 1024 * 1024,
} as const;

const MAX_COMMENT = 65_535;
const STORED = 0;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
}

/** The parts of a Word file by name, unpacked. */
export type WordParts = ReadonlyMap<string, Buffer>;

function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) if (zip.readUInt32LE(at) === END) return at;
  throw new ConversionError('damaged');
}

/** The zip's directory. Encrypted, split and 64-bit zips are not supported. */
function listEntries(zip: Buffer): readonly Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > LIMITS.entries) throw new ConversionError('too_much_inside');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new ConversionError('damaged');
    if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new ConversionError('encrypted');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      unpacked: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function refuseOddEntries(entries: readonly Entry[]): void {
  const names = new Set<string>();
  let total = 0;
  for (const { name, packed, unpacked } of entries) {
    if (name.startsWith('/') || name.includes('\\') || name.split('/').includes('..') || names.has(name)) {
      throw new ConversionError('damaged');
    }
    names.add(name);
    total += unpacked;
    if (unpacked > LIMITS.ratioFromBytes && unpacked > packed * LIMITS.ratio)
      throw new ConversionError('too_much_inside');
  }
  if (total > LIMITS.unpackedBytes) throw new ConversionError('too_much_inside');
}

/** An entry's content, which must have its declared size and checksum. */
async function unpack(zip: Buffer, entry: Entry): Promise<Buffer> {
  if (zip.readUInt32LE(entry.at) !== LOCAL) throw new ConversionError('damaged');
  const from = entry.at + LOCAL_BYTES + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
  const packed = zip.subarray(from, from + entry.packed);
  if (packed.length !== entry.packed) throw new ConversionError('damaged');
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new ConversionError('damaged');
  const content =
    entry.method === STORED ? packed : await inflate(packed, { maxOutputLength: Math.max(1, entry.unpacked) });
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) throw new ConversionError('damaged');
  return content;
}

/** Unpacks a Word file within limits. @throws ConversionError when it is damaged, encrypted or a bomb */
export async function unpackWordZip(zip: Buffer): Promise<WordParts> {
  try {
    const entries = listEntries(zip);
    refuseOddEntries(entries);
    const parts = new Map<string, Buffer>();
    for (const entry of entries) parts.set(entry.name, await unpack(zip, entry));
    return parts;
  } catch (error) {
    // Offsets beyond the file, and streams that cannot be unpacked.
    throw error instanceof ConversionError ? error : new ConversionError('damaged');
  }
}
