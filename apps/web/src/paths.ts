import type { PageId } from '@firstyear/application-form';

/** Every address of the browser app (specification 2). Nothing else writes one down. */
export const paths = {
  completion: '/completion',
  signup: '/signup',
  confirm: '/confirm',
  login: '/login',
  forgot: '/forgot',
  reset: '/reset',
} as const;

export const DEFAULT_PAGE: PageId = 'about';

/** The address of a form page. */
export function pagePath(page: PageId): `/${PageId}` {
  return `/${page}`;
}

export const DEFAULT_PATH = pagePath(DEFAULT_PAGE);

/** The address of a question, so that its page opens scrolled to it. */
export function questionPath(page: PageId, key: string): `/${PageId}#${string}` {
  return `${pagePath(page)}#${key}`;
}
