import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { deriveKey } from '../../crypto/secret.ts';
import { UPLOAD_LIMITS } from './object-store.ts';

/** What a signed upload to our own server allows; the form of S3's POST policies. */
const policySchema = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.tuple([
    z.tuple([z.literal('eq'), z.literal('$key'), z.string()]),
    z.tuple([z.literal('eq'), z.literal('$Content-Type'), z.string()]),
    z.tuple([z.literal('content-length-range'), z.int(), z.int()]),
  ]),
});

const signatureOf = (secret: Buffer, policy: string) =>
  createHmac('sha256', deriveKey(secret, 'upload policy')).update(policy).digest('base64url');

/** The fields of a form that may bring one file under this key. */
export function signUpload(secret: Buffer, key: string, now: Date): Readonly<Record<string, string>> {
  const { minBytes, maxBytes, contentType, seconds } = UPLOAD_LIMITS;
  const content: z.infer<typeof policySchema> = {
    expiration: new Date(now.getTime() + seconds * 1000).toISOString(),
    conditions: [
      ['eq', '$key', key],
      ['eq', '$Content-Type', contentType],
      ['content-length-range', minBytes, maxBytes],
    ],
  };
  const policy = Buffer.from(JSON.stringify(content)).toString('base64url');
  return { key, 'Content-Type': contentType, policy, signature: signatureOf(secret, policy) };
}

export type UploadRefusal = 'signature' | 'expired' | 'key' | 'type' | 'too-large' | 'empty';

function isSigned(secret: Buffer, policy: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, policy));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Why an upload with these fields must be refused; nothing when the policy that came with it allows it. Without a size
 * (in bytes), only the fields are looked at: the file is still to come.
 */
export function uploadRefusal(
  secret: Buffer,
  upload: { readonly fields: Readonly<Record<string, string>>; readonly size?: number },
  now: Date,
): UploadRefusal | undefined {
  const { policy = '', signature = '' } = upload.fields;
  if (!isSigned(secret, policy, signature)) return 'signature';
  const { expiration, conditions } = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64url').toString('utf8')));
  const [[, , key], [, , type], [, least, most]] = conditions;
  if (now.getTime() >= Date.parse(expiration)) return 'expired';
  if (upload.fields.key !== key) return 'key';
  if (upload.fields['Content-Type'] !== type) return 'type';
  if (upload.size === undefined) return undefined;
  if (upload.size > most) return 'too-large';
  if (upload.size < least) return 'empty';
  return undefined;
}
