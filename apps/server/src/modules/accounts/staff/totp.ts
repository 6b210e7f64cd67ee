import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648). */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret in base32. */
export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** The content of the QR code for an authenticator app. */
export function totpUri(
  secret: string,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const totpStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/**
 * The time step of a code: the current one, or the one before or after, since clocks differ. Undefined for a wrong code, or one
 * that isn't newer than the last used step.
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const current = totpStep(now);
  return [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    const actual = Buffer.from(code);
    return step > lastStep && expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}
