import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import { isBackupRunning } from '../../../db/backup/backup-lock.ts';
import type { Db } from '../../../db/transaction.ts';
import { findKeptFiles } from '../../application/row/service.ts';

/** A backup may still need these files: they are deleted when it has ended. */
class BackupRunning extends Error {
  override readonly name = 'BackupRunning';
}

export interface ForgetDependencies {
  readonly db: Db;
  readonly objects: FileStore;
}

/**
 * Deletes stored files that nothing refers to any more: a document that was replaced after a reopening is part of what was sent
 * before, and stays. Throws while a backup copies files.
 */
export async function forgetFiles({ db, objects }: ForgetDependencies, keys: readonly string[]): Promise<void> {
  if (await isBackupRunning(db)) throw new BackupRunning('files are deleted when the backup has ended');
  const kept = await findKeptFiles(db, keys);
  for (const key of keys) if (!kept.has(key)) await objects.delete(key);
}
