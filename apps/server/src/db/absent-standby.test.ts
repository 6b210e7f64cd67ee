import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PROBE_PATHS } from '@firstyear/api-contract/addresses';
import { answer, profile } from '@firstyear/api-contract/application';
import { me } from '@firstyear/api-contract/desk';
import { login } from '@firstyear/api-contract/identity';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMail } from '../jobs/all-jobs.ts';
import { jobHandler } from '../jobs/job.ts';
import { installJobs, openJobQueue } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { newColleague } from '../modules/accounts/staff/staff.testing.ts';
import { newApplicant } from '../modules/application/row/applicant.testing.ts';
import { audit } from '../modules/audit/service.ts';
import { isForPeople } from '../process/error-for-people.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { connectClient } from './connections.ts';
import { createDatabase, createPool } from './database.ts';
import { makeDatabaseFolder } from './database-folder.testing.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migrate, migrationFiles } from './migrate.ts';

/** A PostgreSQL of its own: whether commits wait for a standby is decided for a whole server. */
let folder: string;
let postgres: EmbeddedPostgres;
let server: TestApp;
/** The same database for a web server that waits for half a second. */
let impatient: TestApp;
beforeAll(async () => {
  folder = makeDatabaseFolder('firstyear-standby-');
  postgres = await startEmbeddedPostgres({ root: path.join(folder, 'postgres') });
  const { url } = postgres;
  await migrate(url);
  await installJobs(url);
  const open = (responseMs = 600_000) => {
    const pool = createPool(url, { connections: 4, responseMs });
    const db = createDatabase(pool);
    return { url, pool, db, stop: () => db.destroy() };
  };
  server = await testApp({ database: open() });
  const { clock } = server;
  const { secret } = server.deps.config;
  impatient = await testApp({ clock, config: { secret }, database: open(500) });
});
afterAll(async () => {
  await impatient.stop();
  await server.stop();
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function setStandby(name: string): Promise<void> {
  await server.database.pool.query(`alter system set synchronous_standby_names = '${name}'`);
  await server.database.pool.query('select pg_reload_conf()');
}

async function countWaitingCommits(): Promise<number> {
  const { rows } = await server.database.pool.query(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`);
  return rows.length;
}

const save = (client: Client, city: string) => client.call(answer, { payload: { city } });

test('a save is not acknowledged when an administrator cancels its wait for a standby, and can be retried', async () => {
  const applicant = await newApplicant(server);
  await setStandby('away');
  const refused = eventually(async () => {
    const response = await save(applicant, 'Canceled');
    expect(response).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
  });
  await eventually(async () => expect(await countWaitingCommits()).toBe(1));
  await server.database.pool.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
  await refused;
  await setStandby('');
  await eventually(async () => expect((await save(applicant, 'Canceled')).status).toBe(200));
});

test('a command whose commit waits for a standby fails with a sentence for the operator', async () => {
  await setStandby('away');
  const change = async () => {
    await audit(impatient.db, {
      kind: 'applications_exported',
      by: { kind: 'operator', user: 'grace' },
      accountId: null,
      at: new Date(),
    });
  };
  await eventually(async () => {
    const problem = await change().catch((error: unknown) => error);
    expect(isForPeople(problem) && problem.message).toMatch(
      /^The database did not respond within 0[.]5 s[.] .+ standby that is away[.]$/,
    );
  });
  await setStandby('');
  await eventually(change);
});

test('migrations and the job queue continue while a standby is away, since they can be repeated', async () => {
  const { url } = postgres;
  const witness = new pg.Client({ connectionString: url });
  await witness.connect();
  const client = await connectClient(url);
  const queue = await openJobQueue(url, createLog('silent'));
  const done: string[] = [];
  await queue.work([jobHandler(sendMail, async ({ mail_id }) => void done.push(mail_id))]);
  await setStandby('away');
  const waiting: Promise<unknown>[] = [];
  await eventually(async () => {
    waiting.push(witness.query(`select pg_logical_emit_message(true, 'a change', '')`));
    expect(await countWaitingCommits()).toBe(1);
  });
  const later = { name: '9999_later.sql', sql: 'create table later ()' };
  expect(await migrate(url, [...(await migrationFiles()), later])).toEqual([later.name]);
  await installJobs(url);
  await client.query(`drop table later; delete from schema_migration where name = '${later.name}'`);
  const mail_id = randomUUID();
  await queue.send(sendMail, { mail_id });
  await eventually(() => expect(done).toEqual([mail_id]));
  expect(await countWaitingCommits()).toBe(1);
  await setStandby('');
  await Promise.all(waiting);
  await queue.stop();
  await Promise.all([witness.end(), client.end()]);
});

test('while a synchronous standby is away, saves are refused in time and never acknowledged, and reads work; saves resume when it is back', async () => {
  const applicant = await newApplicant(server);
  const client = impatient.client();
  for (const [name, value] of applicant.cookies) client.cookies.set(name, value);
  await eventually(async () => expect((await save(client, 'Sampleton')).status).toBe(200));
  const director = await newColleague(server, 'director');
  const colleague = impatient.client();
  for (const [name, value] of director.cookies) colleague.cookies.set(name, value);
  await setStandby('away');
  await eventually(async () => {
    const refused = await save(client, 'In doubt');
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
    expect(await countWaitingCommits()).toBe(1);
  });
  for (const city of ['In doubt', 'Later', 'In doubt']) expect((await save(client, city)).status).toBe(503);
  expect(await countWaitingCommits()).toBe(1);
  // None was sent to wait for the row that the first one has locked.
  const locks = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
  expect((await server.database.pool.query(locks)).rows).toEqual([]);
  // A login is counted before its password is checked, which is a change too, though nobody has this address.
  const credentials = { username: 'nobody@mail.example', password: 'Violet-Lantern-42' };
  for (const _ of [1, 2]) expect((await client.call(login, { payload: credentials })).status).toBe(503);
  expect(await countWaitingCommits()).toBe(1);
  // The session's last use is long enough ago to be written again.
  server.clock.advance(16_000);
  await eventually(async () => expect((await client.call(profile)).status).toBe(200));
  await eventually(async () => expect((await colleague.call(me)).status).toBe(200));
  expect(await countWaitingCommits()).toBe(1);
  for (const url of Object.values(PROBE_PATHS)) {
    await eventually(async () => expect((await impatient.app.inject(url)).statusCode).toBe(200));
  }
  await setStandby('');
  await eventually(async () => expect((await save(client, 'In doubt')).status).toBe(200));
  await eventually(async () => expect((await client.call(profile)).body.answer?.city).toBe('In doubt'));
  expect(await countWaitingCommits()).toBe(0);
});
