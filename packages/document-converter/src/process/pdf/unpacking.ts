import { constants, createInflate } from 'node:zlib';
import { type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { ConversionError } from '../conversion.ts';
import { itemsOf, nameOf, numberOf } from './pdf-values.ts';

/** More than two hundred scanned pages. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const MAX_PIXELS = 200e6;
const PIECE_BYTES = 256 * 1024;

const filtersOf = ({ dict }: PDFRawStream) =>
  itemsOf(dict.lookup(PDFName.of('Filter'))).filter((filter) => filter instanceof PDFName);

/** PDF readers ignore a wrong checksum and show truncated content. */
const isForgivable = (error: unknown) => error instanceof Error && /incorrect data check/.test(error.message);

/** The unpacked size in bytes, up to `allowed`; undefined when it cannot be unpacked. */
async function unpackedBytes(packed: Uint8Array, allowed: number): Promise<number | undefined> {
  const inflating = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PIECE_BYTES });
  inflating.end(packed);
  let size = 0;
  try {
    for await (const piece of inflating) {
      size += Buffer.isBuffer(piece) ? piece.length : 0;
      if (size > allowed) throw new ConversionError('too_much_inside');
    }
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    if (!isForgivable(error)) return undefined;
  }
  return size;
}

function pixelsOf(stream: PDFRawStream): number {
  if (nameOf(stream.dict, 'Subtype') !== 'Image') return 0;
  return (numberOf(stream.dict, 'Width') ?? 0) * (numberOf(stream.dict, 'Height') ?? 0);
}

/**
 * Unpacks every stream once within limits, so that the PDF is no decompression bomb. Pages whose content cannot be unpacked are
 * damaged. qpdf has rewritten the PDF, so its readable streams, except pictures, use Flate alone.
 */
export async function checkUnpacking(pdf: PDFDocument): Promise<void> {
  const contents = new Set(pdf.getPages().flatMap(({ node }) => itemsOf(node.lookup(PDFName.of('Contents')))));
  const flate = PDFName.of('FlateDecode');
  let left = MAX_UNPACKED_BYTES;
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    if (pixelsOf(object) > MAX_PIXELS) throw new ConversionError('too_much_inside');
    const [first, ...more] = filtersOf(object);
    const isContent = contents.has(object);
    if (isContent && first !== undefined && (first !== flate || more.length > 0)) throw new ConversionError('damaged');
    if (first !== flate) continue;
    const size = await unpackedBytes(object.getContents(), left);
    if (size === undefined && isContent) throw new ConversionError('damaged');
    left -= size ?? 0;
  }
}
