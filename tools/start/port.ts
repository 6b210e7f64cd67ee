import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@firstyear/processes/error-code';
import type { Config } from '../../apps/server/src/config/config.ts';
import { describeListenError } from '../../apps/server/src/process/listen-error.ts';
import { StartProblem } from '../bootstrap/start-problem.mjs';

/** Time for a previous web server of ours to end after its supervisor was killed. */
const GRACE_MS = 2000;

/** Throws an error for people if the web server could not listen, before anything slow happens. */
export async function checkPort({ port, host }: Pick<Config, 'port' | 'host'>, graceMs = GRACE_MS): Promise<void> {
  if (port === 0) throw new StartProblem('PORT must be a whole number from 1 to 65535, but it is 0.');
  // "localhost" may mean either address: a listener on one of them would respond instead of us.
  for (const name of new Set([host, '127.0.0.1', '::1'])) {
    let error = await tryToListen(port, name);
    for (let wait = 0; errorCode(error) === 'EADDRINUSE' && wait < graceMs; wait += 250) {
      await sleep(250);
      error = await tryToListen(port, name);
    }
    if (errorCode(error) === 'EADDRINUSE') {
      throw new StartProblem(
        `Port ${port} is already taken by another program. Stop that program, or choose another port, for example: PORT=${port === 65535 ? port - 1 : port + 1} npm start`,
      );
    }
    // A machine without IPv6 has no ::1.
    if (error !== undefined && name === host) throw describeListenError(error, { port, host, prefix: '' });
  }
}

function tryToListen(port: number, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
