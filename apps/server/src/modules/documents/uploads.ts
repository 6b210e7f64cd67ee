import type { IncomingMessage } from 'node:http';
import { API_ERRORS, FILE_RULES, type FileRule, filePaths } from '@firstyear/api-contract';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { isObjectKey, type ObjectStore, UPLOAD_LIMITS } from '../../adapters/object-store/object-store.ts';
import { type UploadRefusal, uploadRefusal } from '../../adapters/object-store/upload-policy.ts';
import { ApiError } from '../../plugins/errors.ts';

/** Room for the fields and the borders of the form around the largest file. */
const FORM_BYTES = 16 * 1024;
/** More than any photo or scan that somebody takes for small enough. */
const MAX_IGNORED_BYTES = 64 * 1024 * 1024;

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

const wordsOf = (id: FileRule['id']) =>
  FILE_RULES.find((rule) => rule.id === id)?.message ?? API_ERRORS.file_refused[1];

const tooLarge = () => new ApiError('too_large', { message: wordsOf('size') });

/**
 * Reads a body to its end, but keeps no more than allowed: whoever is still sending would see a broken connection instead
 * of a response. One that goes on for very long is not waited for.
 */
async function readBody(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    if (size > MAX_IGNORED_BYTES) break;
  }
  if (size > maxBytes) throw tooLarge();
  return Buffer.concat(pieces);
}

function errorOf(refusal: UploadRefusal): ApiError {
  switch (refusal) {
    case 'too-large':
      return tooLarge();
    case 'empty':
      return new ApiError('file_refused', { message: wordsOf('empty') });
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
    const maxBytes = UPLOAD_LIMITS.maxBytes + FORM_BYTES;
    app.addContentTypeParser('multipart/form-data', (_request: FastifyRequest, body: IncomingMessage) =>
      readBody(body, maxBytes),
    );
    app.post(filePaths.uploads, async (request, reply) => {
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
