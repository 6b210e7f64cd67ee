import * as z from 'zod';
import type { InstallationSecret } from '../../crypto/secret.ts';
import { isSignature, sign } from '../../crypto/signature.ts';
import { UPLOAD_LIMITS } from './object-store.ts';

/** The policy of a signed upload to our own server, in the format of S3's POST policies. */
const policySchema = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.tuple([
    z.tuple([z.literal('eq'), z.literal('$key'), z.string()]),
    z.tuple([z.literal('eq'), z.literal('$Content-Type'), z.string()]),
    z.tuple([z.literal('content-length-range'), z.int(), z.int()]),
  ]),
});

const PURPOSE = 'upload policy';

/** The fields of a form that may upload one file under this key. */
export function signUpload(secret: InstallationSecret, key: string, now: Date): Readonly<Record<string, string>> {
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
  return { key, 'Content-Type': contentType, policy, signature: sign(secret, PURPOSE, policy).toString('base64url') };
}

export type UploadRefusal = 'signature' | 'expired' | 'key' | 'type' | 'too-large' | 'empty';

/**
 * Why an upload with these fields must be refused; undefined when its policy allows it. Without a size (in bytes), only the
 * fields are checked, before the file arrives.
 */
export function uploadRefusal(
  secret: InstallationSecret,
  upload: { readonly fields: Readonly<Record<string, string>>; readonly size?: number },
  now: Date,
): UploadRefusal | undefined {
  const { policy = '', signature = '' } = upload.fields;
  if (!isSignature(secret, PURPOSE, policy, Buffer.from(signature, 'base64url'))) return 'signature';
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
