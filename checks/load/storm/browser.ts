import { type Call, fillPath, type PayloadOf, type ResponseOf } from '@firstyear/api-contract';
import * as z from 'zod';
import { errorCode } from '../../../apps/server/src/errors/error-code.ts';
import type { Connections, Reply, Request } from '../../support/connections.ts';
import type { Outcome } from './latencies.ts';

/** How a call ended, and what it returned when it was done. */
export type Result<Body> =
  | { readonly outcome: Extract<Outcome, { kind: 'done' }>; readonly body: Body }
  | { readonly outcome: Exclude<Outcome, { kind: 'done' }> };

const errorBody = z.object({ code: z.string() });

/** What a reply that is no success counts as. */
function outcomeOf({ status, headers, body }: Reply): Exclude<Outcome, { kind: 'done' }> {
  if (status === 503 && headers['retry-after'] !== undefined) return { kind: 'shed' };
  try {
    const { code } = errorBody.parse(JSON.parse(body.toString()));
    return { kind: 'error', reason: `${status} ${code}` };
  } catch {
    return { kind: 'error', reason: String(status) };
  }
}

interface CallOptions<C extends Call> {
  readonly payload?: PayloadOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser of one person in a network of their own: keeps the cookies that it is given. */
export class Browser {
  readonly #connections: Connections;
  readonly #network: string;
  readonly #cookies = new Map<string, string>();

  /** @param network the address that the proxy in front of the product says it comes from */
  constructor(connections: Connections, network: string) {
    this.#connections = connections;
    this.#network = network;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async send(request: Request): Promise<Result<Buffer>> {
    const { origin } = this.#connections.url;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { origin, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': this.#network };
    const headers = { ...own, ...(cookie !== '' && { cookie }), ...request.headers };
    try {
      const reply = await this.#connections.send({ ...request, headers });
      for (const line of reply.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      if (reply.status >= 200 && reply.status < 300) return { outcome: { kind: 'done' }, body: reply.body };
      return { outcome: outcomeOf(reply) };
    } catch (error) {
      return { outcome: { kind: 'error', reason: errorCode(error) ?? 'connection broken' } };
    }
  }

  /** Makes a call of the product; what it returns is read as the contract says. */
  async call<const C extends Call>(call: C, options?: CallOptions<C>): Promise<Result<ResponseOf<C>>>;
  async call(call: Call, options: CallOptions<Call> = {}): Promise<Result<unknown>> {
    const { payload, params, query, headers = {} } = options;
    const filled = fillPath(call, params);
    const result = await this.send({
      method: call.method,
      path: query ? `${filled}?${new URLSearchParams(query)}` : filled,
      headers: payload === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
    });
    if (!('body' in result)) return result;
    return { outcome: result.outcome, body: call.response.parse(JSON.parse(result.body.toString())) };
  }
}
