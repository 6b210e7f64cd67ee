import { writeFile } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.ts';
import { OperatorError } from './operator-error.ts';

/** Writes a file that is not there yet, for its owner alone. Raises a sentence for the operator when it cannot. */
export async function writeNewFile(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new OperatorError(`${file} cannot be written. It must be a new file in a folder that you can write to.`);
  }
}
