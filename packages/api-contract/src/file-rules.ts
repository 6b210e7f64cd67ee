/** Rules of uploaded files, the same in the browser and on the server. */

/** 1 MB, inclusive (AMB-099). */
export const MAX_FILE_BYTES = 1_048_576;
/** Characters, with the extension. */
export const MAX_FILE_NAME_LENGTH = 32;
export const FILE_EXTENSIONS = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

export interface NamedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The extension of a file name, in lower case; nothing when it is none of ours. */
export function fileExtension(name: string): FileExtension | undefined {
  const ending = name.toLowerCase();
  return FILE_EXTENSIONS.find((extension) => ending.endsWith(extension) && ending.length > extension.length);
}

export interface FileRule {
  readonly id: 'size' | 'type' | 'name' | 'empty';
  /** Fixed wording: ERR-11 to ERR-14. */
  readonly message: string;
  readonly holds: (file: NamedFile) => boolean;
}

/** In the order of the error catalogue (AMB-101). */
export const FILE_RULES: readonly FileRule[] = [
  {
    id: 'size',
    message: 'Your file is too large. The maximum file size is 1 MB.',
    holds: (file) => file.size <= MAX_FILE_BYTES,
  },
  {
    id: 'type',
    message: `You can only enter the following file types: ${FILE_EXTENSIONS.join(', ')}`,
    holds: (file) => fileExtension(file.name) !== undefined,
  },
  {
    id: 'name',
    message: `The name of your file is too long. File name can have a maximum of ${MAX_FILE_NAME_LENGTH} characters, including the extension.`,
    holds: (file) => [...file.name.normalize('NFC')].length <= MAX_FILE_NAME_LENGTH,
  },
  {
    id: 'empty',
    message: 'Your file is empty. Please upload a non-empty file.',
    holds: (file) => file.size > 0,
  },
];

/** The rules this file breaks; none when it may be uploaded. */
export function brokenFileRules(file: NamedFile): readonly FileRule[] {
  return FILE_RULES.filter((rule) => !rule.holds(file));
}
