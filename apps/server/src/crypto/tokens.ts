import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const TOKEN = /^[\w-]{43}$/;

/** Whether a text could be a token: a text of another shape costs no query. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What the database keeps of a token. Random tokens need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
