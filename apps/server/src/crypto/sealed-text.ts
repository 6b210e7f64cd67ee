import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys, type InstallationSecret } from './secret.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function decrypt(key: Buffer, bytes: Buffer, boundTo: Buffer): string | undefined {
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(boundTo)
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const content = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Encrypts texts of one purpose for the database. */
interface TextSealer {
  /** The id of the secret, a period, and the sealed bytes in base64. It opens only with the same `boundTo`. */
  seal(text: string, boundTo: string): string;
  /** Undefined where no known secret opens it. */
  open(sealed: string, boundTo: string): string | undefined;
  /** Whether it was sealed with the current secret. */
  isCurrent(sealed: string): boolean;
}

/** Encrypts with AES-256-GCM and the current secret; decrypts with the secret that a ciphertext names, current or previous. */
export function textSealer(secret: InstallationSecret, purpose: string): TextSealer {
  const keys = deriveKeys(secret, purpose);
  const [current] = keys;
  return {
    seal(text, boundTo) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, iv).setAAD(Buffer.from(boundTo));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')}`;
    },
    open(sealed, boundTo) {
      const [id, content = ''] = sealed.split('.', 2);
      const key = keys.find((candidate) => candidate.id === id)?.key;
      return key && decrypt(key, Buffer.from(content, 'base64'), Buffer.from(boundTo));
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.id}.`),
  };
}
