import { randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@firstyear/api-contract/identity-rules';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { MAIL_LIFE_MS } from '../../reference/mail/mail-kinds.ts';

export const CODE_LIFE_MS = MAIL_LIFE_MS.code;
/** Tries per code: from the browser that signed up, and from all others together. */
export const MAX_TRIES = 5;

/** Six digits, evenly drawn. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

const PURPOSE = 'confirmation codes';

/** What the database keeps of a code. A million codes are soon tried, so the hash needs the installation's secret. */
export function hashCode(secret: InstallationSecret, email: string, code: string): Buffer {
  return sign(secret, PURPOSE, `${email}\n${code}`);
}

/** Whether a code matches this hash. */
export function isHashOfCode(secret: InstallationSecret, hash: Buffer, email: string, code: string): boolean {
  return isSignature(secret, PURPOSE, `${email}\n${code}`, hash);
}
