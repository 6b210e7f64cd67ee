import { PLAIN_COOKIES } from '@firstyear/api-contract/cookies';

export type CookieSupport = 'secure' | 'plain' | 'none';

const PROBE = '__Host-probe';

/** document, or a test's stand-in. */
interface CookieJar {
  cookie: string;
}

function keeps(jar: CookieJar, name: string, attributes: string): boolean {
  jar.cookie = `${name}=1; Path=/; SameSite=Strict${attributes}`;
  return jar.cookie.split(';').some((part) => part.trim() === `${name}=1`);
}

function drop(jar: CookieJar, name: string, attributes: string): void {
  jar.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0${attributes}`;
}

/**
 * Finds out which cookies the browser keeps. If it refuses Secure cookies on http of this machine, as Safari does, sets a
 * cookie that tells the server (D23). protocol: of the page's address, with its colon.
 */
export function probeCookies(jar: CookieJar, protocol: string): CookieSupport {
  if (keeps(jar, PROBE, '; Secure')) {
    drop(jar, PROBE, '; Secure');
    drop(jar, PLAIN_COOKIES, '');
    return 'secure';
  }
  return protocol === 'http:' && keeps(jar, PLAIN_COOKIES, '') ? 'plain' : 'none';
}
