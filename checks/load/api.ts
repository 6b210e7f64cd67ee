import type pg from 'pg';
import * as z from 'zod';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { createPool } from '../../apps/server/src/db/database.ts';
import { installJobs } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { createLookupPool } from '../../apps/server/src/modules/reference/lookup/service.ts';
import { loadStarterSchools } from '../../apps/server/src/modules/reference/lookup/starter.ts';
import { createServices } from '../../apps/server/src/programs/services.ts';
import { exit, readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { median, percentile, timeTasks } from '../support/numbers.ts';
import { startDatabase } from '../support/product.ts';
import { createPeople, httpCaller, type Scenario, scenarios } from './api/scenarios.ts';
import { recordStatements, type Statement, sendStatements } from './api/statements.ts';
import { importList, readJudgedQueries, realLists, whileTyping } from './lookup/schools.ts';
import { forkWebServer, serverConfig, startWebServer } from './server/web-server.ts';

const options = z.object({
  calls: wholeNumber(400, 1, 100_000),
  seconds: wholeNumber(2, 1, 600),
  data: z.string().optional(),
  only: z.string().optional(),
});
const CALLERS = [1, 16, 64] as const;
const ROUNDS = 4;
const WARM_UP_CALLS = 200;
const LONGEST_RUN_MS = 5 * 60_000;

interface Setting {
  /** The address of the measured server, in a process of its own. */
  readonly origin: string;
  /** The address of a server in this process, whose statements are recorded. */
  readonly observed: string;
  /** Connections of the driver alone: as many as the server has, with the same settings. */
  readonly pools: Readonly<Record<Scenario['connections'], pg.Pool>>;
  readonly calls: number;
  /** Time limit for the calls of one number of callers, and again for their statements. */
  readonly limitMs: number;
}

/** Prints the times of a kind of call, beside those of its statements alone, for each number of callers. */
async function compare({ origin, observed, pools, calls, limitMs }: Setting, scenario: Scenario): Promise<void> {
  const { name, connections, prepare } = scenario;
  const observer = httpCaller(observed);
  const send = async (count: number, callers: number, ms: number) => {
    const caller = httpCaller(origin);
    const tasks = (await prepare(count, callers)).map((call) => () => caller.call(call));
    return timeTasks(tasks, callers, ms).finally(() => caller.close());
  };
  /** Sends the statements of as many calls. */
  const sendBare = async (count: number, callers: number, ms: number) => {
    const recorded: (readonly Statement[])[] = [];
    for (const call of await prepare(count, callers)) recorded.push(await recordStatements(() => observer.call(call)));
    const tasks = recorded.map((statements) => () => sendStatements(pools[connections], statements));
    return timeTasks(tasks, callers, ms);
  };
  const timesOf = (times: readonly number[]) =>
    `${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
  for (const callers of CALLERS) {
    const [api, bare]: [number[], number[]] = [[], []];
    await send(WARM_UP_CALLS, callers, limitMs);
    await sendBare(WARM_UP_CALLS, callers, limitMs / 4);
    const count = Math.max(callers, Math.ceil(calls / ROUNDS));
    for (let round = 0; round < ROUNDS; round += 1) {
      api.push(...(await send(count, callers, limitMs / ROUNDS)));
      bare.push(...(await sendBare(count, callers, limitMs / ROUNDS)));
    }
    const ratio = (median(api) / median(bare)).toFixed(2);
    const by = `${String(callers).padStart(3)} ${callers === 1 ? 'caller ' : 'callers'}`;
    console.log(
      `${name.padEnd(8)}${by}  median ${timesOf(api)}; the driver alone ${timesOf(bare)}, ratio ${ratio} (${api.length} calls)`,
    );
  }
  observer.close();
}

/**
 * `npm run bench:api [-- --calls NUMBER] [--seconds NUMBER] [--data FOLDER] [--only NAME]`: the times of calls to the web server
 * with 1, 16 and 64 callers, in turns with the same statements sent to the same database by the driver alone. Everything is on
 * loopback, for at most five minutes.
 */
await runCommand(async (run) => {
  const { calls, seconds, data, only } = readOptions(options);
  const limit = setTimeout(() => void exit(1, 'Stopped after five minutes.'), LONGEST_RUN_MS);
  run.onEnd(() => clearTimeout(limit));
  const { url, client } = await startDatabase(run);
  await installJobs(url);
  await loadStarterSchools(url, () => new Date());
  for (const list of realLists(data)) await importList(client, ...list);
  const typed = whileTyping(await readJudgedQueries());

  const observed = await startWebServer(serverConfig(url, run.folder), run.folder, CONNECTIONS.web.calls);
  run.onEnd(() => observed.stop());
  const make = createPeople(observed.deps, createServices(observed.deps, createLog('silent')));
  const origin = await forkWebServer(run, url);
  const pools = { calls: createPool(url, { connections: CONNECTIONS.web.calls }), lookups: createLookupPool(url) };
  run.onEnd(() => Promise.all([pools.calls.end(), pools.lookups.end()]));

  await client.query('vacuum analyze');
  const setting = { origin, observed: observed.origin, pools, calls, limitMs: seconds * 1000 };
  for (const scenario of scenarios(make, typed))
    if (scenario.name === (only ?? scenario.name)) await compare(setting, scenario);
});
