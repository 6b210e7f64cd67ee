import type { Readable } from 'node:stream';

/** More than any photo or scan that somebody takes for small enough. */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Passes over what is left of a body, because a client that is still sending would see a broken connection instead of the
 * response. After this many bytes it breaks off.
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
