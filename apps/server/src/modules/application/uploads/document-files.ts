import { MAX_THUMBNAILS } from '@firstyear/document-converter';
import type { FileStore } from '../../../adapters/object-store/object-store.ts';
import type { Db } from '../../../db/transaction.ts';
import { findKeptFiles } from '../row/submission.ts';
import type { DocumentRow } from './repository.ts';

/** One attempt to convert a document. Each attempt has its own keys, so that a superseded attempt never touches another's files. */
type Attempt = Pick<DocumentRow, 'id' | 'attempts'>;

export const pdfKeyOf = ({ id, attempts }: Attempt): string => `documents/${id}-${attempts}.pdf`;

/** The key of a page's thumbnail; pages count from 1. */
export const thumbnailKeyOf = ({ id, attempts }: Attempt, page: number): string =>
  `documents/${id}-${attempts}-page-${page}.jpg`;

/** The keys of an attempt's PDF and then of its thumbnails. */
export type StoredKeys = readonly [string, ...string[]];

export const storedBy = (attempt: Attempt, thumbnails: number): StoredKeys => [
  pdfKeyOf(attempt),
  ...Array.from({ length: thumbnails }, (_, index) => thumbnailKeyOf(attempt, index + 1)),
];

/** The keys of every file that a document may have, including those of failed attempts. */
export const filesOf = ({
  id,
  attempts,
  file_key,
}: Pick<DocumentRow, 'id' | 'attempts' | 'file_key'>): readonly string[] => [
  file_key,
  ...Array.from({ length: attempts }, (_, index) => storedBy({ id, attempts: index + 1 }, MAX_THUMBNAILS)).flat(),
];

export interface ForgetDependencies {
  readonly db: Db;
  readonly objects: FileStore;
}

/** Deletes stored files, except those that a reopened submission shows. */
export async function forgetFiles({ db, objects }: ForgetDependencies, keys: readonly string[]): Promise<void> {
  const kept = await findKeptFiles(db, keys);
  for (const key of keys) if (!kept.has(key)) await objects.delete(key);
}
