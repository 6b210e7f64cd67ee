import path from 'node:path';
import { profile } from '@firstyear/api-contract/application';
import type { Answers } from '@firstyear/form-engine';
import { completeAnswers } from '@firstyear/freshman/testing';
import { DEFAULT_PARTNER } from '@firstyear/processes/partner-folder';
import pg from 'pg';
import * as z from 'zod';
import { loadPartner } from '../../apps/server/src/config/load-partner.ts';
import { CONNECTIONS } from '../../apps/server/src/db/connections.ts';
import { type Run, readOptions, runCommand, wholeNumber } from '../support/command.ts';
import { keptConnections } from '../support/http.ts';
import { startMailServer } from '../support/mailbox.ts';
import { median } from '../support/numbers.ts';
import { networkOf, Person, type Place } from '../support/person.ts';
import { ROOT, run as runProgram } from '../support/processes.ts';
import { startDatabase, startWhole } from '../support/product.ts';
import { savedKeys } from './storm/journeys.ts';

const schema = z.object({
  with: z.string().default(''),
  callers: wholeNumber(16, 1, 9_999),
  people: wholeNumber(120, 1, 9_999),
  turns: wholeNumber(4, 1, 9_999),
  seconds: wholeNumber(12, 1, 9_999),
  'web-processes': wholeNumber(1, 1, 64),
});
type Options = z.infer<typeof schema>;

/** An applicant who is logged in and has answered everything. */
interface Applicant {
  /** Saves the next two answers that take any short text. */
  saves(): Promise<void>;
  profiles(): Promise<void>;
}

const { form } = await loadPartner({ partner: DEFAULT_PARTNER, environment: 'production' });
const KEYS = savedKeys(form);

async function makeApplicant(place: Place, agent: ReturnType<typeof keptConnections>, number: number) {
  const address = `ada.testperson.${number}@mail.example`;
  const person = await Person.register(place, address, agent, { 'x-forwarded-for': networkOf(number) });
  let saved = 0;
  const save = (answers: Answers) => person.save(answers, { tab: `tab-of-person-${number}`, number: ++saved });
  await save(completeAnswers(form, { email_address: address }));
  const keyAt = (position: number) => KEYS[(saved + position) % KEYS.length] ?? '';
  return {
    saves: () => save({ [keyAt(0)]: `Answer ${saved} 0`, [keyAt(1)]: `Answer ${saved} 1` }),
    profiles: () => person.send(profile),
  };
}

/** What the database alone takes: a transaction that locks, reads and writes the same row, and a plain read, by the driver. */
async function makeRows(run: Run, people: number): Promise<readonly Applicant[]> {
  const { url, client } = await startDatabase(run);
  const answers = JSON.stringify(completeAnswers(form));
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into account (email, created_at, confirmed_at)
       select 'ada.' || n || '@mail.example', now(), now() from generate_series(1, $1::int) n returning id)
     insert into application (account_id, form, season, answers, created_at, updated_at)
       select id, 'freshman', '2027', $2, now(), now() from made returning id`,
    [people, answers],
  );
  await client.query('vacuum analyze');
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS.web.calls });
  run.onEnd(() => pool.end());
  const read = 'select * from application where id = $1';
  const write = 'update application set answers = $2, version = version + 1, updated_at = now() where id = $1';
  return rows.map(({ id }) => ({
    saves: async () => {
      const connection = await pool.connect();
      await connection.query('begin');
      await connection.query({ name: 'lock', text: `${read} for update`, values: [id] });
      await connection.query({ name: 'write', text: write, values: [id, answers] });
      await connection.query('commit');
      connection.release();
    },
    profiles: async () => void (await pool.query({ name: 'read', text: read, values: [id] })),
  }));
}

interface Measured {
  readonly name: string;
  readonly applicants: readonly Applicant[];
}

/** Makes calls with several callers, who each use a free applicant; returns the calls per second. */
async function countCalls({ applicants }: Measured, kind: keyof Applicant, { callers, seconds }: Options) {
  const free = [...applicants];
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const applicant = free.shift();
      if (!applicant) throw new Error('There are more callers than people.');
      await applicant[kind]();
      free.push(applicant);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return done / seconds;
}

async function compare(products: readonly Measured[], options: Options): Promise<void> {
  for (const kind of ['saves', 'profiles'] as const) {
    for (const product of products) await countCalls(product, kind, options);
    const rates = products.map((): number[] => []);
    for (let turn = 0; turn < options.turns; turn += 1)
      for (const [place, product] of products.entries()) rates[place]?.push(await countCalls(product, kind, options));
    for (const [place, { name }] of products.entries()) {
      const perTurn = rates[place] ?? [];
      const each = perTurn.map((rate) => rate.toFixed(0)).join(', ');
      const ratio = (median(perTurn) / median(rates[0] ?? [])).toFixed(2);
      console.log(
        `${kind.padEnd(8)} ${name.padEnd(12)} ${median(perTurn).toFixed(0)} a second (${each})  ratio ${ratio}`,
      );
    }
  }
}

/** Unpacks and installs an earlier version in a folder. */
function installVersion(commit: string, folder: string): void {
  runProgram('git', ['clone', '--quiet', '--no-checkout', ROOT, folder]);
  runProgram('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit], { cwd: folder });
  runProgram('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
}

/**
 * `npm run bench:versions [-- --with COMMIT]`: saves and profiles per second of this version, of the database alone, and of an
 * earlier version, in turns; the versions started by `npm start`, and each with a database of its own.
 */
await runCommand(async (run: Run) => {
  const options = readOptions(schema);
  const earlier = path.join(run.folder, 'earlier');
  if (options.with !== '') installVersion(options.with, earlier);
  const mailbox = await startMailServer(run);
  const env = { SMTP_URL: mailbox.url, TRUSTED_PROXY: '127.0.0.1', WEB_PROCESSES: String(options['web-processes']) };
  const products: Measured[] = [];
  for (const [name, root] of [
    ...(options.with === '' ? [] : [[options.with, earlier] as const]),
    ['this version', ROOT] as const,
  ]) {
    const dataDir = path.join(run.folder, `data-${products.length}`);
    const { url } = await startWhole(run, { dataDir, env, root });
    const agent = keptConnections(url);
    const applicants: Applicant[] = [];
    for (let number = products.length * options.people; applicants.length < options.people; number += 1)
      applicants.push(await makeApplicant({ url, mailbox }, agent, number));
    products.push({ name, applicants });
  }
  products.push({ name: 'database', applicants: await makeRows(run, options.people) });
  await compare(products, options);
});
