import { type Path, queryOf } from './addresses.ts';

/** Paths of served files and of uploads, and the server's routes for them. */
export const filePaths = {
  pdfCopyRoute: '/files/pdf/:id',
  pdfCopy: (id: string, query: { readonly expires: string; readonly signature: string }): Path =>
    `/files/pdf/${encodeURIComponent(id)}?${queryOf(query)}`,
  documentRoute: '/files/document/:key',
  document: (key: string): Path => `/files/document/${encodeURIComponent(key)}`,
  thumbnailRoute: '/files/document/:key/:document/:page',
  /** The thumbnail of a page, counted from 1. It names the document, so that a browser never shows an earlier one's. */
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
