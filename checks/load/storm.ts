import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { readOrMakeSecret } from '../../apps/server/src/crypto/secret.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { errorCode } from '../../apps/server/src/errors/error-code.ts';
import { buildWebApp } from '../../tools/start/web-build.ts';
import { readJudgedQueries } from './lookup/judged-queries.ts';
import { Generator } from './storm/generator-process.ts';
import { savedKeys } from './storm/journeys.ts';
import { readOptions, type StormOptions, StormUsageError } from './storm/options.ts';
import { hasPgbench, savesByPgbench } from './storm/pgbench.ts';
import { usageOf, usageOfMachine } from './storm/processes.ts';
import { migrateDatabase, type Product, startProduct } from './storm/product.ts';
import {
  describeStretch,
  goodputOf,
  isWithinCapacity,
  MAX_SAVE_P95_MS,
  type Measured,
  type Stretch,
} from './storm/report.ts';
import { fillSeason, findDrafts, openSessions, PASSWORD } from './storm/season.ts';

/**
 * `npm run bench:storm`: the web server, the worker, a PostgreSQL with a season of applications and a mail server on
 * loopback, under the load of a day before a deadline; then more and more of it until it breaks, and three times what it
 * can take. Calls begin when they are due, whatever has become of those before. At the end everything that was
 * acknowledged must be in the database: exit code 1 otherwise.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Who is at work when the storm begins. */
const AT_WORK = { begun: 1_500, complete: 4_000 };
const RAMP = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32];
const OVERLOAD = 3;
const ROUNDS = 3;
const ROUND_SECONDS = 4;
/** A web server that has just been started takes twice as long for a call, until what it runs often is compiled. */
const WARM_UP_ROUNDS = 2;

const mean = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0) / numbers.length;

async function prepareSeason(databaseUrl: string, folder: string, dataDir: string, season: number): Promise<void> {
  const note = path.join(folder, 'season.json');
  const filled = await readFile(note, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (filled !== undefined && filled !== String(season)) {
    throw new StormUsageError(
      `The folder ${folder} has a season of ${filled}: give another one, or --season ${filled}.`,
    );
  }
  if (filled === undefined) {
    await migrateDatabase(databaseUrl, dataDir);
    const { form } = await loadPartner({ partner: 'larkmoor', environment: 'production' });
    const secret = { current: readOrMakeSecret(dataDir), previous: undefined };
    const startedAt = performance.now();
    await fillSeason({ databaseUrl, form, secret, season });
    await writeFile(note, String(season));
    console.log(`A season of ${season} was filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  }
}

async function describeSeason(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ applications: string; size: string; answers: string; row: string }>(
    `select (select count(*) from application) as applications, pg_size_pretty(pg_database_size(current_database())) as size,
     (select avg(octet_length(answers::text))::int from (select answers from application limit 1000) as sample) as answers,
     pg_total_relation_size('application') / greatest(1, (select count(*) from application)) as row`,
  );
  const [{ applications = '', size = '', answers = '', row = '' } = {}] = rows;
  return `${applications} applications, ${size} in all; answers of ${answers} bytes on average, ${row} bytes a row with all that belongs to it`;
}

interface Turn {
  readonly perSecond: number;
  /** Of one save, in milliseconds. */
  readonly mean: number;
  /** Milliseconds of a processor for one save, by process. */
  readonly cpu: ReadonlyMap<string, number>;
}

/**
 * Saves one after the other over HTTP beside the same SQL from pgbench, in turns. Where other programs keep the processors
 * busy, their time for a save says more than a clock does.
 */
async function compareWithPgbench(
  save: (callers: number) => Promise<Omit<Turn, 'cpu'>>,
  send: (callers: number) => Promise<Omit<Turn, 'cpu'>>,
  measure: () => Measured,
): Promise<void> {
  if (!(await hasPgbench())) {
    console.log('A save beside its SQL: not measured, since there is no pgbench (Debian: postgresql-client).');
    return;
  }
  const take = async (way: typeof save, callers: number): Promise<Turn> => {
    const before = measure().processes;
    const turn = await way(callers);
    const saves = turn.perSecond * ROUND_SECONDS;
    const since = (name: string, seconds: number) => seconds - (before.get(name)?.cpuSeconds ?? 0);
    const cpu = [...measure().processes].map(([name, { cpuSeconds }]) => {
      return [name, (since(name, cpuSeconds) * 1000) / saves] as const;
    });
    return { ...turn, cpu: new Map(cpu) };
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await save(8);
    await send(8);
  }
  for (const callers of [1, 8]) {
    const [ours, bare]: readonly [Turn[], Turn[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await take(save, callers));
      bare.push(await take(send, callers));
    }
    const of = (turns: readonly Turn[], name: string) => mean(turns.map(({ cpu }) => cpu.get(name) ?? 0)).toFixed(2);
    const [own, other] = [mean(ours.map((one) => one.mean)), mean(bare.map((one) => one.mean))];
    const [ownRate, otherRate] = [ours, bare].map((list) => mean(list.map((one) => one.perSecond)).toFixed(0));
    console.log(
      [
        `A save beside its SQL, ${callers} at once: ${own.toFixed(2)} ms over HTTP (${ownRate} a second), ${other.toFixed(2)} ms by pgbench (${otherRate}): ${(own / other).toFixed(2)} times.`,
        `  Processor time of one: web ${of(ours, 'web')} ms, PostgreSQL ${of(ours, 'PostgreSQL')} ms and who calls ${of(ours, 'generator')} ms over HTTP, PostgreSQL ${of(bare, 'PostgreSQL')} ms by pgbench.`,
      ].join('\n'),
    );
  }
}

/** More and more load until it breaks, and then three times what was still taken. */
async function ramp(
  run: (name: string, factor: number, seconds: number) => Promise<Stretch>,
  nominal: Stretch,
  seconds: number,
): Promise<void> {
  let capacity = nominal;
  for (const factor of isWithinCapacity(nominal) ? RAMP : []) {
    const stretch = await run(`Ramp, ${factor} times`, factor, seconds);
    if (!isWithinCapacity(stretch)) break;
    capacity = stretch;
  }
  const over = await run(`Overload, ${OVERLOAD} times the capacity`, OVERLOAD * capacity.factor, seconds);
  const taken = `${goodputOf(capacity).toFixed(1)} saves and submissions acknowledged a second`;
  const words = isWithinCapacity(nominal)
    ? `Capacity: ${capacity.factor} times the nominal load, ${taken} (95 of 100 done, p95 of saves at most ${MAX_SAVE_P95_MS} ms).`
    : `Not even the nominal load was within the capacity: ${taken}.`;
  const share = (goodputOf(over) / goodputOf(capacity)) * 100;
  console.log(
    `\n${words}\nAt ${OVERLOAD} times that: ${goodputOf(over).toFixed(1)} a second, ${share.toFixed(0)} % of it.`,
  );
}

async function main(options: StormOptions, folder: string): Promise<boolean> {
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  if (options.profileFolder !== undefined) {
    await mkdir(options.profileFolder, { recursive: true });
    // A web server that root starts gives up root's rights.
    await chmod(options.profileFolder, 0o777);
  }
  await buildWebApp(ROOT, 'larkmoor', new AbortController().signal);
  const database = await startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  const client = new pg.Client({ connectionString: database.url });
  let generator: Generator | undefined;
  let product: Product | undefined;
  try {
    await prepareSeason(database.url, folder, dataDir, options.season);
    await client.connect();
    const [{ model = 'unknown' } = {}] = cpus();
    console.log(
      `${cpus().length} cores (${model}), ${(totalmem() / 2 ** 30).toFixed(0)} GB; load of the machine before: ${readLoad()}`,
    );
    console.log(await describeSeason(client));
    generator = await Generator.start();
    const { webProcesses, profileFolder } = options;
    const { smtpUrl } = generator;
    product = await startProduct({ databaseUrl: database.url, dataDir, smtpUrl, webProcesses, profileFolder });
    const drafts = await findDrafts(client, options.season);
    // At most half of them, so that others can log in.
    const someOf = (list: readonly string[], most: number) => list.slice(0, Math.min(most, list.length >> 1));
    const open = [...someOf(drafts.begun, AT_WORK.begun), ...someOf(drafts.complete, AT_WORK.complete)];
    const sessions = await openSessions(client, open);
    const people = (emails: readonly string[], isComplete: boolean) =>
      emails.map((email) => ({ email, isComplete, session: sessions.get(email) }));
    const complete = people(drafts.complete, true);
    const begun = people(drafts.begun, false);
    // Of four who log in, one has a complete draft: as many submit as come.
    const mixed = Array.from({ length: Math.max(complete.length, begun.length) }, (_, place) =>
      [complete[place], ...begun.slice(place * 3, place * 3 + 3)].flatMap((one) => one ?? []),
    ).flat();
    const queries = readJudgedQueries(readFileSync(path.join(ROOT, 'checks/load/lookup/judged-queries.tsv'), 'utf8'));
    const typed = queries.map(({ category, text }) => ({ category, text: text.slice(0, 8) }));
    const run = Date.now().toString(36);
    const known = { url: product.url, run, password: PASSWORD, people: mixed, queries: typed };
    const { atWork } = await generator.order({ kind: 'crowd', ...known });
    console.log(
      `${atWork} people are at work, ${mixed.length - atWork} may log in; ${webProcesses} web process(es).\n`,
    );
    const roots = new Map([...product.processes, ['PostgreSQL', database.pid], ['generator', generator.pid]]);
    const measure = () => ({ processes: usageOf(roots), machine: usageOfMachine(), at: performance.now() / 1000 });
    const crowd = generator;
    let seed = 1;
    const runStretch = async (name: string, factor: number, seconds: number): Promise<Stretch> => {
      const before = measure();
      const load = await crowd.order({ kind: 'load', factor, seconds, seed: seed++ });
      const stretch = { name, factor, load, before, after: measure() };
      console.log(`\n${describeStretch(stretch)}`);
      return stretch;
    };
    const { season } = options;
    const { form } = await loadPartner({ partner: 'larkmoor', environment: 'production' });
    const keys = savedKeys(form);
    await compareWithPgbench(
      (callers) => crowd.order({ kind: 'save in turn', callers, seconds: ROUND_SECONDS }),
      (callers) => savesByPgbench(database.url, { season, callers, seconds: ROUND_SECONDS, folder, keys }),
      measure,
    );
    const nominal = await runStretch('Nominal load', 1, options.minutes * 60);
    if (options.rampSeconds > 0) await ramp(runStretch, nominal, options.rampSeconds);
    const checked = await generator.order({ kind: 'check', databaseUrl: database.url });
    console.log(
      `\nAcknowledged: ${checked.saves} saves of ${checked.answers} answers, ${checked.submissions} submissions; ${checked.lost.length} lost. ${checked.mails} mails came.`,
    );
    for (const one of checked.lost.slice(0, 20)) console.log(`  lost: ${one}`);
    return checked.lost.length === 0 && checked.saves > 0;
  } finally {
    await product?.stop();
    await generator?.stop();
    await client.end();
    await database.stop();
  }
}

function readLoad(): string {
  try {
    return readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
  } catch {
    return 'unknown';
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  const folder = path.resolve(options.folder ?? (await mkdtemp(path.join(tmpdir(), 'firstyear-storm-'))));
  try {
    const isGood = await main(options, folder);
    console.log(isGood ? 'PASSED: everything that was acknowledged is there.' : 'FAILED');
    process.exitCode = isGood ? 0 : 1;
  } finally {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  if (!(error instanceof StormUsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
