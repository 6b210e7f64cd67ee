import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../../../plugins/errors.ts';
import { MAX_UNREAD_BYTES, passOver } from '../../../plugins/unread-body.ts';

/** The fields before the file, in any order. */
const FIELDS = ['key', 'Content-Type', 'policy', 'signature'] as const;
export type SignedFields = Readonly<Record<(typeof FIELDS)[number], string>>;

interface SignedForm {
  readonly fields: SignedFields;
  readonly file: Buffer;
}

/** Bytes parsed at once. In between, other requests get their turn and limits are checked. */
const SLICE_BYTES = 4 * 1024;
/** Room for the fields and boundaries around the largest file. */
const FORM_BYTES = 16 * 1024;

export interface SignedFormRules {
  /** The maximum size of the file. */
  readonly maxBytes: number;
  /** Checks the fields before the file is read; throws to refuse it. */
  readonly accept: (fields: SignedFields) => Promise<void>;
  /** The error for a larger file. */
  readonly tooLarge: () => ApiError;
}

function createParser(contentType: string, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fields: FIELDS.length,
        parts: FIELDS.length + 1,
        fieldNameSize: 100,
        fieldSize: 4 * 1024,
        fileSize: maxBytes,
        headerPairs: 8,
        headerSize: 4 * 1024,
      },
    });
  } catch {
    throw new ApiError('bad_request');
  }
}

function isComplete(fields: Partial<Record<string, string>>): fields is SignedFields {
  return FIELDS.every((name) => Object.hasOwn(fields, name));
}

function startReader(contentType: string, rules: SignedFormRules) {
  const parser = createParser(contentType, rules.maxBytes);
  const refusal = Promise.withResolvers<never>();
  // write() and end() report the error; until then it must not count as unhandled.
  refusal.promise.catch(() => {});
  const refuse = (error: unknown) => refusal.reject(error);
  const fields: Partial<Record<string, string>> = {};
  let content: Promise<SignedForm> | undefined;
  let isAccepted = false;

  parser.on('field', (name, value, _isNameCut, isValueCut) => {
    if (content !== undefined) return refuse(new ApiError('upload_order'));
    const isKnown = FIELDS.some((field) => field === name) && !Object.hasOwn(fields, name);
    if (!isKnown || isValueCut) return refuse(new ApiError('bad_request'));
    fields[name] = value;
  });
  parser.on('file', (name, file) => {
    file.on('error', () => refuse(new ApiError('bad_request')));
    file.on('limit', () => refuse(rules.tooLarge()));
    if (name !== 'file') return refuse(new ApiError('bad_request'));
    if (!isComplete(fields)) return refuse(new ApiError('upload_order'));
    content = rules.accept(fields).then(async () => {
      isAccepted = true;
      return { fields, file: await buffer(file) };
    });
    content.catch(refuse);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => refuse(new ApiError('bad_request')));
  }
  parser.on('error', () => refuse(new ApiError('bad_request')));
  const finished = once(parser, 'finish');
  finished.catch(() => {});

  return {
    /** Parses a chunk in slices; rejects at the first violation of a rule. */
    async write(chunk: Uint8Array): Promise<void> {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        const slice = chunk.subarray(at, at + SLICE_BYTES);
        const written = new Promise<void>((resolve) => parser.write(slice, () => resolve()));
        await Promise.race([written, refusal.promise]);
      }
    },
    /** The fields and the file, once the form has ended. */
    async end(): Promise<SignedForm> {
      parser.end();
      await Promise.race([finished, refusal.promise]);
      if (content === undefined) throw new ApiError('bad_request');
      return Promise.race([content, refusal.promise]);
    },
    isAccepted: () => isAccepted,
  };
}

/**
 * Reads a form of the four signed fields and then one file, named "file" as in S3. Throws at the first excess field, file, part or
 * byte, and discards the rest unread, up to the length of the largest form if no fields were accepted.
 */
export async function readSignedForm(
  source: Readable,
  contentType: string,
  rules: SignedFormRules,
): Promise<SignedForm> {
  const reader = startReader(contentType, rules);
  let left = rules.maxBytes + FORM_BYTES;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const piece: unknown = chunk;
      if (!(piece instanceof Uint8Array)) continue;
      await reader.write(piece);
      // The parser reports a field at its end, so it can't stop an endless one. This limit does.
      left -= piece.length;
      if (left < 0) throw new ApiError('bad_request');
    }
    return await reader.end();
  } catch (error) {
    if (source.destroyed && !source.readableEnded) throw new ApiError('bad_request');
    passOver(source, reader.isAccepted() ? MAX_UNREAD_BYTES : rules.maxBytes + FORM_BYTES);
    throw error;
  }
}
