import { createHmac, timingSafeEqual } from 'node:crypto';
import { filePaths } from '@firstyear/api-contract';
import * as z from 'zod';
import { deriveKey } from '../../crypto/secret.ts';
import { MINUTE_MS } from '../../time/durations.ts';

/**
 * How long a link works, in milliseconds. The page renews its link every 10 minutes (PDF-04), so a link on the
 * screen always works; who keeps one longer gets nothing.
 */
export const LINK_LIFE_MS = 11 * MINUTE_MS;

export const linkQuerySchema = z.object({
  expires: z.string().regex(/^\d{1,15}$/),
  signature: z.string().max(100),
});

function signatureOf(secret: Buffer, parts: { copyId: string; accountId: string; expires: string }): Buffer {
  const text = [parts.copyId, parts.accountId, parts.expires].join('\n');
  return createHmac('sha256', deriveKey(secret, 'pdf links')).update(text).digest();
}

/** The path and query of a link to a PDF copy, good for its owner until it expires. */
export function signLink(secret: Buffer, copyId: string, accountId: string, now: Date): string {
  const expires = String(now.getTime() + LINK_LIFE_MS);
  const signature = signatureOf(secret, { copyId, accountId, expires }).toString('base64url');
  return filePaths.pdfCopy(copyId, { expires, signature });
}

/** Whether a link was signed for this owner and has not expired. */
export function isSignedLink(
  secret: Buffer,
  link: { copyId: string; accountId: string; expires: string; signature: string },
  now: Date,
): boolean {
  const expected = signatureOf(secret, link);
  const given = Buffer.from(link.signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(link.expires) > now.getTime();
}
