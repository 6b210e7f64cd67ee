import { Agent, request } from 'node:http';

/** One call of a scenario over HTTP. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls a server over connections that stay open, one for each caller. Rejects on any status but 200. */
export function httpCaller(origin: string, callers: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const { hostname, port } = new URL(origin);
  const call = ({ method, path, headers = {}, body }: HttpCall): Promise<string> =>
    new Promise((resolve, reject) => {
      const type =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...type } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path.split('?', 1)[0]}: ${response.statusCode} ${text.slice(0, 200)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
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
  return times.toSorted((one, other) => one - other);
}
