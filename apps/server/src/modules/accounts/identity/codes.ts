import { randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@firstyear/api-contract/identity-rules';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';
import { MAIL_LIFE_MS } from '../../mail/mail-kinds.ts';

export const CODE_LIFE_MS = MAIL_LIFE_MS.code;

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

const PURPOSE = 'confirmation codes';

/** The stored hash of a code. A million codes can be tried quickly, so the hash needs the installation's secret. */
export function hashCode(secret: InstallationSecret, email: string, code: string): Buffer {
  return sign(secret, PURPOSE, `${email}\n${code}`);
}

export function isHashOfCode(secret: InstallationSecret, hash: Buffer, email: string, code: string): boolean {
  return isSignature(secret, PURPOSE, `${email}\n${code}`, hash);
}
