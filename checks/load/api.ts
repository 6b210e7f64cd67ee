import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importSchools } from '@firstyear/school-search/import/import-schools';
import { openSchoolFile } from '@firstyear/school-search/import/read-file';
import type { SchoolCategory } from '@firstyear/school-search/query-words';
import pg from 'pg';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { createPool } from '../../apps/server/src/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { installJobs } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/lookup-pool.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { createServices } from '../../apps/server/src/services.ts';
import { cleanUpOnSignals } from '../support/processes.ts';
import { compare } from './api/compare.ts';
import { createPeople } from './api/people.ts';
import { scenarios } from './api/scenarios.ts';
import { startServerProcess } from './api/server-process.ts';
import { measureSuggestions } from './api/suggestions.ts';
import { readJudgedQueries, whileTyping } from './lookup/judged-queries.ts';
import { copySchools } from './lookup/made-schools.ts';
import { serverConfig, startWebServer } from './server/web-server.ts';

/**
 * `npm run bench:api [-- --calls NUMBER] [--seconds NUMBER] [--data FOLDER] [--made NUMBER] [--only NAME]`: how long calls
 * of the web server take with 1, 16 and 64 callers, beside the same statements sent to the same database by the driver
 * alone, in turns; what the server's processor works on; and how long suggestions take with all schools that are loaded,
 * and with so many copies of them. For each number of callers so many calls are measured, or so many seconds.
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
const clock = () => new Date();

const folder = await mkdtemp(path.join(tmpdir(), 'firstyear-bench-api-'));
const cleanup = cleanUpOnSignals();
cleanup.add(() => rm(folder, { recursive: true, force: true }));
const longestRun = setTimeout(
  () => cleanup.giveUp('This has taken five minutes: the rest is left out.'),
  LONGEST_RUN_MS,
);

try {
  const starting = startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  cleanup.add(async () => (await starting).stop());
  const database = await starting;
  await migrate(database.url);
  await installJobs(database.url);
  await loadStarterSchools(database.url, clock);
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  cleanup.add(() => client.end());
  const importFile = async (file: string, category: SchoolCategory) =>
    importSchools(client, await openSchoolFile(file), file, { clock, category });
  if (options.data !== undefined) {
    await importFile(path.join(options.data, 'high_schools.csv'), 'hs_ceeb');
    await importFile(path.join(options.data, 'colleges.csv'), 'college_ceeb');
  }
  const queries = readJudgedQueries(await readFile(new URL('lookup/judged-queries.tsv', import.meta.url), 'utf8'));
  const typed = whileTyping(queries);

  // A server in this process is asked once for each kind of call, to see its statements; the other one is measured.
  const secret = randomBytes(32);
  const observed = await startWebServer(serverConfig(database.url, folder, secret), folder, CONNECTIONS.web.calls);
  cleanup.add(() => observed.stop());
  const make = await createPeople(observed.deps, createServices(observed.deps, createLog('silent')));
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET: secret.toString('hex'),
    WEB_ROOT: folder,
  });
  cleanup.add(() => server.stop());
  const pools = {
    calls: createPool(database.url, { connections: CONNECTIONS.web.calls }),
    lookups: createLookupPool(database.url),
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
