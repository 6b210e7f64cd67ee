import { constants, inflateSync } from 'node:zlib';
import { PDFName, type PDFStream } from '@cantoo/pdf-lib';

/** Content that unpacks to more than this is certainly not blank, and is not read. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** A stream's content; nothing when it is packed otherwise, broken or too large. */
export function unpackStream(stream: PDFStream): Buffer | undefined {
  const content = Buffer.from(stream.getContents());
  if (!stream.dict.has(PDFName.of('Filter'))) return content;
  try {
    return inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CONTENT_BYTES });
  } catch {
    return undefined;
  }
}
