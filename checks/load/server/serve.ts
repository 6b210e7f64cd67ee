import { CONNECTIONS } from '../../../apps/server/src/db/connections.ts';
import { serverConfig, startWebServer } from './web-server.ts';

/** The web server of measurements, in a process of its own as in production. Its first message is its address. */
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const server = await startWebServer(serverConfig(DATABASE_URL, DATA_DIR), DATA_DIR, CONNECTIONS.web.calls);
for (const event of ['SIGTERM', 'disconnect'] as const)
  process.once(event, () => void server.stop().finally(() => process.exit()));
process.send?.({ origin: server.origin });
