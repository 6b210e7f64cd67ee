import { MAX_THUMBNAILS } from '@firstyear/document-converter';
import type { DocumentRow } from './repository.ts';

type Attempted = Pick<DocumentRow, 'id' | 'attempts' | 'file_key'>;

/** Where the present attempt of a conversion puts its PDF: an overtaken attempt never touches another's. */
export const pdfKeyOf = ({ id, attempts }: Pick<Attempted, 'id' | 'attempts'>): string =>
  `documents/${id}-${attempts}.pdf`;

/** Where the present attempt puts the small picture of a page, counted from 1. */
export const thumbnailKeyOf = ({ id, attempts }: Pick<Attempted, 'id' | 'attempts'>, page: number): string =>
  `documents/${id}-${attempts}-page-${page}.jpg`;

/** Of the PDF first, then of the small pictures of its pages. */
export type StoredKeys = readonly [string, ...string[]];

/** All that an attempt stores, with so many small pictures. */
export const storedBy = (attempt: Pick<Attempted, 'id' | 'attempts'>, thumbnails: number): StoredKeys => [
  pdfKeyOf(attempt),
  ...Array.from({ length: thumbnails }, (_, index) => thumbnailKeyOf(attempt, index + 1)),
];

/** Every file that a document may have left behind, those of attempts that died too. */
export const filesOf = ({ id, attempts, file_key }: Attempted): readonly string[] => [
  file_key,
  ...Array.from({ length: attempts }, (_, index) => storedBy({ id, attempts: index + 1 }, MAX_THUMBNAILS)).flat(),
];
