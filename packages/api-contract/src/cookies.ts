/** Readable cookies with this prefix mean that somebody is logged in (D8); the session cookie is HttpOnly. */
export const COOKIE_PREFIX = '__Host-adm.';
export const SESSION_COOKIE = `${COOKIE_PREFIX}session`;
export const MARKER_COOKIE = `${COOKIE_PREFIX}marker`;
/** Binds a confirmation code to the browser that signed up; HttpOnly. */
export const SIGNUP_COOKIE = `${COOKIE_PREFIX}signup`;
/** Marks a browser that has logged in before, which other people's failed logins don't rate-limit; HttpOnly. */
export const DEVICE_COOKIE = `${COOKIE_PREFIX}device`;

/** The session of staff; HttpOnly. An applicant's login and logout leave it alone. */
export const STAFF_COOKIE = `${COOKIE_PREFIX}staff`;
/** Binds a sign-on at the university's provider to the browser that began it; HttpOnly. */
export const SIGN_ON_COOKIE = `${COOKIE_PREFIX}sign-on`;
/** Set by a sign-out of a session that the university's provider began: the next sign-on requires a new login there; HttpOnly. */
export const SIGNED_OUT_COOKIE = `${COOKIE_PREFIX}signed-out`;

const HOST_PREFIX = '__Host-';
/**
 * Set by a browser, such as Safari, that rejects Secure cookies from http://localhost. Only a server with an http address on
 * this machine reads it, and then uses plain names for its cookies (D23).
 */
export const PLAIN_COOKIES = 'plain-cookies';

/** The name of a cookie without the prefix that only Secure cookies may have. */
export function plainCookieName(name: string): string {
  return name.slice(HOST_PREFIX.length);
}

/** The chosen language; readable, because it identifies nobody. */
export const LANGUAGE_COOKIE = 'language';
