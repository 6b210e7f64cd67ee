import { answer } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { newDraft } from '../office.testing.ts';

const server = await suiteApp();
let clerk: Colleague;
const ELDER = { first_name: 'John', last_name: 'Smith', birth_date: '2008-02-29', phone_mobile: '(859) 555-0147' };
const YOUNGER = { first_name: 'John', last_name: 'Smith', birth_date: '2009-03-14', phone_home: '(606) 555-0182' };
const ABROAD = { last_name: 'Abroad', birth_date: '2008-02-28', phone_international: '+44 (0)20 7946 0958' };
const DRAFT = { last_name: 'Halfway', birth_date: '2009-03-14', phone_mobile: '(859) 555-0147' };

beforeAll(async () => {
  for (const answers of [ELDER, YOUNGER, ABROAD]) await submitted(server, answers);
  await newDraft(server, DRAFT);
  clerk = await newColleague(server, 'clerk');
});

const found = async (q: string, who = clerk) =>
  ((await who.call(desk.applications, { query: { q } })).body.rows ?? [])
    .map(({ family_name, birth_date }) => `${family_name} ${birth_date}`)
    .sort();

test.each(['2/29/2008', '2008-02-29', 'February 29, 2008', '29 de febrero de 2008', 'smith 2/29/2008'])(
  '%s finds who was born that day, and names them with it',
  async (q) => expect(await found(q)).toEqual(['Smith 2008-02-29']),
);

test('a name and a date of birth find only who has both', async () => {
  expect(await found('smith')).toEqual(['Smith 2008-02-29', 'Smith 2009-03-14']);
  expect(await found('john smith, March 14, 2009')).toEqual(['Smith 2009-03-14']);
  expect(await found('smith 2/28/2008')).toEqual([]);
});

test.each(['(859) 555-0147', '859-555-0147', '8595550147', '+1 859 555 0147', '1.859.555.0147', '555-0147'])(
  '%s finds an applicant by a phone number',
  async (q) => expect(await found(q)).toEqual(['Smith 2008-02-29']),
);

test.each(['+44 20 7946 0958', '0044 20 7946 0958', '020 7946 0958', '+44 (0)20 7946 0958'])(
  '%s finds an applicant by a phone number abroad',
  async (q) => expect(await found(q)).toEqual(['Abroad 2008-02-28']),
);

test('too few digits are no phone number', async () => expect(await found('555-01')).toEqual([]));

test('what the office may not see is not found: of drafts, and for a colleague who sees only names', async () => {
  expect(await found('3/14/2009')).toEqual(['Smith 2009-03-14']);
  const { body } = await clerk.call(desk.applications, { query: { q: 'halfway' } });
  expect(body.rows?.map(({ birth_date }) => birth_date)).toEqual([undefined]);
  const auditor = await newColleague(server, 'auditor');
  for (const q of ['3/14/2009', '2008-02-29', '(859) 555-0147']) expect(await found(q, auditor)).toEqual([]);
  expect(JSON.stringify((await auditor.call(desk.applications, { query: { q: 'smith' } })).body)).not.toContain('2008');
});

test('a changed answer is found at once', async () => {
  const begun = await newDraft(server, { last_name: 'Changed', birth_date: '2009-01-01' });
  await begun.call(answer, { payload: { birth_date: '2009-01-02', phone_mobile: '(859) 555-0199' } });
  const row = server.db.selectFrom('office_application').select(['birth_date', 'phone_key']);
  const { birth_date, phone_key } = await row
    .where('application_id', '=', begun.applicationId)
    .executeTakeFirstOrThrow();
  expect([birth_date, phone_key.trim()]).toEqual(['2009-01-02', '8595550199']);
});

test('an application is found by the beginning of its address, by a pasted one, and by the beginning and end of its number', async () => {
  const { accountId } = await submitted(server, { first_name: 'María', last_name: 'García', birth_date: '2007-08-09' });
  const email = 'emma2008.maria@mail.example';
  await server.db.updateTable('account').set({ email }).where('id', '=', accountId).execute();
  const { rows = [] } = (await clerk.call(desk.applications, { query: { q: 'garcia' } })).body;
  const number = rows[0]?.confirmation_number ?? '';
  const end = number.slice(-9);
  expect(end).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  const addresses = ['emma2008', 'EMMA2008', email.slice(0, -4), `<${email}>`, `María <${email}>,`];
  const numbers = [number.slice(0, 12).toLowerCase(), number.replaceAll('-', ' ')];
  for (const q of [...addresses, ...numbers, end, end.toLowerCase(), end.replace('-', '')])
    expect([q, await found(q)]).toEqual([q, ['García 2007-08-09']]);
});
