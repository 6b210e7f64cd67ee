import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { createPool } from '../../apps/server/src/db/database.ts';
import { installJobs } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/lookup-pool.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { createServices } from '../../apps/server/src/services.ts';
import { cleanUpOnSignals, end } from '../support/processes.ts';
import { compare } from './api/compare.ts';
import { createPeople } from './api/people.ts';
import { scenarios } from './api/scenarios.ts';
import { measureSuggestions } from './api/suggestions.ts';
import { whileTyping } from './lookup/judged-queries.ts';
import { copySchools } from './lookup/made-schools.ts';
import { importList, judgedQueries, realLists, startDatabase } from './server/database.ts';
import { serverConfig, startWebServer } from './server/web-server.ts';

/**
 * `npm run bench:api [-- --calls NUMBER] [--seconds NUMBER] [--data FOLDER] [--made NUMBER] [--only NAME]`: how long calls
 * of the web server take with 1, 16 and 64 callers, beside the same statements sent to the same database by the driver
 * alone, in turns; and how long suggestions take with all schools that are loaded, and with so many copies of them. For each number of callers so many calls are measured, or so many seconds.
 * Everything is on loopback, and whatever still runs after five minutes is ended.
 */
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '2' },
    data: { type: 'string' },
    made: { type: 'string', default: '1000000' },
    only: { type: 'string' },
  },
});
const calls = Number(options.calls);
const limitMs = Number(options.seconds) * 1000;
const made = Number(options.made);
const CALLERS = [1, 16, 64] as const;
const SUGGESTIONS_MS = 8_000;
const LONGEST_RUN_MS = 5 * 60_000;

const cleanup = cleanUpOnSignals();
const longestRun = setTimeout(
  () => cleanup.giveUp('This has taken five minutes: the rest is left out.'),
  LONGEST_RUN_MS,
);

try {
  const { folder, url, client } = await startDatabase(cleanup);
  await installJobs(url);
  await loadStarterSchools(url, () => new Date());
  for (const list of realLists(options.data)) await importList(client, ...list);
  const typed = whileTyping(await judgedQueries());

  // A server in this process is asked once for each kind of call, to see its statements; the other one is measured.
  const secret = randomBytes(32);
  const observed = await startWebServer(serverConfig(url, folder, secret), folder, CONNECTIONS.web.calls);
  cleanup.add(() => observed.stop());
  const make = await createPeople(observed.deps, createServices(observed.deps, createLog('silent')));
  const variables = { DATABASE_URL: url, DATA_DIR: folder, SECRET: secret.toString('hex') };
  const child = fork(new URL('api/serve.ts', import.meta.url), { env: { ...process.env, ...variables } });
  cleanup.add(() => end(child));
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const server = z.object({ origin: z.string() }).parse(said);
  const pools = {
    calls: createPool(url, { connections: CONNECTIONS.web.calls }),
    lookups: createLookupPool(url),
  };
  cleanup.add(() => Promise.all([pools.calls.end(), pools.lookups.end()]));

  const chosen = scenarios({ make, typed }).filter(({ name }) => name === (options.only ?? name));
  await client.query('vacuum analyze');
  for (const scenario of chosen) await compare({ server, observed, pools, calls, limitMs }, scenario, CALLERS);

  if (options.only === undefined || options.only === 'suggestions') {
    const suggest = async (aimMs: number) => {
      const { rows } = await client.query<{ count: string }>('select count(*) from school');
      const schools = `${rows[0]?.count ?? '0'} schools`;
      console.log(await measureSuggestions(server.origin, typed, { schools, aimMs, limitMs: SUGGESTIONS_MS }));
    };
    await suggest(10);
    if (made > 0) {
      await copySchools(client, made);
      await suggest(25);
    }
  }
} finally {
  clearTimeout(longestRun);
  await cleanup.stopAll();
}
