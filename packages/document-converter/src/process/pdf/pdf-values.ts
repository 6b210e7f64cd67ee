import { constants, inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPageLeaf,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The numbers of an array; undefined for another value, another item or another length than `count`. */
export function numbersOf(value: unknown, count?: number): readonly number[] | undefined {
  if (!(value instanceof PDFArray) || (count !== undefined && value.size() !== count)) return undefined;
  const numbers = itemsOf(value).map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

export const boxAround = (xs: readonly number[], ys: readonly number[]): Box => {
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

/** A rectangle from any two opposite corners. */
export function boxOf(value: unknown): Box | undefined {
  const [x1, y1, x2, y2] = numbersOf(value, 4) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return boxAround([x1, x2], [y1, y2]);
}

/** A dictionary inside a dictionary; undefined when it is missing or another type. */
export function dictOf(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = dict?.lookup(PDFName.of(name));
  return value instanceof PDFDict ? value : undefined;
}

/** The items of an array; another value is its own only item. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  value instanceof PDFArray ? Array.from({ length: value.size() }, (_, at) => value.lookup(at)) : [value];

/** A text of a dictionary; '' when it is missing or another type. */
export function textOf(dict: PDFDict, name: string): string {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
}

/** A name of a dictionary, without its slash; '' when it is missing or another type. */
export function nameOf(dict: PDFDict, name: string): string {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFName ? value.decodeText() : '';
}

/** A number of a dictionary; undefined when it is missing or another type. */
export function numberOf(dict: PDFDict, name: string): number | undefined {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

/** Larger content is certainly not blank, and is not read. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** A stream's content; undefined for another compression, or when it is damaged or too large. */
export function unpackStream(stream: PDFStream): Buffer | undefined {
  const content = Buffer.from(stream.getContents());
  if (!stream.dict.has(PDFName.of('Filter'))) return content;
  try {
    return inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CONTENT_BYTES });
  } catch {
    return undefined;
  }
}

/** The content of a page; undefined when a piece of it can't be unpacked. */
export function pageContentOf(node: PDFPageLeaf): Buffer | undefined {
  const pieces = itemsOf(node.lookup(PDFName.of('Contents')))
    .filter((item) => item instanceof PDFStream)
    .map(unpackStream);
  const isReadable = pieces.every((piece) => piece !== undefined);
  return isReadable ? Buffer.concat(pieces.flatMap((piece) => [piece, Buffer.from('\n')])) : undefined;
}
