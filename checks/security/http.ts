import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds until the whole reply was there. */
  readonly ms: number;
}

export interface Request {
  readonly method: string;
  /** Sent as it stands: nothing is normalized. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const PATIENCE_MS = 30_000;

/** One request, as odd as the caller writes it. Redirects are not followed. */
export function send(baseUrl: string, request: Request): Promise<Reply> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const { method, path, headers = {}, body } = request;
  const begunAt = performance.now();
  const library = protocol === 'https:' ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = { hostname: hostname.replaceAll(/[[\]]/g, ''), port, method, path, timeout: PATIENCE_MS };
    // On a connection of its own: one that is kept may be closed by then, and the agent gives those it keeps five seconds.
    const outgoing = library.request({ ...options, agent: false, headers: { ...length, ...headers } }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString('latin1');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, ms: performance.now() - begunAt });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no reply to ${method} ${path.slice(0, 60)}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Sends the beginning of a request and no more, and returns the status of the reply that comes all the same; 0 when none
 * comes within five seconds: then the server waits for the rest.
 */
export function statusOfBeginning(baseUrl: string, beginning: string | Uint8Array): Promise<number> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isTls = protocol === 'https:';
  const options = { host, port: Number(port || (isTls ? 443 : 80)) };
  return new Promise((resolve) => {
    const socket = isTls ? tls.connect({ ...options, servername: host }) : net.connect(options);
    const timer = setTimeout(() => end(0), 5_000);
    let received = '';
    const end = (status: number) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    socket.on('error', () => end(0));
    socket.on('data', (part) => {
      received += part.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      if (status !== undefined) end(Number(status));
    });
    socket.write(beginning);
  });
}
