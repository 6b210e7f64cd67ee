import { filePaths } from '@firstyear/api-contract';
import type { FastifyPluginAsync } from 'fastify';
import { isObjectKey, type ObjectStore, UPLOAD_LIMITS } from '../../adapters/object-store/object-store.ts';
import { type UploadRefusal, uploadRefusal } from '../../adapters/object-store/upload-policy.ts';
import { ApiError } from '../../plugins/errors.ts';

/** Room for the fields and the borders of the form around the largest file. */
const FORM_BYTES = 16 * 1024;

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Blob;
}

/** Reads a form with one file, named "file" as in S3. */
async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new ApiError('bad_request');
    });
  const fields: Record<string, string> = {};
  const files: Blob[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else if (name === 'file') files.push(value);
  }
  const [file] = files;
  if (!file || files.length !== 1) throw new ApiError('bad_request');
  return { fields, file };
}

function errorOf(refusal: UploadRefusal): ApiError {
  switch (refusal) {
    case 'too-large':
      return new ApiError('too_large');
    case 'empty':
      return new ApiError('bad_request');
    case 'expired':
      return new ApiError('upload_expired');
    case 'signature':
    case 'key':
    case 'type':
      return new ApiError('not_allowed');
  }
}

/**
 * POST /uploads: takes one file as S3 does. What it allows stands in the signed policy that comes with the file, so it
 * needs no session. 204 when the file is there; 400, 403 or 413 when the policy does not allow it.
 */
export function uploadRoute(deps: {
  readonly secret: Buffer;
  readonly clock: () => Date;
  readonly objects: ObjectStore;
  /** Whether this upload is still awaited: not once its conversion has begun. */
  readonly isAwaited: (fileKey: string) => Promise<boolean>;
}): FastifyPluginAsync {
  return async (app) => {
    const bodyLimit = UPLOAD_LIMITS.maxBytes + FORM_BYTES;
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    app.post(filePaths.uploads, { bodyLimit }, async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError('wrong_type');
      const { fields, file } = await readForm(request.body, request.headers['content-type'] ?? '');
      const refusal = uploadRefusal(deps.secret, { fields, size: file.size }, deps.clock());
      if (refusal !== undefined) throw errorOf(refusal);
      const { key = '' } = fields;
      if (!isObjectKey(key) || !(await deps.isAwaited(key))) throw new ApiError('not_allowed');
      await deps.objects.put(key, new Uint8Array(await file.arrayBuffer()));
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  };
}
