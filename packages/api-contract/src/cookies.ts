/**
 * Readable cookies whose names start with this prefix say that somebody is logged in (D8).
 * The session itself is in an HttpOnly cookie of the same prefix.
 */
export const COOKIE_PREFIX = '__Host-adm.';
export const SESSION_COOKIE = `${COOKIE_PREFIX}session`;
export const MARKER_COOKIE = `${COOKIE_PREFIX}marker`;
/** Binds a confirmation code to the browser that signed up; HttpOnly. */
export const SIGNUP_COOKIE = `${COOKIE_PREFIX}signup`;
/** Says that this browser has logged in before, so that others' wrong passwords do not make it wait; HttpOnly. */
export const DEVICE_COOKIE = `${COOKIE_PREFIX}device`;

/** The session of somebody of the admissions office; HttpOnly. An applicant's login and logout leave it alone. */
export const STAFF_COOKIE = `${COOKIE_PREFIX}staff`;
/** Binds a sign-on at the university's provider to the browser that began it; HttpOnly. */
export const SIGN_ON_COOKIE = `${COOKIE_PREFIX}sign-on`;

const HOST_PREFIX = '__Host-';
/**
 * Set by a browser that keeps no Secure cookie from http://localhost, as Safari does. Only a server whose own address is
 * http on this machine looks at it: it then sends and reads its cookies by their plain names (D23).
 */
export const PLAIN_COOKIES = 'plain-cookies';

/** The name of a cookie without what only a Secure one may begin with. */
export function plainCookieName(name: string): string {
  return name.slice(HOST_PREFIX.length);
}

/** The language that somebody has chosen, readable: it says nothing about who they are. */
export const LANGUAGE_COOKIE = 'language';
