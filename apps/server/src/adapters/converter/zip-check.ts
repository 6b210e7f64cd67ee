import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { ConversionError } from './converter.ts';

const inflate = promisify(inflateRaw);

/** More than any honest Word file of 1 MB holds. */
const LIMITS = {
  entries: 1_000,
  unpackedBytes: 64 * 1024 * 1024,
  ratio: 150,
  ratioFromBytes: 16 * 1024 * 1024,
} as const;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
}

const damaged = (cause?: unknown) => new ConversionError('damaged', { cause });

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) if (zip.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** The zip's table of contents. Encrypted, split and 64-bit zips are no Word files of ours. */
function entriesOf(zip: Buffer): readonly Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > LIMITS.entries) throw new ConversionError('too_much_inside');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw damaged();
    if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new ConversionError('encrypted');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      method: zip.readUInt16LE(at + 10),
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
      throw damaged();
    }
    names.add(name);
    total += unpacked;
    if (unpacked > LIMITS.ratioFromBytes && unpacked > packed * LIMITS.ratio) {
      throw new ConversionError('too_much_inside');
    }
  }
  if (total > LIMITS.unpackedBytes) throw new ConversionError('too_much_inside');
}

/** An entry's content. What it really unpacks to counts, not what it says: never more than it declares. */
async function contentOf(zip: Buffer, entry: Entry): Promise<Buffer> {
  if (zip.readUInt32LE(entry.at) !== LOCAL) throw damaged();
  const from = entry.at + LOCAL_BYTES + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
  const packed = zip.subarray(from, from + entry.packed);
  if (packed.length !== entry.packed) throw damaged();
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw damaged();
  const content = await inflate(packed, { maxOutputLength: Math.max(1, entry.unpacked) });
  if (content.length !== entry.unpacked) throw damaged();
  return content;
}

const WORD_DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/**
 * Refuses a zip that is no Word document, that holds macros, or that would unpack to too much. Every entry is
 * unpacked once within these bounds, so that the converter after this meets no bomb.
 */
export async function checkWordZip(bytes: Uint8Array): Promise<void> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = entriesOf(zip);
    refuseOddEntries(entries);
    let types = '';
    for (const entry of entries) {
      const content = await contentOf(zip, entry);
      if (entry.name === '[Content_Types].xml') types = content.toString('utf8');
      if (/(^|\/)vbaProject[^/]*\.bin$/i.test(entry.name)) throw new ConversionError('macros');
    }
    if (/macroEnabled/i.test(types)) throw new ConversionError('macros');
    if (!types.includes(WORD_DOCUMENT)) throw new ConversionError('wrong_content');
  } catch (error) {
    // Offsets that lead out of the file, and streams that cannot be unpacked.
    throw error instanceof ConversionError ? error : damaged(error);
  }
}
