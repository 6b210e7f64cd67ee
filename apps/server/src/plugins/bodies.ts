import { answer } from '@firstyear/api-contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** A NUL character in JSON text: an odd number of backslashes before u0000. PostgreSQL's text cannot hold one. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** JSON is the only content type that is read; an empty body counts as none. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, undefined);
    // Out of answers it is taken, so that one bad paste does not stop the others.
    if (NUL.test(text) && request.routeOptions.url !== answer.path) return done(new ApiError('bad_request'));
    return parseJson(request, text, done);
  });
  app.addHook('onRequest', async (request) => {
    if (/%00|\0/.test(request.url)) throw new ApiError('bad_request');
  });
}
