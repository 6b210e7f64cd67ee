import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const TOKEN = /^[\w-]{43}$/;

/** Whether a text has the shape of a token; others cost no query. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The hash that the database stores. Random tokens need no slow one. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
