import { answer } from '@firstyear/api-contract/application';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** A NUL character in JSON text: an odd number of backslashes before u0000. PostgreSQL's text cannot hold one. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Half of a character, as JSON text writes it; JSON.stringify() writes whole ones as they are. PostgreSQL takes no halves. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** JSON is the only content type that is read; an empty body counts as none. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    // Out of answers both are taken, so that one bad paste does not stop the others.
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
