import { constants } from 'node:fs';
import { access, lstat, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { FILE_PROBLEMS } from '../process/failure.ts';
import { OperatorError, UsageError } from './operator-error.ts';

/** Throws UsageError unless a new file or folder can be made at this place. */
export async function requireNewPlace(place: string, kind: 'file' | 'folder'): Promise<void> {
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  if (isThere) throw new UsageError(`${place} is there already. Give a new ${kind}.`);
  // With the dot, a parent that is a file fails.
  const parent = `${path.dirname(path.resolve(place))}${path.sep}.`;
  await access(parent, constants.W_OK).catch((error: unknown) => {
    const code = errorCode(error) ?? '';
    const why = code === 'ENOENT' ? 'the folder that it is in is not there' : (FILE_PROBLEMS[code] ?? code);
    throw new UsageError(`${place} cannot be made: ${why}. Give a new ${kind} where you can write.`);
  });
}

/** Writes a new file, for its owner alone. Throws OperatorError when it can't. */
export async function writeNewFile(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'EEXIST') throw new OperatorError(`${file} is there already. Give a new file.`);
    await rm(file, { force: true }).catch(() => undefined);
    throw new OperatorError(`${file} cannot be written: ${FILE_PROBLEMS[code] ?? code}.`);
  }
}
