import { FIRST_ID } from '../../../db/first-id.ts';
import type { Db } from '../../../db/transaction.ts';
import { listReopenedFilesAfter, listSubmittedFilesAfter } from '../../application/row/service.ts';
import { listCopiesAfter } from '../../documents/pdf/service.ts';
import { filesOf, listFilesAfter, listUploadKeysAfter } from '../../documents/uploads/service.ts';

/** A file that some row names. */
export interface StoredKey {
  readonly key: string;
  /** Whether it must be there; others may have gone already, or never have come. */
  readonly isNeeded: boolean;
}

const BATCH = 500;

/** Rows of a table in the order of a key, some at a time. */
async function* readAll<T>(
  first: string,
  next: (after: string) => Promise<readonly T[]>,
  keyOf: (row: T) => string,
): AsyncGenerator<T> {
  for (let after = first; ; ) {
    const rows = await next(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

const idOf = ({ id }: { readonly id: string }) => id;

/** Every file that the rows of a database name. A key may come more than once. */
export async function* listStoredKeys(db: Db): AsyncGenerator<StoredKey> {
  for await (const document of readAll(FIRST_ID, (id) => listFilesAfter(db, id, BATCH), idOf)) {
    const needed = document.status === 'COMPLETED' ? document.pdf_key : document.file_key;
    const isOpen = document.status !== 'FAILED';
    for (const key of filesOf(document)) yield { key, isNeeded: isOpen && key === needed };
  }
  for await (const { keys } of readAll(FIRST_ID, (id) => listSubmittedFilesAfter(db, id, BATCH), idOf)) {
    for (const key of keys) yield { key, isNeeded: true };
  }
  // Earlier versions deleted those of documents that were replaced since.
  for await (const { keys } of readAll(FIRST_ID, (id) => listReopenedFilesAfter(db, id, BATCH), idOf)) {
    for (const key of keys) yield { key, isNeeded: false };
  }
  for await (const { object_key } of readAll(FIRST_ID, (id) => listCopiesAfter(db, id, BATCH), idOf)) {
    yield { key: object_key, isNeeded: true };
  }
  for await (const key of readAll(
    '',
    (after) => listUploadKeysAfter(db, after, BATCH),
    (key) => key,
  )) {
    yield { key, isNeeded: false };
  }
}
