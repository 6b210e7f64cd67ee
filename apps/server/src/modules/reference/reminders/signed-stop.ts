import type { InstallationSecret } from '../../../crypto/secret.ts';
import { isSignature, sign } from '../../../crypto/signature.ts';

const PURPOSE = 'reminder links';

/** What stops the reminders of one application. It opens nothing and works for as long as the secret is known. */
export function signStop(secret: InstallationSecret, applicationId: string): string {
  return sign(secret, PURPOSE, applicationId).toString('base64url');
}

export function isSignedStop(
  secret: InstallationSecret,
  stop: { readonly application: string; readonly signature: string },
): boolean {
  return isSignature(secret, PURPOSE, stop.application, Buffer.from(stop.signature, 'base64url'));
}
