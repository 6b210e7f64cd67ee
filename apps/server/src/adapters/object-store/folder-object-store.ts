import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePaths } from '@firstyear/api-contract';
import type { InstallationSecret } from '../../crypto/secret.ts';
import { errorCode } from '../../errors/error-code.ts';
import { isObjectKey, type ObjectStore } from './object-store.ts';
import { signUpload } from './upload-policy.ts';

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a finished file to its place; makes the folder again when somebody has just removed the empty one. */
async function moveInto(part: string, path: string): Promise<void> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return await rename(part, path);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || triesLeft === 0) throw error;
    }
  }
}

export interface UploadSigning {
  readonly secret: InstallationSecret;
  readonly clock: () => Date;
}

/**
 * Keeps objects as files of one folder. Made for one machine; production may use a store of its own. Uploads come
 * in through POST /uploads, which checks the policy that is signed here.
 */
export function folderObjectStore(folder: string, signing: UploadSigning): ObjectStore {
  // No key begins with a dot, so this stands in nobody's way, on the same disk.
  const unfinished = join(folder, '.unfinished');
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new Error('Not an object key.');
    return join(folder, key);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      const part = join(unfinished, randomUUID());
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
      try {
        await writeThrough(part, content);
        await moveInto(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async head(key) {
      const info = await ignoreMissing(stat(pathOf(key)));
      return info?.isFile() ? { size: info.size } : undefined;
    },
    async get(key) {
      const file = await ignoreMissing(open(pathOf(key), 'r'));
      if (!file) return undefined;
      const info = await file.stat();
      if (!info.isFile()) {
        await file.close();
        return undefined;
      }
      return { info: { size: info.size }, stream: file.createReadStream() };
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // The folder of an applicant's uploads has the application's id for a name: it goes with its last file.
      if (key.split('/').length > 2) await rmdir(dirname(path)).catch(() => undefined);
    },
    async presignUpload(key) {
      pathOf(key);
      return { url: filePaths.uploads, fields: signUpload(signing.secret, key, signing.clock()) };
    },
  };
}
