import { crc32, deflateRawSync } from 'node:zlib';

/** Signatures and fixed lengths, in bytes, of the records of a zip file (PKWARE's APPNOTE, section 4.3). */
export const END = 0x06054b50;
export const ENTRY = 0x02014b50;
export const LOCAL = 0x04034b50;
export const END_BYTES = 22;
export const ENTRY_BYTES = 46;
export const LOCAL_BYTES = 30;
export const DEFLATED = 8;
const VERSION = 20;
const UTF8_NAMES = 0x0800;

export interface ZipWriter {
  /** The bytes of one part, deflated. */
  add(name: string, content: Uint8Array): Buffer;
  /** The directory after the last part. */
  end(): Buffer;
}

/** A new zip file, part by part: at most 4 GB and 65,535 parts. Throws RangeError beyond. */
export function zipWriter(): ZipWriter {
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  const add = (name: string, content: Uint8Array): Buffer => {
    const packed = deflateRawSync(content, { level: 1 });
    const path = Buffer.from(name);
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(VERSION, 4);
    local.writeUInt16LE(UTF8_NAMES, 6);
    local.writeUInt16LE(DEFLATED, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(VERSION, 4);
    local.copy(entry, 6, 4, LOCAL_BYTES);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, path);
    count += 1;
    const part = Buffer.concat([local, path, packed]);
    offset += part.length;
    return part;
  };
  const endOf = (): Buffer => {
    const table = Buffer.concat(directory);
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(table.length, 12);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([table, end]);
  };
  return { add, end: endOf };
}

/** A new zip file of these parts, in memory. */
export function packZip(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  const zip = zipWriter();
  const packed = [...parts].map(([name, content]) => zip.add(name, content));
  return Buffer.concat([...packed, zip.end()]);
}
