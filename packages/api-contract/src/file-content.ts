import type { FileExtension } from './file-extensions.ts';
import { fileExtension } from './file-rules.ts';

/** What a file's content says of its kind, apart from file-rules.ts: it is read only once there is a file. */

/** The kind of a file, by its content. `pages`: photos that the browser joined, which become one PDF. */
export type FileKind = 'png' | 'jpeg' | 'pdf' | 'docx' | 'pages';

const EXTENSIONS_OF_KIND: Readonly<Record<FileKind, readonly [FileExtension, ...FileExtension[]]>> = {
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  pdf: ['.pdf'],
  docx: ['.docx'],
  pages: ['.pdf'],
};

/** The first bytes of joined photos; see photo-pages.ts. */
export const PHOTO_PAGES_START = 'FIRSTYEAR-PAGES 1\n';

/** The first line of a PDF may begin this far in. */
const PDF_HEADER_WITHIN = 1024;

function hasBytes(content: Uint8Array, bytes: string, from = 0): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (content[from + at] !== bytes.charCodeAt(at)) return false;
  return true;
}

function includesBytes(content: Uint8Array, bytes: string, end = content.length): boolean {
  const first = bytes.charCodeAt(0);
  for (let at = content.indexOf(first); at >= 0 && at < end; at = content.indexOf(first, at + 1)) {
    if (hasBytes(content, bytes, at)) return true;
  }
  return false;
}

/** The kind of a whole file; undefined when it is not accepted. The names in a zip are readable without unpacking. */
export function fileKindOf(content: Uint8Array): FileKind | undefined {
  if (hasBytes(content, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasBytes(content, '\xff\xd8\xff')) return 'jpeg';
  if (hasBytes(content, PHOTO_PAGES_START)) return 'pages';
  if (hasBytes(content, 'PK\x03\x04')) return includesBytes(content, 'word/') ? 'docx' : undefined;
  return includesBytes(content, '%PDF-', PDF_HEADER_WITHIN) ? 'pdf' : undefined;
}

/** Whether a file is a HEIC or AVIF photo of a newer phone, which the browser converts to JPEG. */
export function isHeif(content: Uint8Array): boolean {
  return ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'].some((brand) =>
    hasBytes(content, `ftyp${brand}`, 4),
  );
}

/** Corrects the extension of a file name where its content is of another accepted kind. */
export function nameForContent(name: string, content: Uint8Array): string {
  const kind = fileKindOf(content) ?? (isHeif(content) ? 'jpeg' : undefined);
  if (kind === undefined) return name;
  const extension = fileExtension(name);
  const extensions = EXTENSIONS_OF_KIND[kind];
  if (extension !== undefined && extensions.includes(extension)) return name;
  const [right] = extensions;
  // A name that is too long isn't shortened: it gets its message.
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}${right}`;
}
