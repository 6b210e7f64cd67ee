import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@firstyear/api-contract';
import { deriveKey } from '../../crypto/secret.ts';
import { MINUTE_MS } from '../../time/durations.ts';

export const CODE_LIFE_MS = 10 * MINUTE_MS;
/** Wrong codes that are looked at, per code: from the browser that signed up, and from all others together. */
export const MAX_TRIES = 5;

/** Six digits, evenly drawn. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** What the database keeps of a code. A million codes are soon tried, so the hash needs the installation's secret. */
export function hashCode(secret: Buffer, email: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'confirmation codes')).update(`${email}\n${code}`).digest();
}

export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
