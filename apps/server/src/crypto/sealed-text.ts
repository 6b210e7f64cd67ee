import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys, type InstallationSecret } from './secret.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The id of the secret that sealed a text; undefined for texts of versions that wrote none. */
function idOf(sealed: string): string | undefined {
  const [id, content] = sealed.split('.', 2);
  return content === undefined ? undefined : id;
}

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
      const id = idOf(sealed);
      const bytes = Buffer.from(sealed.slice(id === undefined ? 0 : id.length + 1), 'base64');
      for (const candidate of keys) {
        if (id !== undefined && id !== candidate.id) continue;
        const text = decrypt(candidate.key, bytes, Buffer.from(boundTo));
        if (text !== undefined) return text;
      }
      return undefined;
    },
    isCurrent: (sealed) => idOf(sealed) === current.id,
  };
}
