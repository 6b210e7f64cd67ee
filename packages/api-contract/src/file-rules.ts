import type { AreaMessage } from '@firstyear/words';
import type { fileRules } from '@firstyear/words/file-rules';
import { FILE_EXTENSIONS, type FileExtension } from './file-extensions.ts';

/** The rules of uploaded files, in the browser and on the server. */

/** 1 MB, inclusive. */
export const MAX_FILE_BYTES = 1_048_576;
/** Characters, with the extension. */
export const MAX_FILE_NAME_LENGTH = 32;

export interface NamedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The extension of a file name, in lower case; undefined when it is not accepted. */
export function fileExtension(name: string): FileExtension | undefined {
  const ending = name.toLowerCase();
  return FILE_EXTENSIONS.find((extension) => ending.endsWith(extension) && ending.length > extension.length);
}

export type FileMessage = AreaMessage<typeof fileRules>;

interface FileRule {
  readonly message: FileMessage;
  readonly holds: (file: NamedFile) => boolean;
}

/** In the order of their messages. */
const FILE_RULES: readonly FileRule[] = [
  { message: { id: 'size' }, holds: (file) => file.size <= MAX_FILE_BYTES },
  {
    message: { id: 'type', values: { types: FILE_EXTENSIONS.join(', ') } },
    holds: (file) => fileExtension(file.name) !== undefined,
  },
  {
    message: { id: 'name', values: { maximum: MAX_FILE_NAME_LENGTH } },
    holds: (file) => [...file.name.normalize('NFC')].length <= MAX_FILE_NAME_LENGTH,
  },
  { message: { id: 'empty' }, holds: (file) => file.size > 0 },
];

/** The messages of the rules this file breaks; none when it may be uploaded. */
export function brokenFileRules(file: NamedFile): readonly FileMessage[] {
  return FILE_RULES.filter((rule) => !rule.holds(file)).map((rule) => rule.message);
}
