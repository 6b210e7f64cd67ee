import './named-json.ts';
import { Session } from 'node:inspector/promises';
import * as z from 'zod';
import { CONNECTIONS } from '../../../apps/server/src/db/connections.ts';
import { serverConfig, startWebServer } from '../server/web-server.ts';
import { workIn } from './shares.ts';

/**
 * The web server of `npm run bench:api`, in a process of its own as in production. It says by message where it listens,
 * and after 'stop' what its processor worked on since 'start'. It ends with its parent.
 */
const { DATABASE_URL, DATA_DIR, SECRET, WEB_ROOT } = z
  .object({ DATABASE_URL: z.string(), DATA_DIR: z.string(), SECRET: z.string(), WEB_ROOT: z.string() })
  .parse(process.env);
const SAMPLE_EVERY_US = 250;

const server = await startWebServer(
  serverConfig(DATABASE_URL, DATA_DIR, Buffer.from(SECRET, 'hex')),
  WEB_ROOT,
  CONNECTIONS.web.calls,
);
const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
await inspector.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });

process.on('message', async (message) => {
  if (message === 'start') {
    await inspector.post('Profiler.start');
    process.send?.({ isWatched: true });
  }
  if (message === 'stop') {
    const { profile } = await inspector.post('Profiler.stop');
    process.send?.({ work: workIn(profile) });
  }
});
process.on('disconnect', async () => {
  await server.stop();
  process.exit(0);
});
process.send?.({ origin: server.origin });
