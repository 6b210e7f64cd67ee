import { inBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/transaction.ts';
import { listReopenedFilesAfter, listSubmittedFilesAfter } from '../../application/row/submission.ts';
import { filesOf, listFilesAfter, listUploadKeysAfter } from '../../application/uploads/service.ts';
import { listCopiesAfter } from '../../copies/pdf/service.ts';

/** A stored file that a row refers to. */
interface StoredKey {
  readonly key: string;
  /** Whether the file must exist. Others may be deleted already, or not uploaded yet. */
  readonly isNeeded: boolean;
}

const BATCH = 500;

/** Reads all rows that `list` returns, in the order of their ids. */
async function* readAll<T extends { readonly id: string }>(
  db: Db,
  list: (db: Db, after: string, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for await (const rows of inBatches(
    (after) => list(db, after, BATCH),
    ({ id }) => id,
  )) {
    yield* rows;
  }
}

/** Every file that the rows of a database refer to. A key may be listed more than once. */
export async function* listStoredKeys(db: Db): AsyncGenerator<StoredKey> {
  for await (const document of readAll(db, listFilesAfter)) {
    const needed = document.status === 'COMPLETED' ? document.pdf_key : document.file_key;
    const isOpen = document.status !== 'FAILED';
    for (const key of filesOf(document)) yield { key, isNeeded: isOpen && key === needed };
  }
  for await (const { keys } of readAll(db, listSubmittedFilesAfter)) {
    for (const key of keys) yield { key, isNeeded: true };
  }
  // Earlier versions of the product deleted these when a document was replaced.
  for await (const { keys } of readAll(db, listReopenedFilesAfter)) {
    for (const key of keys) yield { key, isNeeded: false };
  }
  for await (const { object_key } of readAll(db, listCopiesAfter)) yield { key: object_key, isNeeded: true };
  const nextUploads = (after: string) => listUploadKeysAfter(db, after, BATCH);
  for await (const keys of inBatches(nextUploads, String, '')) {
    for (const key of keys) yield { key, isNeeded: false };
  }
}
