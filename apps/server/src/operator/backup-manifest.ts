import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import * as z from 'zod';
import { tableSchema } from '../db/backup/catalog.ts';
import { OperatorError, UsageError } from './operator-error.ts';

export const MANIFEST_FILE = 'manifest.json';
export const TABLES_FOLDER = 'tables';
export const OBJECTS_FOLDER = 'objects';
/** One line of JSON for each file: there may be millions. */
export const OBJECTS_LIST = 'objects.jsonl';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.object({
  format: z.literal('firstyear backup 1'),
  made_at: z.iso.datetime(),
  postgresql: z.string(),
  /** The database's migrations, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Version of the job queue's tables. */
  queue: z.int(),
  /** Ids of the secret keys that its sealed answers need; the keys themselves are not in the backup. */
  secret_keys: z.array(z.string()),
  /** In the order in which they are restored. */
  tables: z.array(z.object({ ...tableSchema.shape, file: z.string(), rows: z.int(), sha256 })),
  objects: z.object({ count: z.int(), bytes: z.int(), sha256 }),
});
/** The contents of a backup. */
export type Manifest = z.infer<typeof manifestSchema>;

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** A run of `backup` or `restore`. */
export interface BackupRun {
  readonly print: (line: string) => void;
  /** Aborted when the command is interrupted. */
  readonly interruption: AbortSignal;
}

/** A stored file in a backup: a file under its key in the folder of objects. */
export const objectLineSchema = z.object({ key: z.string(), size: z.int(), sha256 });
export type ObjectLine = z.infer<typeof objectLineSchema>;

/** Reads a backup's manifest. Throws UsageError when the folder is no backup, and OperatorError when it can't be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST_FILE);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      throw new UsageError(`${folder} is no backup: it has no ${MANIFEST_FILE}.`);
    }
    throw new OperatorError(`${file} cannot be read as what a backup of this product holds.`, { cause: error });
  }
}
