import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { isBackupRunning } from '../../../db/backup/backup-lock.ts';
import type { Db } from '../../../db/transaction.ts';

/** A backup may still need these files: they are deleted when it has ended. */
class BackupRunning extends Error {
  override readonly name = 'BackupRunning';
}

export interface ForgetDependencies {
  readonly db: Db;
  readonly objects: FileStore;
}

/** Deletes stored files that nothing refers to any more. Throws while a backup copies files. */
export async function forgetFiles({ db, objects }: ForgetDependencies, keys: readonly string[]): Promise<void> {
  if (await isBackupRunning(db)) throw new BackupRunning('files are deleted when the backup has ended');
  for (const key of keys) await objects.delete(key);
}
