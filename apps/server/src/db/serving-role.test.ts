import { randomBytes } from 'node:crypto';
import { profile } from '@firstyear/api-contract/application';
import { confirm, logout } from '@firstyear/api-contract/identity';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Jobs, openJobQueue, startJobSender } from '../jobs/jobs.ts';
import { createLog } from '../log/create-log.ts';
import { logInAs, newAddress, newestCode, signUp } from '../modules/accounts/identity/person.testing.ts';
import { audit, canAlterTrail } from '../modules/audit/service.ts';
import { deleteExpired } from '../modules/operations/retention/service.ts';
import { buildApp } from '../programs/app.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { createClient } from '../testing/client.ts';
import { createDatabase, createPool } from './database.ts';
import { createServingRole, grantServing } from './serving-role.ts';
import type { Database } from './types.ts';

const role = `serving_${randomBytes(6).toString('hex')}`;
let t: TestApp;
let servingUrl: string;
let serving: Kysely<Database>;
let jobs: Jobs;
beforeAll(async () => {
  t = await testApp();
  // As in an update: the tables exist and belong to the only role so far.
  servingUrl = await createServingRole(t.database.url, role);
  await grantServing(t.database.url, servingUrl);
  const pool = createPool(servingUrl, { connections: 4 });
  serving = createDatabase(pool);
  jobs = await startJobSender(pool, createLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await serving.destroy();
  await t.stop();
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  await client.query(`drop role ${role}`);
  await client.end();
});

const loginOf = (network: string) => ({ kind: 'login_failed', by: { kind: 'visitor', network } }) as const;

test('the serving role can do everything that an account needs, and the trail records actors and networks', async () => {
  const app = await buildApp({ ...t.deps, db: serving, jobs });
  const client = createClient(app, t.deps.config.publicUrl, '192.0.2.44');
  const username = newAddress();
  await signUp(client, username);
  await client.call(confirm, { payload: { username, code: await newestCode(t, username) } });
  expect((await logInAs(client, username, 'Wrong-Guess-99')).status).toBe(400);
  expect((await logInAs(client, username)).status).toBe(200);
  expect((await client.call(profile)).status).toBe(200);
  expect((await client.call(logout)).status).toBe(200);
  await app.close();
  const queue = await openJobQueue(servingUrl, createLog('silent'));
  await queue.stop();
  const network = '192.0.2.44';
  const trail = await t.db
    .selectFrom('audit_event')
    .select(['kind', 'actor', 'network'])
    .where('network', '=', network)
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { kind: 'account_confirmed', actor: 'applicant', network },
    { kind: 'login_failed', actor: 'visitor', network },
    { kind: 'login', actor: 'applicant', network },
    { kind: 'logout', actor: 'applicant', network },
  ]);
});

test.each([
  "update audit_event set kind = 'x'",
  'delete from audit_event',
  'truncate audit_event',
  'alter table audit_event disable trigger all',
  'drop trigger audit_event_append_only on audit_event',
  'drop table audit_event',
  'create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$ begin return old; end $$',
  "set session_replication_role = 'replica'",
  "update schema_migration set checksum = 'x'",
  "update office_reason set text = 'x'",
  'delete from office_reason',
  'create table own (x integer)',
])('the serving role may not: %s', async (statement) => {
  await audit(serving, { ...loginOf('192.0.2.1'), accountId: null, at: new Date() });
  await expect(sql.raw(statement).execute(serving)).rejects.toMatchObject({ code: '42501' });
});

test('canAlterTrail() depends on the role, and granting is idempotent and revokes other rights', async () => {
  await grantServing(t.database.url, servingUrl);
  expect([await canAlterTrail(serving), await canAlterTrail(t.db)]).toEqual([false, true]);
  await grantServing(t.database.url, t.database.url);
  await sql`grant delete on audit_event to ${sql.id(role)}`.execute(t.db);
  expect(await canAlterTrail(serving)).toBe(true);
  await grantServing(t.database.url, servingUrl);
  expect(await canAlterTrail(serving)).toBe(false);
});

test('after 30 days, failed logins of unknown addresses are deleted from the trail, and nothing else is', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  const accountId = '00000000-0000-4000-8000-000000000002';
  await audit(t.db, { ...loginOf('a'), accountId: null, at: daysAgo(31) });
  await audit(t.db, { ...loginOf('b'), accountId: null, at: daysAgo(29) });
  await audit(t.db, { ...loginOf('c'), accountId, at: daysAgo(400) });
  await audit(t.db, { ...loginOf('d'), kind: 'service_view', accountId: null, at: daysAgo(400) });
  const events = async () =>
    (await t.db.selectFrom('audit_event').select('network').where('network', 'in', ['a', 'b', 'c', 'd']).execute())
      .map((event) => event.network)
      .sort();
  expect(await events()).toEqual(['a', 'b', 'c', 'd']);
  await deleteExpired(serving, new Date());
  expect(await events()).toEqual(['b', 'c', 'd']);
});

test('a new password for the role invalidates the earlier address', async () => {
  const renewed = await createServingRole(t.database.url, role);
  const client = new pg.Client({ connectionString: servingUrl });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  await grantServing(t.database.url, renewed);
  servingUrl = renewed;
});
