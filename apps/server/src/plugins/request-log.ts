import { randomUUID } from 'node:crypto';
import { isProbePath, isServerPath } from '@firstyear/api-contract/addresses';
import { answer, submit } from '@firstyear/api-contract/application';
import type { FastifyInstance } from 'fastify';
import { pathOf, withRequestId } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import { SECOND_MS } from '../process/durations.ts';

/** Made here and never taken from the caller: strangers don't choose what is in the log. */
export const newRequestId = (): string => randomUUID();

/** Gives everything that a request causes its id, and returns the id to the caller in X-Request-Id. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    withRequestId(request.id, done);
  });
  // The body is read on behalf of the connection, so the id is set again afterwards.
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done));
}

/** Of an unknown address, only the first part is logged: the rest may be anything. */
const unknownPath = (path: string): string => `/${path.split('/', 2)[1] ?? ''}/…`;

/** Logs one line for each call, but none for files of the web app. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request.url);
    if (!isServerPath(path) || isProbePath(path)) return;
    const { url } = request.routeOptions;
    const line = {
      method: request.method,
      path: url === undefined || url === '/*' ? unknownPath(path) : url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'answered');
  });
}

/** Measures each call by route, method and status, and counts acknowledged saves and submissions. */
export function registerRequestMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const status = String(reply.statusCode);
    metrics.requests.observe({ route, method, status }, reply.elapsedTime / SECOND_MS);
    if (reply.statusCode !== 200) return;
    if (route === answer.path && method === answer.method) metrics.saves.inc();
    if (route === submit.path && method === submit.method) metrics.submissions.inc();
  });
}
