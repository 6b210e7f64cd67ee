import { randomUUID } from 'node:crypto';
import { lchown, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { errorCode } from '@firstyear/processes/error-code';
import type { InstallationSecret } from '../../crypto/secret.ts';
import { type FileStore, isObjectKey, type ObjectStore } from './object-store.ts';
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

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom a command that runs as root has to give what it writes to: the processes that serve have given up root, and the
 * store is theirs. Nothing otherwise.
 */
async function ownerOf(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const info = await ignoreMissing(stat(folder));
  return info && info.uid !== 0 ? { uid: info.uid, gid: info.gid } : undefined;
}

/** Makes a folder and those above it. */
async function makeFolder(path: string, owner: Owner | undefined): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!owner || first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await lchown(made, owner.uid, owner.gid);
}

async function writeThrough(path: string, content: Uint8Array, owner: Owner | undefined): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a finished file to its place; makes the folder again when somebody has just removed the empty one. */
async function moveInto(part: string, path: string, owner: Owner | undefined): Promise<void> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await makeFolder(dirname(path), owner);
    try {
      return await rename(part, path);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || triesLeft === 0) throw error;
    }
  }
}

function pathIn(folder: string, key: string): string {
  if (!isObjectKey(key)) throw new Error('Not an object key.');
  return join(folder, key);
}

/** Keeps objects as files of one folder. Made for one machine; production may use a store of its own. */
export function folderFileStore(folder: string): FileStore {
  // No key begins with a dot, so this stands in nobody's way, on the same disk.
  const unfinished = join(folder, '.unfinished');
  const pathOf = (key: string) => pathIn(folder, key);
  return {
    async put(key, content) {
      const path = pathOf(key);
      const part = join(unfinished, randomUUID());
      const owner = await ownerOf(folder);
      await makeFolder(unfinished, owner);
      try {
        await writeThrough(part, content, owner);
        await moveInto(part, path, owner);
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
  };
}

export interface UploadSigning {
  readonly secret: InstallationSecret;
  readonly clock: () => Date;
}

/** folderFileStore() with uploads, which come in through POST /uploads: it checks the policy that is signed here. */
export function folderObjectStore(folder: string, signing: UploadSigning): ObjectStore {
  return {
    ...folderFileStore(folder),
    async presignUpload(key) {
      pathIn(folder, key);
      return { url: filePaths.uploads, fields: signUpload(signing.secret, key, signing.clock()) };
    },
  };
}
