import { answer, submit } from '@firstyear/api-contract/application';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { SECOND_MS } from '../time/durations.ts';

/** Counts each call by its route, how it was made and how it ended; and what was acknowledged. */
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
