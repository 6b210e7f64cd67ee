import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. Random tokens need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
