import { inflateRawSync } from 'node:zlib';

/** The parts of a zip file that we have packed, by name and in its order: without comments, below 4 GB. */
export function readZip(file: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const count = file.readUInt16LE(file.length - 12);
  let entry = file.readUInt32LE(file.length - 6);
  for (let place = 0; place < count; place += 1) {
    const nameEnd = entry + 46 + file.readUInt16LE(entry + 28);
    const local = file.readUInt32LE(entry + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(entry + 20));
    parts.set(file.toString('utf8', entry + 46, nameEnd), inflateRawSync(packed));
    entry = nameEnd + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  return parts;
}
