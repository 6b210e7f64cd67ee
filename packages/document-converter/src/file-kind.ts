import { type FileKind, fileKindOf, isHeif } from '@firstyear/api-contract/file-content';
import { ConversionError, type ConversionProblem } from './converter.ts';
import { isPdfWithoutHeader } from './pdf-repair.ts';

/** HEIF: photos of phones, which become JPEG here. */
export type UploadKind = FileKind | 'heif';

/** Names of streams in Microsoft's older container, also used by .docx files with a password. */
const STREAMS: readonly (readonly [string, ConversionProblem])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'old_word'],
  ['PowerPoint Document', 'slides'],
  ['Workbook', 'spreadsheet'],
];

/** Beginnings or part names of other programs' zips. */
const ZIPS: readonly (readonly [string, ConversionProblem])[] = [
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'open_document'],
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'spreadsheet'],
  ['mimetypeapplication/vnd.oasis.opendocument.presentation', 'slides'],
  ['xl/workbook', 'spreadsheet'],
  ['ppt/presentation', 'slides'],
  ['Index/Document.iwa', 'apple_document'],
];

/** Beginnings of unsupported pictures: GIF, TIFF, JPEG XL, JPEG 2000, Photoshop. */
const PICTURES = ['GIF8', 'II*\0', 'MM\0*', '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  ', '8BPS'];
const isWebp = (start: string) => start.startsWith('RIFF') && start.startsWith('WEBP', 8);
const isBmp = (start: string) => start.startsWith('BM') && start.startsWith('\0\0\0\0', 6);
/** HEIF that phones don't write: JPEG 2000, H.264, VVC, uncompressed. */
const RARE_HEIF = /^ftyp(mif2|miaf|unif|jpeg|j2ki|avci|vvic|1pic)/;
const WEB_PAGE = /^(\xef\xbb\xbf)?\s*(<!doctype\s+html|<html|MIME-Version:)/i;

function problemOfOther(content: Buffer): ConversionProblem {
  const start = content.toString('latin1', 0, 100);
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    return STREAMS.find(([name]) => content.includes(name, 0, 'utf16le'))?.[1] ?? 'wrong_content';
  }
  if (start.startsWith('PK\x03\x04')) {
    return ZIPS.find(([name]) => content.includes(name, 0, 'latin1'))?.[1] ?? 'wrong_content';
  }
  if (start.startsWith('{\\rtf')) return 'rich_text';
  if (PICTURES.some((begin) => start.startsWith(begin)) || isWebp(start) || isBmp(start)) return 'other_picture';
  if (RARE_HEIF.test(start.slice(4))) return 'unreadable_picture';
  return WEB_PAGE.test(start) ? 'web_page' : 'wrong_content';
}

/** The kind of a file by its content alone. @throws ConversionError for an unsupported kind */
export function kindOf(bytes: Uint8Array): UploadKind {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = fileKindOf(content);
  if (kind !== undefined) return kind;
  if (isHeif(content)) return 'heif';
  if (isPdfWithoutHeader(content)) return 'pdf';
  throw new ConversionError(problemOfOther(content));
}
