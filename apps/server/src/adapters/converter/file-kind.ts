import { type FileKind, fileKindOf, isHeif } from '@firstyear/api-contract';
import { ConversionError, type ConversionProblem } from './converter.ts';
import { isPdfWithoutHeader } from './pdf-repair.ts';

/** Microsoft's older container: .doc files, and .docx files with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Photos of phones that become JPEG here. */
export type UploadKind = FileKind | 'heif';

function problemOfOther(content: Buffer): ConversionProblem {
  if (!content.subarray(0, COMPOUND.length).equals(COMPOUND)) return 'wrong_content';
  return content.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'old_word';
}

/** What a file is by its content alone, whatever its name says. @throws ConversionError when it is none that is accepted */
export function kindOf(bytes: Uint8Array): UploadKind {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = fileKindOf(content);
  if (kind !== undefined) return kind;
  if (isHeif(content)) return 'heif';
  if (isPdfWithoutHeader(content)) return 'pdf';
  throw new ConversionError(problemOfOther(content));
}
