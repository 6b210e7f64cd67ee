import { answer } from '@firstyear/api-contract/application';
import type { BodySize } from '@firstyear/api-contract/call';
import { maxStoredLengthOf } from '@firstyear/form-engine';
import type { FastifyInstance } from 'fastify';
import type { ServedForms } from '../config/served-forms.ts';
import { ApiError } from './errors.ts';

const KB = 1024;
/** A character of JSON text, escaped as \\u0000. */
const MAX_BYTES_OF_CHARACTER = 6;
/** Quotes, colon and comma around a key and its value. */
const BYTES_AROUND_ENTRY = 6;
/** Messages of one question: few of its rules fail together. */
const MAX_MESSAGES = 8;
const BYTES_OF_MESSAGES = 1 * KB;

/**
 * The limits of each size of body, for the largest of these forms: bytes, and values at any depth. One save may hold all
 * answers at their longest.
 */
export function bodyLimits({ all }: ServedForms) {
  const bytesOf = (key: string, characters: number) =>
    BYTES_AROUND_ENTRY + MAX_BYTES_OF_CHARACTER * (key.length + characters);
  const sizes = all.map(({ form: { byStoredKey } }) => ({
    bytes: [...byStoredKey].reduce(
      (sum, [key, { question }]) => sum + bytesOf(key, maxStoredLengthOf(question, key)),
      KB,
    ),
    entries: byStoredKey.size,
  }));
  const entries = Math.max(...sizes.map((size) => size.entries));
  return {
    small: { maxBytes: 8 * KB, maxValues: 20 },
    report: { maxBytes: 16 * KB, maxValues: 40 },
    answers: { maxBytes: Math.max(...sizes.map((size) => size.bytes)), maxValues: entries },
    messages: { maxBytes: KB + entries * BYTES_OF_MESSAGES, maxValues: entries * (1 + MAX_MESSAGES) },
  } satisfies Record<BodySize, { readonly maxBytes: number; readonly maxValues: number }>;
}

/** Whether a parsed body has more values than this; counting stops there. */
export function hasMoreValues(body: unknown, maxValues: number): boolean {
  const open: unknown[] = [body];
  for (let seen = 0; open.length > 0; seen += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (seen + open.length + children.length > maxValues) return true;
    open.push(...children);
  }
  return false;
}

/** A NUL character in JSON text: an odd number of backslashes before u0000. PostgreSQL cannot store it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** An unpaired surrogate in JSON text, where JSON.stringify() does not escape pairs. PostgreSQL cannot store it. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** Reads bodies of JSON alone; an empty one counts as no body. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    // Answers are saved without such characters, so that one bad paste does not stop the others.
    if (request.routeOptions.url === answer.path) return parseJson(request, text, done);
    if (NUL.test(text)) return done(new ApiError('bad_request'));
    return parseJson(request, text, (error, value) => {
      const hasHalf = error === null && HALF.test(text) && HALF.test(JSON.stringify(value));
      return hasHalf ? done(new ApiError('bad_request')) : done(error, value);
    });
  });
  app.addHook('onRequest', async (request) => {
    if (/%00|\0/.test(request.url)) throw new ApiError('bad_request');
  });
}
