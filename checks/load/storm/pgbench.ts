import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import * as z from 'zod';
import { errorCode } from '../../../apps/server/src/errors/error-code.ts';

const run = promisify(execFile);

/** As many people as are at work in the storm: what is read often is in the database's memory for both. */
const MAX_PEOPLE = 5_000;
/** Different sets of questions that are saved, at random: as in the storm, few are among the latest of their application. */
const SCRIPTS = 12;

/**
 * The statements of one save, in their order: the session (modules/accounts/session/repository.ts), the application held for the
 * change, whether it was submitted, and its new version (modules/application). They are prepared, as ours are; each
 * goes by itself, where the web server sends six of them in three messages. What the web server moves from `recent_versions` to
 * `answer_versions` when they are many is left out.
 */
const scriptOf = (script: number) => `\\set number 10 * random(0, :people - 1)
with found as (
  select session.id, session.account_id, account.email
  from session inner join account on account.id = session.account_id
  where session.token_hash = sha256((:number)::text::bytea)
    and session.last_seen_at > now() - make_interval(secs => 900)
    and session.created_at > now() - make_interval(secs => 43200)
), touched as (
  update session set last_seen_at = now() from found
  where session.id = found.id and abs(extract(epoch from now() - session.last_seen_at)) >= 15
  returning set_config('synchronous_commit', 'off', true) as durability
)
select id, account_id, email from found;
begin;
select id, account_id, answers, sealed_answers, tabs, add_another, reported_errors, last_page, version, submission_started_at,
  reminders_sent, reminders_off_at, created_at, updated_at, recent_versions, (
    select case when recent_versions ?& asked.keys then '{}' else (
      select jsonb_strip_nulls(coalesce(jsonb_object_agg(key, answer_versions -> key), '{}'))
      from unnest(asked.keys) as key where not recent_versions ? key
    ) end
    from (values (:keys${script}::text[])) as asked (keys)) as moved
from application where account_id = md5('account ' || (:number)::text)::uuid for update;
select submission.confirmation_number, submission.submitted_at
from submission inner join application on application.id = submission.application_id
where application.account_id = md5('account ' || (:number)::text)::uuid;
update application set answers = :answers, sealed_answers = :sealed, recent_versions = :recent${script},
  version = version + 1, updated_at = now()
where id = md5('application ' || (:number)::text)::uuid;
commit;
`;

/** Gives each of these people a session, by the hash that scriptOf() looks for. */
const OPEN_SESSIONS = `
insert into session (token_hash, account_id, created_at, last_seen_at)
select sha256(number::text::bytea), md5('account ' || number)::uuid, now(), now()
from (select 10 * generate_series(0, $1::int4 - 1) as number) as people
on conflict (token_hash) do update set created_at = excluded.created_at, last_seen_at = excluded.last_seen_at`;

const sampleRow = z.object({ answers: z.string(), sealed: z.string(), version: z.unknown() });

/** Whether the program is there; on Debian it comes with the package postgresql-client or postgresql. */
export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

export interface PgbenchResult {
  readonly perSecond: number;
  /** Of one save, in milliseconds. */
  readonly mean: number;
}

/**
 * Sends the SQL of saves straight to the database, with answers as large as those of the season, to applications that are
 * submitted (every tenth is), where nobody of the storm saves.
 */
export async function savesByPgbench(
  databaseUrl: string,
  options: {
    readonly season: number;
    readonly callers: number;
    readonly seconds: number;
    readonly folder: string;
    /** Questions that are saved, one to three at a time. */
    readonly keys: readonly string[];
  },
): Promise<PgbenchResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Of the middle length among some: to look at all of a season would take the database longer than the saves.
  const { rows } = await client.query(
    `select answers::text, sealed_answers::text as sealed, (select value from jsonb_each(answer_versions) limit 1) as version
     from (select * from application where id not in (select application_id from submission) limit 101) as some_drafts
     order by octet_length(answers::text) offset 50 limit 1`,
  );
  const people = Math.min(MAX_PEOPLE, Math.floor(options.season / 10));
  await client.query(OPEN_SESSIONS, [people]);
  await client.end();
  const { answers, sealed, version } = sampleRow.parse(rows[0]);
  const variables: Record<string, string> = { people: String(people), answers, sealed };
  const files: string[] = [];
  for (let script = 0; script < SCRIPTS; script += 1) {
    const first = Math.floor((script * options.keys.length) / SCRIPTS);
    const keys = options.keys.slice(first, first + 1 + (script % 3));
    variables[`keys${script}`] = `{${keys.join(',')}}`;
    variables[`recent${script}`] = JSON.stringify(Object.fromEntries(keys.map((key) => [key, version])));
    const file = path.join(options.folder, `save-${script}.pgbench.sql`);
    await writeFile(file, scriptOf(script));
    files.push(file);
  }
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const { stdout } = await run(
    'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${options.callers}`, `--time=${options.seconds}`],
      ...files.map((file) => `--file=${file}`),
      ...[`--host=${hostname}`, `--port=${port}`, `--username=${username}`],
      ...Object.entries(variables).flatMap(([name, value]) => ['--define', `${name}=${value}`]),
      pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const numberAfter = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  return { perSecond: numberAfter(/^tps = ([\d.]+)/m), mean: numberAfter(/^latency average = ([\d.]+) ms/m) };
}
