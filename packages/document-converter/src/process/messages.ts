import * as z from 'zod/mini';
import { CONVERSION_PROBLEMS, LOSS_HINTS, PHOTO_HINTS } from './conversion.ts';
import { wordContentSchema } from './word/word-content.ts';

/** A request to the converter process; its body is the file, or the pictures one after another. */
export const requestSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('prepare-word') }),
  /** Bytes of each picture in the body. */
  z.object({ operation: z.literal('pictures-to-pdf'), sizes: z.array(z.int().check(z.nonnegative())) }),
  z.object({
    operation: z.literal('clean-pdf'),
    /** PDFs with more pages are refused. */
    maxPages: z.int(),
    /** The content of the Word file that it was made from. */
    word: z.optional(wordContentSchema),
  }),
]);
export type ConverterRequest = z.infer<typeof requestSchema>;

export const responseSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    word: z.optional(wordContentSchema),
    pages: z.optional(z.int()),
    hints: z.optional(z.array(z.object({ page: z.int(), hint: z.enum([...PHOTO_HINTS, ...LOSS_HINTS]) }))),
    /** Bytes of each part of the body: the file, then its thumbnails. Without them the whole body is the file. */
    sizes: z.optional(z.array(z.int().check(z.nonnegative())).check(z.minLength(1))),
  }),
  z.object({ ok: z.literal(false), problem: z.enum(CONVERSION_PROBLEMS), page: z.optional(z.int()) }),
]);

/**
 * A message between the worker and its converter process: the lengths of header and body (4 bytes each, big-endian), the
 * header as JSON, and the body.
 */
export interface Frame {
  readonly header: unknown;
  readonly body: Buffer;
}

const LENGTHS_BYTES = 8;
/** More than any file or PDF that is passed. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

export function encodeFrame(header: object, body: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(head.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, head, body]);
}

/** The messages of a stream. Throws RangeError for one that is too long. */
export async function* readFrames(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Frame> {
  let pieces: Buffer[] = [];
  let size = 0;
  let needed = LENGTHS_BYTES;
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    while (size >= needed) {
      const all = Buffer.concat(pieces);
      const [headBytes, bodyBytes] = [all.readUInt32BE(0), all.readUInt32BE(4)];
      if (Math.max(headBytes, bodyBytes) > MAX_PART_BYTES) throw new RangeError('A converter message is too long.');
      const bodyStart = LENGTHS_BYTES + headBytes;
      needed = bodyStart + bodyBytes;
      pieces = [all];
      if (size < needed) break;
      yield {
        header: JSON.parse(all.toString('utf8', LENGTHS_BYTES, bodyStart)),
        body: all.subarray(bodyStart, needed),
      };
      pieces = [all.subarray(needed)];
      size -= needed;
      needed = LENGTHS_BYTES;
    }
  }
}

/** Several parts as the body of one frame, with their sizes for its header. */
export function joinParts(parts: readonly Uint8Array[]): { readonly sizes: number[]; readonly body: Buffer } {
  return { sizes: parts.map((part) => part.length), body: Buffer.concat(parts) };
}

/** The parts of a body; it may be longer. */
export function splitParts(sizes: readonly number[], body: Buffer): readonly Buffer[] {
  let from = 0;
  return sizes.map((size) => {
    const part = body.subarray(from, from + size);
    if (part.length !== size) throw new RangeError('A message from the converter process lacks a part.');
    from += size;
    return part;
  });
}
