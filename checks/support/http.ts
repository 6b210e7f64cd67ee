import http from 'node:http';
import https from 'node:https';
import type { ApiReply, ApiRequest } from '@firstyear/api-client';

/** A reply with its bytes, and the milliseconds until it was whole. */
export interface HttpReply extends ApiReply {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** As long as a browser waits for a response. */
const TIMEOUT_MS = 30_000;

/**
 * Sends requests to one server as they are written: the path is not normalized, redirects are not followed. `agent` keeps
 * connections; without one each request has its own, since one that is kept may be closed by then.
 */
export function httpSend(baseUrl: string, agent: http.Agent | false = false) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const { request } = protocol === 'https:' ? https : http;
  const host = hostname.replaceAll(/[[\]]/g, '');
  return ({ method, path, headers, body }: ApiRequest): Promise<HttpReply> => {
    const startedAt = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const options = { hostname: host, port, method, path, agent, headers: { ...length, ...headers } };
      const outgoing = request(options, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const whole = Buffer.concat(parts);
          const { statusCode: status = 0, headers: received } = incoming;
          const ms = performance.now() - startedAt;
          resolve({ status, headers: received, body: whole, text: whole.toString(), ms });
        });
      });
      const timer = setTimeout(() => outgoing.destroy(new Error(`no response to ${method} ${path}`)), TIMEOUT_MS);
      outgoing.on('close', () => clearTimeout(timer));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  };
}

/** Connections that stay open, as those of a proxy. */
export const keptConnections = (baseUrl: string): http.Agent =>
  new (baseUrl.startsWith('https:') ? https : http).Agent({ keepAlive: true, maxSockets: 2_000, maxFreeSockets: 500 });
