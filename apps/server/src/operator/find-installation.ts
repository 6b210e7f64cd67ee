import { installationCheckPath } from '@firstyear/api-contract/addresses';
import { errorCode } from '@firstyear/processes/error-code';
import { newNonce, readProof } from '../crypto/installation-proof.ts';
import type { InstallationSecret } from '../crypto/secret.ts';
import { messageOf } from '../process/failure.ts';

const WITHIN_MS = 10_000;

/** The web server at an address: this installation's, or a sentence about what is there instead. */
type FoundInstallation =
  | { readonly isOurs: true; readonly isForwarded: boolean }
  | { readonly isOurs: false; readonly sentence: string };

const isCertificateProblem = (code: string) => /CERT|SIGNATURE|^ERR_TLS/.test(code);

function describeProblem(origin: string, error: unknown): string {
  // fetch() wraps the error of the connection.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = errorCode(cause) ?? '';
  const { hostname } = new URL(origin);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostname} does not resolve to an address.`;
  const words = cause instanceof Error ? messageOf(cause) : 'unknown';
  return isCertificateProblem(code)
    ? `The certificate at ${origin} cannot be used: ${words}.`
    : `Nothing is responding at ${origin} (${words}).`;
}

/**
 * Identifies the web server at an origin: only this installation's, with its secret key, can sign the nonce. Redirects aren't
 * followed, as applicants' calls wouldn't be.
 */
export async function findInstallation(origin: string, secret: InstallationSecret): Promise<FoundInstallation> {
  const nonce = newNonce();
  try {
    const response = await fetch(`${origin}${installationCheckPath(nonce)}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    const proof = readProof(secret, nonce, body);
    if (proof !== undefined) return { isOurs: true, isForwarded: proof.is_forwarded };
    const location = response.headers.get('location');
    if (location !== null) return { isOurs: false, sentence: `${origin} redirects to ${location}.` };
    const sentence =
      response.status >= 502 && response.status <= 504
        ? `${origin} responds with ${response.status}: its proxy does not reach this web server.`
        : `${origin} is another server, or one with another secret key (it responds with ${response.status}).`;
    return { isOurs: false, sentence };
  } catch (error) {
    return { isOurs: false, sentence: describeProblem(origin, error) };
  }
}
