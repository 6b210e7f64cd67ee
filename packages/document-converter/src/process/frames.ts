/**
 * Messages between the worker and its converter process: a header and a body, each with its length before it
 * (4 bytes, big-endian).
 */
export interface Frame {
  readonly header: unknown;
  readonly body: Buffer;
}

const LENGTH_BYTES = 4;
/** More than any file or PDF that is passed. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

/** The bytes of one message; the header as JSON. */
export function encodeFrame(header: object, body: Uint8Array): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const lengths = [head.length, body.length].map((length) => {
    const bytes = Buffer.alloc(LENGTH_BYTES);
    bytes.writeUInt32BE(length);
    return bytes;
  });
  return Buffer.concat([lengths[0] ?? Buffer.alloc(0), head, lengths[1] ?? Buffer.alloc(0), body]);
}

/** Several parts as the body of one frame, with their sizes for its header. */
export function joinParts(parts: readonly Uint8Array[]): { readonly sizes: readonly number[]; readonly body: Buffer } {
  return { sizes: parts.map((part) => part.length), body: Buffer.concat(parts) };
}

/** The parts of a body; whatever is left over belongs to none. */
export function splitParts(sizes: readonly number[], body: Buffer): readonly Buffer[] {
  let from = 0;
  return sizes.map((size) => {
    const part = body.subarray(from, from + size);
    if (part.length !== size) throw new RangeError('A message from the converter process lacks a part.');
    from += size;
    return part;
  });
}

/** Puts frames together from the pieces in which a stream brings them. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #size = 0;

  /** The frames that this piece completes. */
  push(piece: Buffer): readonly Frame[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const frames: Frame[] = [];
    for (let frame = this.#take(); frame !== undefined; frame = this.#take()) frames.push(frame);
    return frames;
  }

  #take(): Frame | undefined {
    if (this.#size < LENGTH_BYTES) return undefined;
    const all = this.#joined();
    const headEnd = LENGTH_BYTES + checked(all.readUInt32BE(0));
    if (all.length < headEnd + LENGTH_BYTES) return undefined;
    const bodyEnd = headEnd + LENGTH_BYTES + checked(all.readUInt32BE(headEnd));
    if (all.length < bodyEnd) return undefined;
    const rest = all.subarray(bodyEnd);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return {
      header: JSON.parse(all.toString('utf8', LENGTH_BYTES, headEnd)),
      body: all.subarray(headEnd + LENGTH_BYTES, bodyEnd),
    };
  }

  #joined(): Buffer {
    const all = this.#pieces.length === 1 ? (this.#pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#pieces);
    this.#pieces = [all];
    return all;
  }
}

function checked(length: number): number {
  if (length > MAX_PART_BYTES) throw new RangeError('A message from the converter process is too long.');
  return length;
}
