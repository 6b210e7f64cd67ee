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

/** The store's owner, to whom a command that runs as root must give its files, since the serving processes are not root. */
async function ownerOf(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const info = await ignoreMissing(stat(folder));
  return info && info.uid !== 0 ? { uid: info.uid, gid: info.gid } : undefined;
}

/** Creates a folder and its parents. */
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

/** Moves a finished file to its place; recreates a folder that was just removed because it was empty. */
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

/** Stores objects as files of one folder, for installations on one machine. */
export function folderFileStore(folder: string): FileStore {
  // On the same disk, and no key begins with a dot.
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
      // The folder of an application's uploads is removed with its last file.
      if (key.split('/').length > 2) await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}

interface UploadSigning {
  readonly secret: InstallationSecret;
  readonly clock: () => Date;
}

/** folderFileStore() with uploads through POST /uploads, which checks the policy that is signed here. */
export function folderObjectStore(folder: string, signing: UploadSigning): ObjectStore {
  return {
    ...folderFileStore(folder),
    async presignUpload(key) {
      pathIn(folder, key);
      return { url: filePaths.uploads, fields: signUpload(signing.secret, key, signing.clock()) };
    },
  };
}
