import { ConversionError, type ConversionProblem, type FileKind } from './converter.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Microsoft's older container: .doc files, and .docx files with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Readers look for a PDF's first line this far in. */
const PDF_HEADER_WITHIN = 1024;

const startsWith = (content: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => content[at] === byte);

function problemOfOther(content: Buffer): ConversionProblem {
  if (startsWith(content, COMPOUND)) {
    return content.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'old_word';
  }
  if (/^ftyp(hei|hev|mif1|msf1)/.test(content.toString('latin1', 4, 12))) return 'heic';
  return 'wrong_content';
}

/** What the first bytes say the file is. */
function signatureOf(content: Buffer): FileKind | undefined {
  if (startsWith(content, PNG)) return 'png';
  if (startsWith(content, JPEG)) return 'jpeg';
  if (startsWith(content, ZIP)) return 'docx';
  if (content.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'pdf';
  return undefined;
}

const KIND_OF_EXTENSION: Readonly<Record<string, FileKind>> = {
  '.png': 'png',
  '.jpeg': 'jpeg',
  '.jpg': 'jpeg',
  '.pdf': 'pdf',
  '.docx': 'docx',
};

/** The kind of a file whose name and content agree (AMB-100); else a ConversionError. */
export function kindOf(bytes: Uint8Array, extension: string): FileKind {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = signatureOf(content);
  if (kind === undefined) throw new ConversionError(problemOfOther(content));
  if (kind !== KIND_OF_EXTENSION[extension.toLowerCase()]) throw new ConversionError('wrong_content');
  return kind;
}

const PDF_END = '%%EOF';

/**
 * A PDF up to its end, without what others put behind it (mail programs, or to fill up a block). Nothing when it does
 * not reach to its end: it says where that is, and no object comes after it.
 */
export function wholePdf(bytes: Uint8Array): Uint8Array | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = content.lastIndexOf(PDF_END);
  const isWhole = end >= 0 && !/\d\s+\d+\s+obj\b/.test(content.toString('latin1', end));
  return isWhole ? bytes.subarray(0, end + PDF_END.length) : undefined;
}

/** Whether a PDF is locked by something else than the usual password: a certificate, or a shop's own program. */
export function isLockedOtherwise(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /\/Encrypt\b/.test(content) && !/\/Filter\s*\/Standard\b/.test(content);
}
