import { filePaths } from '@firstyear/api-contract/file-paths';
import * as z from 'zod';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { MINUTE_MS } from '../../../time/durations.ts';

/**
 * How long a link works, in milliseconds. The page renews its link every 10 minutes (PDF-04), so a link on the
 * screen always works; who keeps one longer gets nothing.
 */
export const LINK_LIFE_MS = 11 * MINUTE_MS;

export const linkQuerySchema = z.object({
  expires: z.string().regex(/^\d{1,15}$/),
  signature: z.string().max(100),
});

const PURPOSE = 'pdf links';

const signedText = (parts: { copyId: string; accountId: string; expires: string }) =>
  [parts.copyId, parts.accountId, parts.expires].join('\n');

/** The path and query of a link to a PDF copy, good for its owner until it expires. */
export function signLink(secret: InstallationSecret, copyId: string, accountId: string, now: Date): string {
  const expires = String(now.getTime() + LINK_LIFE_MS);
  const signature = sign(secret, PURPOSE, signedText({ copyId, accountId, expires })).toString('base64url');
  return filePaths.pdfCopy(copyId, { expires, signature });
}

/** Whether a link was signed for this owner and has not expired. */
export function isSignedLink(
  secret: InstallationSecret,
  link: { copyId: string; accountId: string; expires: string; signature: string },
  now: Date,
): boolean {
  const given = Buffer.from(link.signature, 'base64url');
  return isSignature(secret, PURPOSE, signedText(link), given) && Number(link.expires) > now.getTime();
}
