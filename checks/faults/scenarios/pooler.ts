import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { findOnPath } from '@firstyear/processes/find-on-path';
import pg from 'pg';
import { CONNECTIONS } from '../../../apps/server/src/db/connections.ts';
import { freePort } from '../../../apps/server/src/process/free-port.ts';
import { readPdf } from '../../../e2e/support/pdf.ts';
import type { Run } from '../../support/command.ts';
import { Person } from '../../support/person.ts';
import { hasEnded, waitFor, waitForExit } from '../../support/processes.ts';
import { buildWeb, connect, startPostgres, startProduct } from '../../support/product.ts';
import type { Scenario } from '../support/scenario.ts';

const PEOPLE = 8;
const SAVES = 40;
const POOL_SIZE = 5;
const COPY_WITHIN_MS = 240_000;
const { web, worker } = CONNECTIONS;
/** The connections of one web server and one worker that bypass the pooler. */
const MAX_DIRECT = web.lookups + web.probe + worker.queue + worker.listening + worker.claim;
/** Debian's nobody: PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** Starts PgBouncer in transaction mode in front of a database, until the run ends. */
async function startPooler(run: Run, databaseUrl: string) {
  if (findOnPath(['pgbouncer'], process.env.PATH ?? '') === undefined)
    throw new Error('PgBouncer is not installed. On Debian and Ubuntu: apt-get install pgbouncer');
  const { username, password, port: databasePort } = new URL(databaseUrl);
  const port = await freePort();
  const folder = path.join(run.folder, 'pgbouncer');
  const [file, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')];
  await mkdir(folder, { mode: 0o700 });
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(run.folder, 0o711);
    for (const name of [folder, file, users]) await chown(name, NOBODY, NOBODY);
  }
  const args = ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file];
  const child = spawn('pgbouncer', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  run.onEnd(async () => {
    child.kill('SIGINT');
    await waitForExit(child);
  });
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  const administration = Object.assign(new URL(url), { pathname: '/pgbouncer' }).href;
  /** Counts the pooler's connections to the database. */
  const countServers = async () => {
    const client = new pg.Client({ connectionString: administration });
    await client.connect();
    const { rows } = await client.query('show servers');
    await client.end();
    return rows.length;
  };
  await waitFor('PgBouncer', () => {
    if (hasEnded(child)) throw new Error(`PgBouncer ended with code ${child.exitCode}.`);
    return countServers().catch(() => undefined);
  });
  return { url, countServers };
}

/** All people save at once, with look-ups in parallel; returns how many of the last answers are lost. */
async function saveAtOnce(people: readonly Person[], url: string): Promise<number> {
  const saveInTurn = async (person: Person) => {
    for (let save = 1; save <= SAVES; save += 1) {
      const lookup = fetch(`${url}${lookupFind.path}?category=high_school&text=lincoln%20${save}`);
      await Promise.all([person.save({ first_name: `Ada ${save}.` }), lookup]);
    }
  };
  await Promise.all(people.map(saveInTurn));
  const answers = await Promise.all(people.map((person) => person.answers()));
  return answers.filter(({ first_name }) => first_name !== `Ada ${SAVES}.`).length;
}

/** Counts the open connections, without this query's own. */
const OPEN_CONNECTIONS =
  "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

export const pooler: Scenario = {
  name: 'pooler',
  title: 'The product with its calls through PgBouncer in transaction mode',
  how: 'Applicants sign up, save all at once while schools are looked up, read back what was acknowledged, and get a PDF copy. No more connections to the database are open than docs/operating.md says.',
  run: async (run) => {
    await buildWeb();
    const { url: databaseUrl } = await startPostgres(run);
    const { url: pooledUrl, countServers } = await startPooler(run, databaseUrl);
    const env = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: databaseUrl };
    const product = await startProduct(run, { databaseUrl, env });
    const client = await connect(run, databaseUrl);
    // The settings that docs/operating.md asks for.
    const role = pg.escapeIdentifier(new URL(databaseUrl).username);
    for (const limit of ["statement_timeout = '10s'", "idle_in_transaction_session_timeout = '15s'"])
      await client.query(`alter role ${role} set ${limit}`);
    const people = await Person.registerAll(product, PEOPLE, 'pooled');
    const peak = { pooled: 0, direct: 0 };
    let isOver = false;
    const count = async () => {
      while (!isOver) {
        const pooled = await countServers();
        const { rows } = await client.query<{ count: number }>(OPEN_CONNECTIONS);
        peak.pooled = Math.max(peak.pooled, pooled);
        peak.direct = Math.max(peak.direct, (rows[0]?.count ?? 0) - pooled);
        await sleep(100);
      }
    };
    const counting = count();
    const stopCounting = () => {
      isOver = true;
      return counting;
    };
    run.onEnd(stopCounting);
    const lost = await saveAtOnce(people, product.url);
    const [first] = people;
    if (first === undefined) throw new Error('Nobody is there.');
    const copy = await waitFor('The PDF copy', () => first.copy(), { withinMs: COPY_WITHIN_MS });
    const { all } = await readPdf(await first.download(copy));
    await stopCounting();
    return {
      runs: 1,
      acknowledged: PEOPLE * SAVES,
      lost,
      seen: `Connections: of the pooler at most ${peak.pooled} (allowed ${POOL_SIZE}), past it ${peak.direct} (${MAX_DIRECT}).`,
      problems: [
        !all.includes(`Ada ${SAVES}.`) && 'The PDF copy is not of the last answers.',
        peak.pooled > POOL_SIZE && 'The pooler has too many connections.',
        peak.direct > MAX_DIRECT && 'Too many connections bypass the pooler.',
      ],
    };
  },
};
