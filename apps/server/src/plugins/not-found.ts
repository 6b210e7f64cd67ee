import { isServerPath } from '@firstyear/api-contract/addresses';
import type { FastifyInstance } from 'fastify';
import { ApiError, sendError } from './errors.ts';

function patternOf(route: string): RegExp {
  const parts = route.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Responds with JSON to every path that is no call and no page: 404, or 405 where only the method is wrong.
 * Registered before the modules, so that it sees their paths.
 */
export function registerNotFound(app: FastifyInstance): void {
  const known: RegExp[] = [];
  app.addHook('onRoute', (options) => {
    if (options.url !== '/*') known.push(patternOf(options.url));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const wrongMethod = known.some((pattern) => pattern.test(path)) || (!reads && !isServerPath(path));
    return sendError(reply, new ApiError(wrongMethod ? 'method_not_allowed' : 'not_found'));
  });
}
