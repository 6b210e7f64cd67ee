import * as desk from '@firstyear/api-contract/desk';
import { expect, onTestFinished, test } from 'vitest';
import { newColleague } from '../modules/accounts/staff/staff.testing.ts';
import { suiteApp, testApp } from '../testing/app.ts';
import { readCommand } from './command-line.ts';
import { addStaffPerson, removeStaffPerson } from './staff.ts';

const server = await suiteApp();

const operator = () => ({ ...server.deps, operator: 'grace' });

test('the first director is added at the command line, which prints a link to set up the account', async () => {
  const added = { email: 'Dora@office.example', name: 'Dora Director', role: 'director' };
  const printed = await addStaffPerson(operator(), added);
  const id = /\/office\/set-up\?id=([\w-]+)/.exec(printed)?.[1] ?? '';
  expect(printed).toContain('within 48 hours');
  const { body } = await server.client().call(desk.lookAtSetUp, { payload: { id } });
  expect(body).toMatchObject({ email: 'dora@office.example', name: 'Dora Director' });
  await expect(addStaffPerson(operator(), added)).rejects.toThrow('is on the list already');
  await expect(addStaffPerson(operator(), { ...added, role: 'king' })).rejects.toThrow(
    'There is no role "king". The roles are reader, clerk, director, auditor.',
  );
  const { actor } = await server.db
    .selectFrom('audit_event')
    .select('actor')
    .where('kind', '=', 'staff_added')
    .executeTakeFirstOrThrow();
  expect(actor).toBe('operator grace');
});

test('the last director cannot be removed until another has been added at the command line', async () => {
  const alone = await testApp();
  onTestFinished(() => alone.stop());
  const operator = () => ({ ...alone.deps, operator: 'grace' });
  const add = (name: string) =>
    addStaffPerson(operator(), { email: `${name}@office.example`, name: 'A Director', role: 'director' });
  await add('dora');
  const removing = () => removeStaffPerson(operator(), 'dora@office.example');
  await expect(removing()).rejects.toThrow(
    'dora@office.example is the only director. Add another one first with "staff add".',
  );
  await add('nora');
  expect(await removing()).toContain('can no longer come in');
});

test('with another secret key than the first that was used nobody is added', async () => {
  await addStaffPerson(operator(), { email: 'finn@office.example', name: 'Finn Clerk', role: 'clerk' });
  const secret = { current: Buffer.alloc(32, 3), previous: undefined };
  const other = { ...operator(), config: { ...server.deps.config, secret } };
  const adding = addStaffPerson(other, { email: 'nell@office.example', name: 'Nell Clerk', role: 'clerk' });
  await expect(adding).rejects.toThrow('another secret key');
});

test('access can be ended at the command line, with all sessions', async () => {
  const clerk = await newColleague(server, 'clerk');
  expect(await removeStaffPerson(operator(), clerk.email.toUpperCase())).toContain('can no longer come in');
  expect((await clerk.call(desk.me)).status).toBe(401);
  await expect(removeStaffPerson(operator(), clerk.email)).rejects.toThrow('is not on the list');
});

test('a name is one line of limited length', () => {
  const line = ['staff', 'add', 'ada@office.example', '--name', 'Ada Clerk', '--role', 'clerk'];
  expect(readCommand(line)).toMatchObject({ name: 'staff add', options: { name: 'Ada Clerk', role: 'clerk' } });
  expect(() => readCommand(line.with(4, 'a'.repeat(121)))).toThrow('--name must be one line of at most 120');
  for (const name of ['Ada\nClerk', 'Ada\tClerk\u202e']) {
    expect(readCommand(line.with(4, name))).toMatchObject({ options: { name: 'Ada Clerk' } });
  }
});
