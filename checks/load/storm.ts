import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import * as z from 'zod';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { readOptions, runCommand, UsageError, wholeNumber } from '../support/command.ts';
import { startMailServer } from '../support/mailbox.ts';
import { percentile } from '../support/numbers.ts';
import { FORM, PASSWORD } from '../support/person.ts';
import { buildWeb, connect, startPostgres, startProduct } from '../support/product.ts';
import { readJudgedQueries } from './lookup/schools.ts';
import { fillSeason, findDrafts, openSessions } from './season.ts';
import { Crowd } from './storm/crowd.ts';
import { journeys, savedKeys } from './storm/journeys.ts';
import {
  describeStretch,
  goodputOf,
  isWithinCapacity,
  MAX_SAVE_P95_MS,
  OPERATIONS,
  Recorder,
  type Stretch,
} from './storm/report.ts';
import { beginOnTime, planArrivals, ratesOf } from './storm/schedule.ts';
import { AcknowledgedWrites, type StoredApplication } from './storm/writes.ts';

/** How many people are at work when the storm begins, by their drafts. */
const AT_WORK = { begun: 1_500, complete: 4_000 };
const RAMP = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32];
const OVERLOAD = 3;

const schema = z.object({
  /** Applications in the database before the storm. */
  season: wholeNumber(200_000, 100, 5_000_000),
  /** Minutes of nominal load. */
  minutes: z.coerce.number().min(0.1).max(600).default(30),
  /** Seconds of each step of the ramp; 0 for no ramp. */
  'ramp-seconds': z.coerce.number().min(0).max(600).default(30),
  'web-processes': wholeNumber(1, 1, 64),
  /** Keeps the database and files for the next run. */
  folder: z.string().optional(),
});

async function prepareSeason(client: pg.Client, folder: string, season: number): Promise<void> {
  const record = path.join(folder, 'season.json');
  const filled = existsSync(record) ? readFileSync(record, 'utf8') : undefined;
  if (filled === String(season)) return;
  if (filled !== undefined)
    throw new UsageError(`The folder ${folder} has a season of ${filled}: give another one, or --season ${filled}.`);
  const startedAt = performance.now();
  await fillSeason(client, season);
  await writeFile(record, String(season));
  console.log(`A season of ${season} was filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
}

/** Raises the load until the product can't keep up, and then to three times the capacity. */
async function ramp(run: (name: string, factor: number) => Promise<Stretch>, nominal: Stretch): Promise<void> {
  let capacity = nominal;
  for (const factor of isWithinCapacity(nominal) ? RAMP : []) {
    const stretch = await run(`Ramp, ${factor} times`, factor);
    if (!isWithinCapacity(stretch)) break;
    capacity = stretch;
  }
  const over = await run(`Overload, ${OVERLOAD} times the capacity`, OVERLOAD * capacity.factor);
  const goodput = `${goodputOf(capacity).toFixed(1)} saves and submissions acknowledged a second`;
  const verdict = isWithinCapacity(nominal)
    ? `Capacity: ${capacity.factor} times the nominal load, ${goodput} (95 of 100 done, p95 of saves at most ${MAX_SAVE_P95_MS} ms).`
    : `Not even the nominal load was within the capacity: ${goodput}.`;
  const share = (goodputOf(over) / goodputOf(capacity)) * 100;
  console.log(
    `\n${verdict}\nAt ${OVERLOAD} times that: ${goodputOf(over).toFixed(1)} a second, ${share.toFixed(0)} % of it.`,
  );
}

/** Lists acknowledged answers and submissions that aren't in the database. */
async function findLost(client: pg.Client, writes: AcknowledgedWrites, keys: readonly string[]) {
  const answers = keys.map((key) => `${pg.escapeLiteral(key)}, answers -> ${pg.escapeLiteral(key)}`).join(', ');
  const { rows } = await client.query<StoredApplication>(
    `select email, jsonb_build_object(${answers}) as answers, confirmation_number as "confirmationNumber"
     from account join application on application.account_id = account.id
     left join submission on submission.application_id = application.id
     where email = any($1)`,
    [writes.emails()],
  );
  return writes.findLost(rows);
}

/** The people of the season. Those with a session are at work. Of four who log in, one has a complete draft, to submit it later. */
async function gatherPeople(client: pg.Client) {
  const drafts = await findDrafts(client);
  // At most half of them, so that the others can log in.
  const someOf = (list: readonly string[], count: number) => list.slice(0, Math.min(count, list.length >> 1));
  const open = [...someOf(drafts.begun, AT_WORK.begun), ...someOf(drafts.complete, AT_WORK.complete)];
  const sessions = await openSessions(client, open);
  const people = (emails: readonly string[], isComplete: boolean) =>
    emails.map((email) => ({ email, isComplete, session: sessions.get(email) }));
  const [complete, begun] = [people(drafts.complete, true), people(drafts.begun, false)];
  return Array.from({ length: Math.max(complete.length, begun.length) }, (_, place) =>
    [complete[place], ...begun.slice(place * 3, place * 3 + 3)].flatMap((item) => item ?? []),
  ).flat();
}

/**
 * `npm run bench:storm`: the web server, the worker, a PostgreSQL with a season of applications and a mail server on loopback, under
 * the load of the day before a deadline; then under a rising load until it can't keep up, and three times the capacity. Calls begin
 * when they are due, whether or not earlier ones have ended. Exit code 1 when something acknowledged isn't in the database at the end.
 */
await runCommand(async (run) => {
  const options = readOptions(schema);
  const { season, 'web-processes': webProcesses, 'ramp-seconds': rampSeconds } = options;
  const folder = options.folder === undefined ? run.folder : path.resolve(options.folder);
  await mkdir(path.join(folder, 'data'), { recursive: true });
  await buildWeb();
  const database = await startPostgres(run, folder);
  await migrate(database.url);
  const client = await connect(run, database.url);
  await prepareSeason(client, folder, season);
  const mailbox = await startMailServer(run);
  const product = await startProduct(run, {
    folder,
    databaseUrl: database.url,
    env: {
      SMTP_URL: mailbox.url,
      TRUSTED_PROXY: '127.0.0.1',
      MAIL_BUDGET_PER_HOUR: '1000000',
      WEB_PROCESSES: String(webProcesses),
    },
  });
  const people = await gatherPeople(client);
  const atWork = people.filter(({ session }) => session !== undefined).length;
  console.log(`${atWork} people are at work, ${people.length - atWork} may log in; ${webProcesses} web process(es).\n`);

  const queries = await readJudgedQueries();
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const picture = { create: { width: 2000, height: 1500, channels: 3, background: '#9ab', noise } } as const;
  const writes = new AcknowledgedWrites();
  const base = {
    form: FORM,
    mailbox,
    writes,
    password: PASSWORD,
    run: Date.now().toString(36),
    crowd: new Crowd(product.url, people),
    queries: queries.map(({ category, text }) => ({ category, text: text.slice(0, 8) })),
    photo: await sharp(picture).jpeg({ quality: 60 }).toBuffer(),
  };
  const runStretch = async (name: string, factor: number, seconds: number): Promise<Stretch> => {
    const recorder = new Recorder();
    const journeyOf = journeys({ ...base, recorder });
    const lateness: number[] = [];
    const running = new Set<Promise<void>>();
    const startedAt = performance.now();
    await beginOnTime(planArrivals(ratesOf(factor), seconds), (stream, dueAt) => {
      lateness.push(performance.now() - dueAt);
      const journey = journeyOf[stream](dueAt).catch((error: unknown) => {
        recorder.record(stream, 0, { error: `generator: ${String(error).slice(0, 80)}` });
      });
      running.add(journey);
      void journey.finally(() => running.delete(journey));
    });
    await sleep(Math.max(0, startedAt + seconds * 1000 - performance.now()));
    const took = (performance.now() - startedAt) / 1000;
    await Promise.all(running);
    const [results, latenessP99] = [recorder.results(OPERATIONS), percentile(lateness, 0.99)];
    const stretch = { name, factor, seconds: took, results, latenessP99 };
    console.log(`\n${describeStretch(stretch)}`);
    return stretch;
  };
  const nominal = await runStretch('Nominal load', 1, options.minutes * 60);
  if (rampSeconds > 0) await ramp((name, factor) => runStretch(name, factor, rampSeconds), nominal);
  const lost = await findLost(client, writes, savedKeys(FORM));
  const { saves, submissions } = writes;
  console.log(
    `\nAcknowledged: ${saves} saves, ${submissions} submissions; ${lost.length} lost. ${mailbox.received()} mails came.`,
  );
  for (const loss of lost.slice(0, 20)) console.log(`  lost: ${loss}`);
  const isGood = lost.length === 0 && saves > 0;
  console.log(isGood ? 'PASSED: everything acknowledged is there.' : 'FAILED');
  return isGood;
});
