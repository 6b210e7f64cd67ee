import type { Readable } from 'node:stream';

/** More than any photo or scan that somebody would try to upload. */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Discards the rest of a body, since a client that is still sending would see a broken connection instead of the response.
 * Breaks off after `maxBytes`.
 */
export function passOver(source: Readable, maxBytes = MAX_UNREAD_BYTES): void {
  let left = maxBytes;
  source.on('error', () => {});
  source.on('data', (piece: Uint8Array) => {
    left -= piece.length;
    if (left < 0) source.destroy();
  });
  source.resume();
}
