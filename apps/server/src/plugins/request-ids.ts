import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { withRequestId } from '../log/request-id.ts';

/** Made here and never taken from the caller: strangers don't choose what is in the log. */
export const newRequestId = (): string => randomUUID();

/** Lets everything that a request causes carry its id, and tells it to the caller in X-Request-Id. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    withRequestId(request.id, done);
  });
  // The body is read on behalf of the connection, so the id is set again afterwards.
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done));
}
