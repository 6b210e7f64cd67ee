import http from 'node:http';

/** How long a browser waits for a response, in milliseconds. */
const PATIENCE_MS = 30_000;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Connections to the product, kept open as a proxy keeps them. */
export class Connections {
  readonly url: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 2_000, maxFreeSockets: 500 });

  constructor(url: string) {
    this.url = new URL(url);
  }

  send({ method, path, headers, body }: Request): Promise<Reply> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const outgoing = http.request(
        { hostname, port, method, path, agent: this.#agent, headers: { ...headers, ...length } },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('error', reject);
          incoming.on('end', () => {
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) });
          });
        },
      );
      const timer = setTimeout(() => {
        outgoing.destroy(Object.assign(new Error('no response'), { code: 'no response in 30 s' }));
      }, PATIENCE_MS);
      outgoing.on('close', () => clearTimeout(timer));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
