import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { ErrorForPeople } from '../process/error-for-people.ts';

/** A stored secret cannot be used; says why in one sentence. */
export class SecretError extends ErrorForPeople {
  override readonly name = 'SecretError';
}

/** All keys are derived from the installation's secret and, during a key rotation, the previous one. */
export interface InstallationSecret {
  /** New signatures and ciphertexts are made with it. */
  readonly current: Buffer;
  /** Its signatures and ciphertexts are still accepted. */
  readonly previous: Buffer | undefined;
}

const SECRET_BYTES = 32;

function readKeyFile(file: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
    if (secret.length >= SECRET_BYTES) return secret;
    throw new SecretError(
      `The secret key in ${file} is empty or cut off. Put that file back from a backup; if nothing has been saved yet, delete it instead, and a new one will be made.`,
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const secretFile = (dataDir: string) => path.join(dataDir, 'secret-key');

/** The installation's secret from DATA_DIR/secret-key; undefined without the file. */
export function readSecret(dataDir: string): Buffer | undefined {
  return readKeyFile(secretFile(dataDir));
}

/** The same, created (mode 0600) when it does not exist: for processes that start an installation. */
export function readOrMakeSecret(dataDir: string): Buffer {
  const file = secretFile(dataDir);
  const kept = readKeyFile(file);
  if (kept !== undefined) return kept;
  mkdirSync(dataDir, { recursive: true });
  // Linked into place once written: two processes that start together get the same whole key.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKeyFile(file);
  if (made === undefined) throw new Error('the secret key could not be saved');
  return made;
}

/** The previous secret from DATA_DIR/secret-key-previous; undefined without the file. */
export function readPreviousSecret(dataDir: string): Buffer | undefined {
  return readKeyFile(path.join(dataDir, 'secret-key-previous'));
}

function deriveFrom(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `firstyear ${purpose}`, 32));
}

/** A 32-byte key of the current secret for one purpose (HKDF-SHA-256), so that no two uses share a key. */
export function deriveKey(secret: InstallationSecret, purpose: string): Buffer {
  return deriveFrom(secret.current, purpose);
}

/** A secret's id, which reveals nothing about it: 16 hexadecimal digits. */
function secretId(secret: Buffer): string {
  return deriveFrom(secret, 'key id').toString('hex', 0, 8);
}

/** The keys of every known secret for one purpose, the current one first. */
export function deriveKeys(secret: InstallationSecret, purpose: string) {
  const identify = (secret: Buffer) => ({ id: secretId(secret), key: deriveFrom(secret, purpose) });
  const current = identify(secret.current);
  return [current, ...(secret.previous === undefined ? [] : [identify(secret.previous)])] as const;
}

/** The ids of every known secret, the current one first. */
export function secretIds(secret: InstallationSecret): readonly [string, ...string[]] {
  const current = secretId(secret.current);
  return secret.previous === undefined ? [current] : [current, secretId(secret.previous)];
}
