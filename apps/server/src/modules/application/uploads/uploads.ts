import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { filePaths } from '@firstyear/api-contract/file-paths';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type ObjectStore, UPLOAD_LIMITS } from '../../../adapters/object-store/object-store.ts';
import { type UploadRefusal, uploadRefusal } from '../../../adapters/object-store/upload-policy.ts';
import type { InstallationSecret } from '../../../crypto/secret.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { readSignedForm, type SignedFields } from './signed-form.ts';

const tooLarge = () => new ApiError('too_large', { words: { id: 'brokenFileRules', rules: [{ id: 'size' }] } });

function errorOf(refusal: UploadRefusal): ApiError {
  switch (refusal) {
    case 'too-large':
      return tooLarge();
    case 'empty':
      return new ApiError('file_refused', { words: { id: 'brokenFileRules', rules: [{ id: 'empty' }] } });
    case 'expired':
      return new ApiError('upload_expired');
    case 'signature':
    case 'key':
    case 'type':
      return new ApiError('not_allowed');
  }
}

/**
 * POST /uploads: accepts one file as S3 does. The signed policy in the form replaces a session, and is checked before the file is
 * read. 204 when the file is stored; 400, 403 or 413 when the policy doesn't allow it.
 */
export function uploadRoute(deps: {
  readonly secret: InstallationSecret;
  readonly clock: () => Date;
  readonly objects: ObjectStore;
  /** An upload is expected until its conversion begins. */
  readonly isExpected: (fileKey: string) => Promise<boolean>;
  /** Records that the file of an expected upload is too large or empty. */
  readonly recordBroken: (fileKey: string, rule: 'size' | 'empty') => Promise<void>;
}): FastifyPluginAsync {
  const requireExpected = async (key: string) => {
    if (!(await deps.isExpected(key))) throw new ApiError('not_allowed');
  };
  return async (app) => {
    const { maxBytes } = UPLOAD_LIMITS;
    app.addContentTypeParser('multipart/form-data', async (_request: FastifyRequest, body: IncomingMessage) => body);
    app.post(filePaths.uploads, { config: { limit: 'uploads' } }, async (request, reply) => {
      if (!(request.body instanceof Readable)) throw new ApiError('wrong_type');
      const now = deps.clock();
      let acceptedKey: string | undefined;
      const accept = async (fields: SignedFields) => {
        const refusal = uploadRefusal(deps.secret, { fields }, now);
        if (refusal !== undefined) throw errorOf(refusal);
        await requireExpected(fields.key);
        acceptedKey = fields.key;
      };
      const rules = { maxBytes, accept, tooLarge };
      const contentType = request.headers['content-type'] ?? '';
      const { fields, file } = await readSignedForm(request.body, contentType, rules).catch(async (error: unknown) => {
        const isTooLarge = error instanceof ApiError && error.code === 'too_large';
        if (isTooLarge && acceptedKey !== undefined) await deps.recordBroken(acceptedKey, 'size');
        throw error;
      });
      const refusal = uploadRefusal(deps.secret, { fields, size: file.length }, now);
      if (refusal === 'empty') await deps.recordBroken(fields.key, 'empty');
      if (refusal !== undefined) throw errorOf(refusal);
      // The conversion may have begun while the file was in flight.
      await requireExpected(fields.key);
      await deps.objects.put(fields.key, file);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  };
}
