import { access } from 'node:fs/promises';
import type { FileStore } from '../adapters/object-store/object-store.ts';
import { fileStoreOf } from '../adapters/object-store/object-store-of.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from './operator-error.ts';

/** Opens the product's stored files. Throws UsageError when the data folder doesn't exist: a mistyped one must not become a store. */
export async function openStoredFiles(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  if (config.s3 === undefined) {
    await access(config.dataDir).catch((cause: unknown) => {
      throw new UsageError(
        `There is no folder ${config.dataDir}, where files are kept. Set DATA_DIR to the data folder of the product, or S3_ENDPOINT.`,
        { cause },
      );
    });
  }
  return fileStoreOf(config);
}
