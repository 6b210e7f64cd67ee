import { DEVICE_COOKIE, SESSION_COOKIE, STAFF_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { logout } from '@firstyear/api-contract/identity';
import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { newApplicant } from '../../application/row/applicant.testing.ts';
import { changeRow, recordColleague } from '../../office/list/service.ts';
import { changePerson } from './people.ts';
import {
  type Colleague,
  codeNow,
  linkId,
  newColleague,
  PASSWORD,
  setUpPerson,
  signIn,
  signInAs,
} from './staff.testing.ts';

const server = await suiteApp();
const asDirector = () => newColleague(server, 'director');

const statusOf = async (client: Client) => (await client.call(desk.me)).status;
/** A person whom a director has added, with the secret of their app and their recovery codes. */
const newPerson = async (role = 'clerk') => setUpPerson(server, await asDirector(), role);

test('an added person sets a password and an app with the link, and signs in with both', async () => {
  const { email, secret, id } = await newPerson();
  const client = server.client();
  // The code of the half minute in which the app was set up can't be used again.
  server.clock.advance(30 * SECOND_MS);
  expect((await signIn(client, email.toUpperCase(), codeNow(server, secret))).status).toBe(200);
  expect((await client.call(desk.me)).body).toMatchObject({ email, role: 'clerk', name: 'Added Person' });
  const boss = await asDirector();
  const { people = [] } = (await boss.call(desk.staffList)).body;
  const [own, others] = [email, boss.email].map((one) => people.find((person) => person.email === one));
  const moment = server.clock.now().toISOString();
  expect(own).toMatchObject({ role_from: 'office', is_set_up: true, last_seen_at: moment });
  expect(others).toMatchObject({ role_from: 'office', is_set_up: false });
  expect((await server.client().call(desk.lookAtSetUp, { payload: { id } })).body.code).toBe('wrong_set_up_link');
  expect((await client.call(desk.signOut)).status).toBe(200);
  expect([client.cookies.has(STAFF_COOKIE), await statusOf(client)]).toEqual([false, 401]);
});

test('a code works once, even for someone who saw it being typed', async () => {
  const { email, secret } = await newPerson();
  const used = codeNow(server, secret);
  expect((await signIn(server.client(), email, used)).body.code).toBe('wrong_sign_in');
  server.clock.advance(30 * SECOND_MS);
  const next = codeNow(server, secret);
  expect((await signIn(server.client(), email, next)).status).toBe(200);
  expect((await signIn(server.client(), email, next)).body.code).toBe('wrong_sign_in');
});

test('only one of two concurrent uses of a code begins a session', async () => {
  const { email, secret } = await newPerson();
  server.clock.advance(30 * SECOND_MS);
  const tries = Array.from({ length: 4 }, () => signIn(server.client(), email, codeNow(server, secret)));
  expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('each of ten recovery codes replaces the app once, however it is typed', async () => {
  const { email, recovery } = await newPerson();
  expect(new Set(recovery).size).toBe(10);
  const code = recovery[3]?.toLowerCase().replace('-', ' ') ?? '';
  expect((await signIn(server.client(), email, code)).status).toBe(200);
  expect((await signIn(server.client(), email, code)).status).toBe(400);
  expect((await signIn(server.client(), email, recovery[4] ?? '')).status).toBe(200);
});

test('every failed sign-in gets the same response', async () => {
  const { email, secret } = await newPerson();
  server.clock.advance(30 * SECOND_MS);
  const code = codeNow(server, secret);
  const responses = [
    await signIn(server.client(), email, code, 'Another-Password-42'),
    await signIn(server.client(), email, '000000'),
    await signIn(server.client(), 'nobody@office.example', code),
    await signIn(server.client(), email, 'AAAAA-AAAAA'),
  ];
  const bodies = new Set(responses.map(({ status, body }) => JSON.stringify([status, body])));
  expect(bodies.size).toBe(1);
  expect(responses[0]?.body.code).toBe('wrong_sign_in');
});

test('guesses have to wait longer and longer, and a successful sign-in ends the wait', async () => {
  const { email, secret } = await newPerson();
  server.clock.advance(30 * SECOND_MS);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await signIn(server.client(), email, '000000')).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await signIn(server.client('203.0.113.9'), email, codeNow(server, secret))).status).toBe(200);
});

test('a link lasts two days, sets only strong passwords, and accepts only the code of its own app', async () => {
  const email = 'slow@office.example';
  const added = await (await asDirector()).call(desk.addStaff, { payload: { email, name: 'Slow', role: 'reader' } });
  const id = linkId(added.body.link);
  const { secret = '', sealed = '' } = (await server.client().call(desk.lookAtSetUp, { payload: { id } })).body;
  const set = async (password: string, code: string) =>
    (await server.client().call(desk.setUp, { payload: { id, sealed, password, code } })).body.code;
  expect(await set('short', codeNow(server, secret))).toBe('invalid_password');
  expect(await set('Password1234!', codeNow(server, secret))).toBe('weak_password');
  expect(await set(PASSWORD, '000000')).toBe('wrong_app_code');
  server.clock.advance(2 * DAY_MS);
  expect(await set(PASSWORD, codeNow(server, secret))).toBe('wrong_set_up_link');
  const again = await (await asDirector()).call(desk.newStaffLink, { params: { id: added.body.person?.id ?? '' } });
  const { body } = await server.client().call(desk.lookAtSetUp, { payload: { id: linkId(again.body.link) } });
  expect([body.email, body.secret === secret]).toEqual([email, false]);
});

test("stored data can't be used to sign in: secrets are encrypted, codes and links hashed", async () => {
  const { secret, id, recovery } = await newPerson();
  const tables = ['staff_person', 'staff_link', 'staff_recovery_code', 'staff_session'] as const;
  const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()));
  const text = rows
    .flat()
    .map((row) => JSON.stringify(row))
    .join('\n');
  for (const kept of [secret, id, PASSWORD, ...recovery]) expect(text).not.toContain(kept);
});

test("a session ends after 15 minutes without a call and after ten hours in total, by the database's clock", async () => {
  const { staffId } = await newColleague(server, 'reader');
  const idle = await signInAs(server, staffId);
  server.clock.advance(15 * MINUTE_MS - 1);
  expect(await statusOf(idle)).toBe(200);
  server.clock.advance(15 * MINUTE_MS);
  expect(await statusOf(idle)).toBe(401);
  const busy = await signInAs(server, staffId);
  for (let minute = 0; minute < 10 * 60 - 10; minute += 10) {
    server.clock.advance(10 * MINUTE_MS);
    expect(await statusOf(busy)).toBe(200);
  }
  server.clock.advance(10 * MINUTE_MS);
  expect(await statusOf(busy)).toBe(401);
});

test('a director changes a role, ends sessions and removes a person, each with immediate effect', async () => {
  const boss = await asDirector();
  const { staffId, email } = await newColleague(server, 'reader');
  const browser = () => signInAs(server, staffId);
  const params = { id: staffId };
  const [one, two] = [await browser(), await browser()];
  expect((await boss.call(desk.staffList)).body.people?.find(({ id }) => id === staffId)?.sessions).toBe(3);
  expect((await boss.call(desk.endStaffSessions, { params })).body.ended).toBe(3);
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 401]);
  const before = await browser();
  const change = { name: 'Grace Clerk', role: 'clerk' };
  expect((await boss.call(desk.changeStaff, { params, payload: change })).body.person).toMatchObject(change);
  expect([await statusOf(before), (await (await browser()).call(desk.me)).body.role]).toEqual([401, 'clerk']);
  const last = await browser();
  expect((await boss.call(desk.removeStaff, { params })).status).toBe(200);
  expect(await statusOf(last)).toBe(401);
  expect((await boss.call(desk.staffList)).body.people?.some(({ id }) => id === staffId)).toBe(false);
  const again = { email, name: 'Grace Again', role: 'reader' };
  expect((await boss.call(desk.addStaff, { payload: again })).status).toBe(200);
  expect((await boss.call(desk.addStaff, { payload: again })).body.code).toBe('staff_exists');
  const kinds = await server.db
    .selectFrom('audit_event')
    .select(['kind', 'actor'])
    .where('actor', '=', `staff ${boss.staffId}`)
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'staff_added',
    'staff_removed',
    'staff_changed',
    'staff_sessions_ended',
  ]);
});

test('nobody can change their own role, remove themselves or assign an unknown role', async () => {
  const boss = await asDirector();
  const self = { params: { id: boss.staffId } };
  expect((await boss.call(desk.removeStaff, self)).body.code).toBe('own_role');
  const payload = { name: 'Grace', role: 'clerk' };
  expect((await boss.call(desk.changeStaff, { ...self, payload })).body.code).toBe('own_role');
  const unknown = { email: 'x@office.example', name: 'X', role: 'king' };
  expect((await boss.call(desk.addStaff, { payload: unknown })).body.code).toBe('bad_role');
  const other = await newColleague(server, 'reader');
  const change = (id: string, given: object) => boss.call(desk.changeStaff, { params: { id }, payload: given });
  expect((await change(other.staffId, { role: 'king' })).body.code).toBe('bad_role');
  // A new name is everybody's to have, and ends no session.
  for (const { staffId } of [boss, other]) expect((await change(staffId, { name: 'Grace Newname' })).status).toBe(200);
  expect([await statusOf(boss), await statusOf(other)]).toEqual([200, 200]);
});

test('an applicant and a colleague can share a browser, but no session', async () => {
  const applicant = await newApplicant(server);
  const colleague = await newColleague(server, 'clerk');
  const browser = server.client();
  for (const [name, value] of [...applicant.cookies, ...colleague.cookies]) browser.cookies.set(name, value);
  expect(await statusOf(browser)).toBe(200);
  await browser.call(logout);
  expect([browser.cookies.has(SESSION_COOKIE), await statusOf(browser)]).toEqual([false, 200]);
  for (const [name, value] of applicant.cookies) browser.cookies.set(name, value);
  await browser.call(desk.signOut);
  expect([...browser.cookies.keys()].filter((name) => name !== DEVICE_COOKIE)).toContain(SESSION_COOKIE);
  expect(await statusOf(browser)).toBe(401);
});

test('if two directors remove each other at once, one stays and keeps the role', async () => {
  // Directors of other tests would make neither of these the last one.
  await server.db.updateTable('staff_person').set({ role: 'reader' }).where('role', '=', 'director').execute();
  const [one, other] = [await asDirector(), await asDirector()];
  const remove = (by: Colleague, id: string) => by.call(desk.removeStaff, { params: { id } });
  const responses = await Promise.all([remove(one, other.staffId), remove(other, one.staffId)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const isOneGone = responses[1].status === 200;
  const left = isOneGone ? other : one;
  const by = { kind: 'operator', user: 'grace' } as const;
  const change = changePerson({ ...server.deps, onColleagueNamed: recordColleague }, by, left.staffId, {
    name: 'Grace',
    role: 'reader',
  });
  await expect(change).rejects.toMatchObject({ code: 'last_director', status: 409 });
  expect((await left.call(desk.me)).body.role).toBe('director');
});

test('two directors who change name and role of a colleague at once lose nothing', async () => {
  const [ada, bob] = [await newColleague(server, 'director'), await newColleague(server, 'director')];
  const { staffId } = await newColleague(server, 'director');
  const params = { id: staffId };
  await Promise.all([
    ada.call(desk.changeStaff, { params, payload: { role: 'reader' } }),
    bob.call(desk.changeStaff, { params, payload: { name: 'Grace Renamed' } }),
  ]);
  const { people } = (await ada.call(desk.staffList)).body;
  expect(people?.find(({ id }) => id === staffId)).toMatchObject({ name: 'Grace Renamed', role: 'reader' });
});

test('a colleague is renamed while one of their applications is being assigned', async () => {
  const { staffId } = await newColleague(server, 'reader');
  const { applicationId } = await newApplicant(server);
  const client = await newColleague(server, 'director');
  const assign = (tx: Tx) => changeRow(tx, applicationId, { assigned_to: staffId });
  await inTransaction(server.db, assign);
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let renaming: Promise<{ readonly status: number }> | undefined;
  await inTransaction(server.db, async (tx) => {
    await changeRow(tx, applicationId, { assigned_to: null });
    renaming = client.call(desk.changeStaff, { params: { id: staffId }, payload: { name: 'Grace Newname' } });
    await eventually(async () => expect((await server.database.pool.query(waits)).rowCount).toBe(1));
    await assign(tx);
  });
  expect((await renaming)?.status).toBe(200);
});
