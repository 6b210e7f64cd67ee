import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, fillPath, type PayloadOf } from '@firstyear/api-contract';
import { type Reply, type Request, send } from './http.ts';

interface CallOptions<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How often a request is sent again that a busy server put off. */
const ASKED_AGAIN = 10;

/** A browser without a screen: keeps cookies, says where it comes from. */
export class Visitor {
  readonly baseUrl: string;
  readonly cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /**
   * Sends a request with its cookies and as a page of the product would; given headers take the place of its own, and ''
   * leaves one out. One that a busy server puts off (503) is sent again when the server says, as a person would.
   */
  async send(request: Request): Promise<Reply> {
    let reply = await this.#sendOnce(request);
    for (let again = 0; reply.status === 503 && again < ASKED_AGAIN; again += 1) {
      await sleep(1_000 * Number(reply.headers['retry-after'] ?? 1));
      reply = await this.#sendOnce(request);
    }
    return reply;
  }

  async #sendOnce(request: Request): Promise<Reply> {
    const own: Record<string, string> = { origin: new URL(this.baseUrl).origin, 'sec-fetch-site': 'same-origin' };
    if (request.body !== undefined) own['content-type'] = 'application/json';
    if (this.cookies.size > 0) own.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const given = Object.entries({ ...own, ...request.headers }).filter(([, value]) => value !== '');
    const reply = await send(this.baseUrl, { ...request, headers: Object.fromEntries(given) });
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  /** Sends a call of the contract, as send() does. */
  async call<C extends Call>(call: C, options: CallOptions<C> = {}): Promise<Reply> {
    const { payload, params, query, headers = {} } = options;
    const filled = fillPath(call, params);
    const path = query ? `${filled}?${new URLSearchParams(query)}` : filled;
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) };
    return this.send({ method: call.method, path, headers, ...body });
  }
}

/** The parsed JSON of a reply; an empty object when it has none. */
export function jsonOf(reply: Reply): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(reply.text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** What a reply tells to whoever compares two of them: status, words, and the names of headers and cookies. */
export function shapeOf(reply: Reply): string {
  const names = Object.keys(reply.headers)
    .filter((name) => !['date', 'keep-alive', 'connection', 'content-length', 'etag'].includes(name))
    .sort();
  const cookies = (reply.headers['set-cookie'] ?? []).map((line) => line.split('=', 1)[0]);
  return JSON.stringify([reply.status, reply.text, names, cookies]);
}
