import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../crypto/secret.ts';
import { newToken } from '../../crypto/tokens.ts';
import { DAY_MS } from '../../time/durations.ts';

/** How long a browser is remembered as one that has logged in. */
export const DEVICE_COOKIE_LIFE_MS = 365 * DAY_MS;

/** Accounts that one browser is remembered for, such as those of a family's children. */
const MAX_ACCOUNTS = 5;

const TOKEN = /^[\w-]{43}$/;

function sign(secret: Buffer, email: string, id: string): string {
  return createHmac('sha256', deriveKey(secret, 'devices')).update(`${email}\n${id}`).digest('base64url');
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function parseMark(mark: string | undefined): {
  readonly id: string | undefined;
  readonly signatures: readonly string[];
} {
  const [id = '', ...signatures] = (mark ?? '').split('.');
  return TOKEN.test(id)
    ? { id, signatures: signatures.filter((one) => TOKEN.test(one)).slice(0, MAX_ACCOUNTS) }
    : { id: undefined, signatures: [] };
}

/**
 * The mark of a browser whose owner has just logged in, confirmed or chosen a new password: a random id and a signature
 * for each account, newest first. It names no address and grants nothing; wrong passwords from that browser count apart
 * from everybody else's.
 */
export function markDevice(secret: Buffer, email: string, earlier: string | undefined): string {
  const { id = newToken(), signatures } = parseMark(earlier);
  const own = sign(secret, email, id);
  const others = signatures.filter((one) => !isSame(one, own)).slice(0, MAX_ACCOUNTS - 1);
  return [id, own, ...others].join('.');
}

/** The browser that a mark names, if it has logged in to this address before. */
export function readDevice(secret: Buffer, email: string, mark: string | undefined): string | undefined {
  const { id, signatures } = parseMark(mark);
  if (id === undefined) return undefined;
  const own = sign(secret, email, id);
  return signatures.some((one) => isSame(one, own)) ? id : undefined;
}
