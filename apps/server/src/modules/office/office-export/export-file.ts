import type { FileStore } from '../../../adapters/object-store/object-store.ts';

/** A file is kept in parts of about so many bytes, so that an export of a season needs no memory for it. */
const PART_BYTES = 8 * 1_048_576;

export const partKey = (id: string, part: number) => `office-exports/${id}-${part}`;

/** Collects what is written into parts of the store. */
export function partWriter(objects: FileStore, id: string) {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let parts = 0;
  let size = 0;
  const flush = async () => {
    if (bytes === 0) return;
    parts += 1;
    size += bytes;
    await objects.put(partKey(id, parts), Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  return {
    write: async (text: string | Buffer) => {
      const buffer = Buffer.from(text);
      waiting.push(buffer);
      bytes += buffer.length;
      if (bytes >= PART_BYTES) await flush();
    },
    end: async () => {
      await flush();
      return { parts, size };
    },
  };
}
