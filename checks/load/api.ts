import { requestOf } from '@firstyear/api-client';
import { answer } from '@firstyear/api-contract/application';
import { SESSION_COOKIE } from '@firstyear/api-contract/cookies';
import { completeAnswers } from '@firstyear/freshman/testing';
import * as z from 'zod';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { createPool } from '../../apps/server/src/db/database.ts';
import { installJobs } from '../../apps/server/src/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/log/create-log.ts';
import { createServices } from '../../apps/server/src/programs/services.ts';
import { exit, readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { httpCaller } from '../support/http.ts';
import { median, percentile, timeTasks } from '../support/numbers.ts';
import { saveHeaders } from '../support/person.ts';
import { startDatabase } from '../support/product.ts';
import { recordStatements, type Statement, sendStatements } from './server/statements.ts';
import { forkWebServer, makeApplicant, serverConfig, startWebServer } from './server/web-server.ts';

const options = z.object({ calls: wholeNumber(400, 1, 100_000), seconds: wholeNumber(2, 1, 600) });
const CALLERS = [1, 16, 64];
const ROUNDS = 4;
const WARM_UP_CALLS = 200;
const LONGEST_RUN_MS = 5 * 60_000;

/**
 * `npm run bench:api [-- --calls NUMBER] [--seconds NUMBER]`: the times of saves with 1, 16 and 64 callers, in turns with the same
 * statements sent to the same database by the driver alone. Everything is on loopback, for at most five minutes.
 */
await runCommand(async (run) => {
  const { calls, seconds } = readOptions(options);
  const limit = setTimeout(() => void exit(1, 'Stopped after five minutes.'), LONGEST_RUN_MS);
  run.onEnd(() => clearTimeout(limit));
  const { url, client } = await startDatabase(run);
  await installJobs(url);
  /** A server in this process, whose statements are recorded; the measured one has a process of its own. */
  const observed = await startWebServer(serverConfig(url, run.folder), run.folder, CONNECTIONS.web.calls);
  run.onEnd(() => observed.stop());
  const observer = httpCaller(observed.origin);
  run.onEnd(() => observer.close());
  const origin = await forkWebServer(run, url);
  /** As many connections as the server has, with the same settings. */
  const pool = createPool(url, { connections: CONNECTIONS.web.calls });
  run.onEnd(() => pool.end());

  const { answers, sessions } = createServices(observed.deps, createLog('silent'));
  const tokens: string[] = [];
  while (tokens.length < Math.max(...CALLERS)) {
    const email = `ada.${tokens.length}@mail.example`;
    const complete = completeAnswers(observed.deps.forms.first.form, { email_address: email });
    const person = { email, password_hash: null, answers: complete };
    const { accountId } = await makeApplicant(observed.deps, { answers }, person);
    tokens.push(await sessions.begin(observed.deps.db, accountId));
  }
  await client.query('vacuum analyze');

  let saves = 0;
  /** The next saves of so many callers, who are each one person. */
  const nextSaves = (count: number, callers: number) =>
    Array.from({ length: count }, (_, number) => {
      saves += 1;
      const cookie = `${SESSION_COOKIE}=${tokens[number % callers]}`;
      const headers = { cookie, ...saveHeaders('tab', saves + 1) };
      return requestOf(answer, { headers, payload: { preferred_name: `Addie ${saves}` } });
    });
  const send = async (count: number, callers: number, ms: number) => {
    const caller = httpCaller(origin);
    const tasks = nextSaves(count, callers).map((save) => () => caller.call(save));
    return timeTasks(tasks, callers, ms).finally(() => caller.close());
  };
  /** Sends the statements of as many saves. */
  const sendBare = async (count: number, callers: number, ms: number) => {
    const recorded: (readonly Statement[])[] = [];
    for (const save of nextSaves(count, callers)) recorded.push(await recordStatements(() => observer.call(save)));
    const tasks = recorded.map((statements) => () => sendStatements(pool, statements));
    return timeTasks(tasks, callers, ms);
  };
  const timesOf = (times: readonly number[]) =>
    `${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
  for (const callers of CALLERS) {
    const [api, bare]: [number[], number[]] = [[], []];
    await send(WARM_UP_CALLS, callers, seconds * 1000);
    await sendBare(WARM_UP_CALLS, callers, seconds * 250);
    const count = Math.max(callers, Math.ceil(calls / ROUNDS));
    for (let round = 0; round < ROUNDS; round += 1) {
      api.push(...(await send(count, callers, (seconds * 1000) / ROUNDS)));
      bare.push(...(await sendBare(count, callers, (seconds * 1000) / ROUNDS)));
    }
    const ratio = (median(api) / median(bare)).toFixed(2);
    const by = `${String(callers).padStart(2)} ${callers === 1 ? 'caller ' : 'callers'}`;
    console.log(
      `${by}  a save ${timesOf(api)}; the driver alone ${timesOf(bare)}; ratio ${ratio} (${api.length} saves)`,
    );
  }
});
