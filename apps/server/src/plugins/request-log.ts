import { isProbePath, isServerPath } from '@firstyear/api-contract/addresses';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../log/logger-options.ts';

const unknownPath = (asked: string): string => `/${asked.split('/', 2)[1] ?? ''}/…`;

/** One line for each call that was answered; files of the web app are not worth one. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const asked = pathOf(request.url);
    if (!isServerPath(asked) || isProbePath(asked)) return;
    // Of an address that nobody knows only its first part: the rest may be anything.
    const { url } = request.routeOptions;
    const path = url === undefined || url === '/*' ? unknownPath(asked) : url;
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(line, 'answered');
  });
}
