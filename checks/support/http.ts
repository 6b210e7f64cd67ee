import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ApiRequest, ApiResponse } from '@firstyear/api-client';

/** A response with its bytes, and the milliseconds until it was complete. */
export interface HttpResponse extends ApiResponse {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Returns a function that sends requests to one server unchanged: it doesn't normalize the path or follow redirects. Without an
 * agent, each request has its own connection.
 */
export function httpSend(baseUrl: string, agent: http.Agent | false = false) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const { request } = protocol === 'https:' ? https : http;
  const host = hostname.replaceAll(/[[\]]/g, '');
  return ({ method, path, headers, body }: ApiRequest): Promise<HttpResponse> => {
    const startedAt = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const options = { hostname: host, port, method, path, agent, headers: { ...length, ...headers } };
      const outgoing = request(options, (incoming) => {
        const { statusCode: status = 0, headers: received } = incoming;
        buffer(incoming).then((content) => {
          const ms = performance.now() - startedAt;
          resolve({ status, headers: received, body: content, text: content.toString(), ms });
        }, reject);
      });
      const timer = setTimeout(() => outgoing.destroy(new Error(`no response to ${method} ${path}`)), TIMEOUT_MS);
      outgoing.on('close', () => clearTimeout(timer));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  };
}

/** Keep-alive connections, like those of a proxy. */
export const keptConnections = (baseUrl: string): http.Agent =>
  new (baseUrl.startsWith('https:') ? https : http).Agent({ keepAlive: true, maxSockets: 2_000, maxFreeSockets: 500 });

/** The port on which a server listens. */
export function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
