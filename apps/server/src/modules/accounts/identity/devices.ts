import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { isToken, newToken } from '../../../crypto/tokens.ts';
import { DAY_MS } from '../../../process/durations.ts';

/** How long the product remembers a browser that has logged in. */
export const DEVICE_COOKIE_LIFE_MS = 365 * DAY_MS;

/** Accounts in one mark, such as those of a family's children. */
const MAX_ACCOUNTS = 5;

const PURPOSE = 'devices';

const signedText = (email: string, id: string) => `${email}\n${id}`;

function isSignatureOf(
  secret: InstallationSecret,
  device: { readonly email: string; readonly id: string },
  signature: string,
) {
  return isSignature(secret, PURPOSE, signedText(device.email, device.id), Buffer.from(signature, 'base64url'));
}

function parseMark(mark: string | undefined) {
  const [id = '', ...signatures] = (mark ?? '').split('.');
  return isToken(id)
    ? { id, signatures: signatures.filter(isToken).slice(0, MAX_ACCOUNTS) }
    : { id: undefined, signatures: [] };
}

/**
 * The mark of a browser whose owner has just logged in, confirmed or chosen a new password: a random id and a signature for each account,
 * newest first. It contains no address and grants nothing, but wrong passwords from this browser are counted separately.
 */
export function markDevice(secret: InstallationSecret, email: string, earlier: string | undefined): string {
  const { id = newToken(), signatures } = parseMark(earlier);
  const newest = sign(secret, PURPOSE, signedText(email, id)).toString('base64url');
  const others = signatures.filter((signature) => !isSignatureOf(secret, { email, id }, signature));
  return [id, newest, ...others.slice(0, MAX_ACCOUNTS - 1)].join('.');
}

/** The id of a marked browser, if it has logged in to this address before. */
export function readDevice(secret: InstallationSecret, email: string, mark: string | undefined): string | undefined {
  const { id, signatures } = parseMark(mark);
  if (id === undefined) return undefined;
  return signatures.some((signature) => isSignatureOf(secret, { email, id }, signature)) ? id : undefined;
}
