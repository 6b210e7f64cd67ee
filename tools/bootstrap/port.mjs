import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.mjs';
import { StartProblem } from './start-problem.mjs';

/** For our own web server of before, when its supervisor was killed and it is just ending. */
const GRACE_MS = 2000;

/**
 * Looks at PORT before anything slow happens. The whole configuration is checked later, by the server's own code.
 * @param {NodeJS.ProcessEnv} env
 */
export async function checkPort(env, graceMs = GRACE_MS) {
  const text = env.PORT?.trim() || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new StartProblem(`PORT must be a whole number from 1 to 65535, but it is "${text}".`);
  }
  // "localhost" may mean either address: a listener on one of them would answer in our place.
  for (const host of new Set([env.HOST?.trim() || '127.0.0.1', '127.0.0.1', '::1'])) {
    let code = await tryToListen(port, host);
    for (let wait = 0; code === 'EADDRINUSE' && wait < graceMs; wait += 250) {
      await sleep(250);
      code = await tryToListen(port, host);
    }
    if (code === 'EADDRINUSE') {
      throw new StartProblem(
        `Port ${port} is already taken by another program. Stop that program, or choose another port, for example: PORT=${port === 65535 ? port - 1 : port + 1} npm start`,
      );
    }
    if (code === 'EACCES') {
      throw new StartProblem(
        `This user is not allowed to listen on port ${port}. Choose a port above 1023, for example: PORT=3000 npm start`,
      );
    }
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the system's error code
 */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(errorCode(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
