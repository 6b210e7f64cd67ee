import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, deriveKeys, type InstallationSecret } from './secret.ts';

/** An HMAC-SHA-256 of a text for one purpose, made with the current secret. */
export function sign(secret: InstallationSecret, purpose: string, text: string): Buffer {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest();
}

/** Valid signatures of a text: with the current secret, then with the previous one. */
export function acceptedSignatures(secret: InstallationSecret, purpose: string, text: string): readonly Buffer[] {
  return deriveKeys(secret, purpose).map(({ key }) => createHmac('sha256', key).update(text).digest());
}

/** Whether a signature is valid for this purpose and text with any known secret. Compares in constant time. */
export function isSignature(secret: InstallationSecret, purpose: string, text: string, given: Buffer): boolean {
  return acceptedSignatures(secret, purpose, text).some(
    (expected) => expected.length === given.length && timingSafeEqual(expected, given),
  );
}
