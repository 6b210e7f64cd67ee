import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, fit for a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const TOKEN = /^[\w-]{43}$/;

/** Whether a text has the shape of a token; others cost no query. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Letters and digits that people don't confuse when they read them aloud or copy them. */
const READABLE = '234679ACDEFGHJKMNPQRTVWXYZ';

/** A random text of readable characters. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('');

/** A short name of a value: the same for equal ones. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** The hash that the database stores. Random tokens need no slow one. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
