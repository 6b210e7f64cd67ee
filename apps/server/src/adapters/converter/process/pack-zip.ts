import { crc32, deflateRawSync } from 'node:zlib';
import { DEFLATED, END, END_BYTES, ENTRY, ENTRY_BYTES, LOCAL, LOCAL_BYTES } from './zip-format.ts';

const VERSION = 20;
const UTF8_NAMES = 0x0800;

/** A new zip file of these parts, deflated. Made in memory: for some megabytes. */
export function packZip(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
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
    locals.push(local, path, packed);
    directory.push(entry, path);
    offset += local.length + path.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, table, end]);
}
