import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { folderFileStore, folderObjectStore } from './folder-object-store.ts';
import type { FileStore, ObjectStore } from './object-store.ts';
import { s3ObjectStore } from './s3-object-store.ts';

const folderOf = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'objects');

/** The configured store: S3 if it is set, else a folder of DATA_DIR. */
export function objectStoreOf(
  config: Pick<Config, 'dataDir' | 'secret' | 's3'>,
  clock: () => Date = () => new Date(),
): ObjectStore {
  if (config.s3) return s3ObjectStore(config.s3);
  return folderObjectStore(folderOf(config), { secret: config.secret, clock });
}

/** The same store for processes that take no uploads and so need no secret. */
export function fileStoreOf(config: Pick<Config, 'dataDir' | 's3'>): FileStore {
  return config.s3 ? s3ObjectStore(config.s3) : folderFileStore(folderOf(config));
}

/** The origin that browsers post files to, when it is not our own. */
export function uploadOrigin(config: Pick<Config, 's3'>): string | undefined {
  return config.s3 && new URL(config.s3.endpoint).origin;
}
