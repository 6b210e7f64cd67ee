import type { ApiRequest } from '@firstyear/api-client';
import { httpSend, keptConnections } from '../../support/http.ts';

/** One call of a scenario over HTTP. */
export type HttpCall = Pick<ApiRequest, 'method' | 'path' | 'headers' | 'body'>;

/** Calls a server over connections that stay open. Rejects on any status but 200. */
export function httpCaller(origin: string) {
  const agent = keptConnections(origin);
  const send = httpSend(origin, agent);
  const call = async ({ method, path, headers, body }: HttpCall): Promise<void> => {
    const type = body !== undefined && { 'content-type': 'application/json' };
    const sent = { method, path, headers: { ...headers, ...type }, ...(body !== undefined && { body }) };
    const { status, text } = await send(sent);
    if (status !== 200) throw new Error(`${method} ${path.split('?', 1)[0]}: ${status} ${text.slice(0, 200)}`);
  };
  return { call, close: () => agent.destroy() };
}

/** Runs tasks, so many at a time, until all are done or the time has passed; returns how long each took, in milliseconds, shortest first. */
export async function measure(
  tasks: readonly (() => Promise<unknown>)[],
  callers: number,
  limitMs: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + limitMs;
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task && performance.now() < end; task = tasks[next++]) {
      const start = performance.now();
      await task();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return times.toSorted((a, b) => a - b);
}
