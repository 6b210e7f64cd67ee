import type { Path } from './addresses.ts';

/** Addresses of the admissions office's app, and of the files that the server serves to it. */
export const officePaths = {
  home: '/office',
  /** What all calls begin with. */
  calls: '/office/api',
  /** What the files of the built app begin with. */
  assets: '/office/assets/',
  signIn: '/office/sign-in',
  setUp: '/office/set-up',
  /** Leads to the university's sign-on; ?to= is the address to come back to. */
  signOn: '/office/api/sign-on',
  signOnCallback: '/office/api/sign-on/callback',
  /** The provider says here that somebody has signed out there. */
  backChannelLogout: '/office/api/sign-on/logout',
  documentRoute: '/office/api/applications/:id/documents/:key',
  document: (id: string, key: string): Path => `/office/api/applications/${id}/documents/${encodeURIComponent(key)}`,
  thumbnailRoute: '/office/api/applications/:id/documents/:key/:document/:page',
  /** The small picture of a page, counted from 1. */
  thumbnail: (id: string, key: string, document: string, page: number): Path =>
    `/office/api/applications/${id}/documents/${encodeURIComponent(key)}/${document}/${page}`,
  exportRoute: '/office/api/exports/:id/file',
  exportFile: (id: string): Path => `/office/api/exports/${id}/file`,
} as const;

/** Whole addresses for the command line and for mails; `origin` is without a closing slash. */
export const officeLinks = {
  home: (origin: string) => `${origin}${officePaths.home}`,
  exports: (origin: string) => `${origin}${officePaths.home}/exports`,
  setUp: (origin: string, id: string) => `${origin}${officePaths.setUp}?id=${encodeURIComponent(id)}`,
} as const;
