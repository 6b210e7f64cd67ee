import { afterEach, beforeAll, vi } from 'vitest';
import { prepareCalls } from './api/client.ts';

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
  readonly keepalive: boolean;
}
/** A scripted response: a status and JSON. */
export type ScriptedResponse = readonly [status: number, json: unknown];
/** The response of a busy server. */
export const BUSY: ScriptedResponse = [503, { code: 'overloaded', message: 'Busy.' }];

// A call is seen as soon as it is made.
beforeAll(prepareCalls);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Rejects when the call is aborted, as fetch does. */
function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** Replaces fetch: responds to each call by a script, and records the calls. */
export function scriptNetwork(
  script: (call: SeenCall) => ScriptedResponse | Promise<ScriptedResponse>,
): readonly SeenCall[] {
  const seen: SeenCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const call: SeenCall = {
      method: init?.method ?? 'GET',
      path: url.pathname + url.search,
      body,
      headers: new Headers(init?.headers),
      keepalive: init?.keepalive ?? false,
    };
    seen.push(call);
    const [status, json] = await Promise.race([script(call), untilAborted(init?.signal)]);
    return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } });
  });
  return seen;
}
