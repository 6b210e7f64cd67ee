import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { InstallationSecret } from './secret.ts';
import { isSignature, sign } from './signature.ts';

const PURPOSE = 'installation check';

/** A web server's response to a nonce, which only this installation can sign. */
const proofSchema = z.object({
  /** Whether the request came through a proxy of TRUSTED_PROXY. */
  is_forwarded: z.boolean(),
  proof: z.string(),
});
type InstallationProof = z.infer<typeof proofSchema>;

export const newNonce = (): string => randomBytes(24).toString('base64url');
export const isNonce = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text);

const textOf = (nonce: string, isForwarded: boolean) => `${nonce} ${isForwarded}`;

export function proveInstallation(secret: InstallationSecret, nonce: string, isForwarded: boolean): InstallationProof {
  return { is_forwarded: isForwarded, proof: sign(secret, PURPOSE, textOf(nonce, isForwarded)).toString('base64url') };
}

/** The proof in a response's body; undefined when another installation sent it. */
export function readProof(secret: InstallationSecret, nonce: string, body: unknown): InstallationProof | undefined {
  const { data } = proofSchema.safeParse(body);
  if (data === undefined) return undefined;
  const signature = Buffer.from(data.proof, 'base64url');
  return isSignature(secret, PURPOSE, textOf(nonce, data.is_forwarded), signature) ? data : undefined;
}
