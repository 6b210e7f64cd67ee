import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { FILE_PROBLEMS } from '../process/failure.ts';
import { OperatorError, UsageError } from './operator-error.ts';

/** Throws UsageError unless a new file can be made at this place. */
export async function requireNewFile(file: string): Promise<void> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new UsageError(`${file} is there already. Give a new file.`);
  // With the dot, a parent that is a file fails.
  const parent = `${path.dirname(path.resolve(file))}${path.sep}.`;
  await access(parent, constants.W_OK).catch((error: unknown) => {
    const code = errorCode(error) ?? '';
    const why = code === 'ENOENT' ? 'the folder that it is in is not there' : (FILE_PROBLEMS[code] ?? code);
    throw new UsageError(`${file} cannot be made: ${why}. Give a new file where you can write.`);
  });
}

/** Adds to the end of a file. */
export type Write = (content: string | Uint8Array) => Promise<void>;

/**
 * Makes a new file, for its owner alone, that has its name once it is whole; a failure leaves nothing. Throws OperatorError when
 * it can't be written.
 */
export async function fillNewFile(file: string, fill: (write: Write) => Promise<unknown>): Promise<void> {
  await requireNewFile(file);
  const part = `${file}.${randomUUID()}.part`;
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      const why = FILE_PROBLEMS[errorCode(cause) ?? ''];
      throw why === undefined ? cause : new OperatorError(`${file} cannot be written: ${why}.`, { cause });
    }
  };
  try {
    const handle = await explained(open(part, 'wx', 0o600));
    try {
      await fill((content) => explained(handle.writeFile(content)));
      await explained(handle.sync());
    } finally {
      await handle.close();
    }
    // Unlike a renaming, this replaces no file that was made meanwhile.
    await explained(link(part, file));
  } finally {
    await rm(part, { force: true });
  }
}

/** fillNewFile() with this content. */
export const writeNewFile = (file: string, content: Uint8Array): Promise<void> =>
  fillNewFile(file, (write) => write(content));
