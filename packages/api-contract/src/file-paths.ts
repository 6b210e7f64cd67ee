import { type Path, queryOf } from './addresses.ts';

/** Files that the server serves, and where it takes uploads. Routes of the server are made from the same words. */
export const filePaths = {
  pdfCopyRoute: '/files/pdf/:id',
  pdfCopy: (id: string, query: { readonly expires: string; readonly signature: string }): Path =>
    `/files/pdf/${encodeURIComponent(id)}?${queryOf(query)}`,
  documentRoute: '/files/document/:key',
  document: (key: string): Path => `/files/document/${encodeURIComponent(key)}`,
  thumbnailRoute: '/files/document/:key/:document/:page',
  /** The small picture of a page, counted from 1: of one document, so that a browser never shows that of an earlier one. */
  thumbnail: ({
    key,
    document,
    page,
  }: {
    readonly key: string;
    readonly document: string;
    readonly page: number;
  }): Path => `/files/document/${encodeURIComponent(key)}/${document}/${page}`,
  /** The dates of the applicant's term, for a calendar. */
  calendar: '/files/dates.ics',
  uploads: '/uploads',
} as const;
