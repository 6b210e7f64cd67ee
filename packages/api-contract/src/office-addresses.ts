import type { Path } from './addresses.ts';

/** Addresses of the admissions office's app, and of the files that the server serves to it. */
export const officePaths = {
  home: '/office',
  /** The prefix of all calls. */
  calls: '/office/api',
  /** The prefix of the built app's files. */
  assets: '/office/assets/',
  signIn: '/office/sign-in',
  setUp: '/office/set-up',
  /** Redirects to the university's sign-on; ?to= is the address to return to. */
  signOn: '/office/api/sign-on',
  signOnCallback: '/office/api/sign-on/callback',
  /** The provider reports a sign-out here. */
  backChannelLogout: '/office/api/sign-on/logout',
  documentRoute: '/office/api/applications/:id/documents/:key',
  document: (id: string, key: string): Path => `/office/api/applications/${id}/documents/${encodeURIComponent(key)}`,
  copyRoute: '/office/api/applications/:id/copy',
  copy: (id: string): Path => `/office/api/applications/${id}/copy`,
  thumbnailRoute: '/office/api/applications/:id/documents/:key/:document/:page',
  /** The thumbnail of a page, counted from 1. */
  thumbnail: (id: string, key: string, document: string, page: number): Path =>
    `/office/api/applications/${id}/documents/${encodeURIComponent(key)}/${document}/${page}`,
  exportRoute: '/office/api/exports/:id/file',
  /** With the filter of the page in its query. */
  trailFile: '/office/api/audit/file',
  exportFile: (id: string): Path => `/office/api/exports/${id}/file`,
} as const;

/** Absolute addresses for the command line and for mails; `origin` has no closing slash. */
export const officeLinks = {
  home: (origin: string) => `${origin}${officePaths.home}`,
  exports: (origin: string) => `${origin}${officePaths.home}/exports`,
  setUp: (origin: string, id: string) => `${origin}${officePaths.setUp}?id=${encodeURIComponent(id)}`,
} as const;
