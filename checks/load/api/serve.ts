import * as z from 'zod';
import { CONNECTIONS } from '../../../apps/server/src/db/connections.ts';
import { serverConfig, startWebServer } from '../server/web-server.ts';

/** The web server of `npm run bench:api`, in a process of its own as in production. Its first message is where it listens. */
const { DATABASE_URL, DATA_DIR, SECRET } = z
  .object({ DATABASE_URL: z.string(), DATA_DIR: z.string(), SECRET: z.string() })
  .parse(process.env);
const config = serverConfig(DATABASE_URL, DATA_DIR, Buffer.from(SECRET, 'hex'));
const server = await startWebServer(config, DATA_DIR, CONNECTIONS.web.calls);
for (const event of ['SIGTERM', 'disconnect'] as const)
  process.once(event, () => void server.stop().finally(() => process.exit()));
process.send?.({ origin: server.origin });
