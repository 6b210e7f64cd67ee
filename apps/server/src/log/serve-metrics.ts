import { createServer, type Server } from 'node:http';
import { METRICS_PATH, PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { describeListenError } from '../process/listen-error.ts';

interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

interface MetricsSource {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/**
 * Serves GET /metrics in Prometheus' text format, and GET /livez for workers, on an address of their own, so that no proxy makes
 * them public by mistake. Throws a sentence for people when it cannot listen there.
 */
export async function serveMetrics(source: MetricsSource, { host, port }: MetricsAddress) {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === PROBE_PATHS.live) {
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end('{"status":"ok"}');
      return;
    }
    if (request.method !== 'GET' || request.url !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await listen(server, { host, port });
  const address = server.address();
  return {
    /** The port it listens on, for a given port of 0. */
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port }: MetricsAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, { port, host, prefix: 'METRICS_' })));
    server.listen(port, host, resolve);
  });
}
