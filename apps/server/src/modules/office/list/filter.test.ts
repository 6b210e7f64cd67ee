import * as desk from '@firstyear/api-contract/desk';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { newDraft } from '../office.testing.ts';
import { isTestAddress } from './filter.ts';

const server = await suiteApp();
let clerk: Colleague;
beforeAll(async () => {
  clerk = await newColleague(server, 'clerk');
  await submitted(server, { last_name: 'Lee' });
  for (const first_name of ['Jürgen', 'Zoë']) await submitted(server, { first_name, last_name: 'Müller' });
});
const list = async (query: desk.ListFilter) => (await clerk.call(desk.applications, { query })).body;
const names = ({ rows }: { rows?: readonly desk.ListRow[] }) => rows?.map(({ family_name }) => family_name);

test('a name of one Chinese letter is found by it, and one Latin letter is no search', async () => {
  await submitted(server, { first_name: '伟', last_name: '王' });
  expect(names(await list({ q: '王' }))).toEqual(['王']);
  expect((await list({ q: 'z' })).total).toEqual((await list({})).total);
  for (const q of ['z', '%%']) expect((await list({ q })).ignores_search, q).toBe(true);
  for (const filter of [{ q: '王' }, { q: 'zz' }, {}]) expect((await list(filter)).ignores_search).toBe(false);
});

test('similar names are shown for a search of four letters without digits', async () => {
  const similarTo = async (q: string) => names({ rows: (await list({ q })).similar ?? [] });
  expect([await similarTo('mler'), await similarTo('lea'), await similarTo('muller1')]).toEqual([
    ['Müller', 'Müller'],
    [],
    [],
  ]);
});

test('only the row of a draft says where its applicant stopped, and when', async () => {
  await newDraft(server, { last_name: 'Halfway' });
  const { rows = [] } = await list({});
  const shown = Object.fromEntries(rows.map((row) => [row.family_name, 'last_page' in row || 'changed_at' in row]));
  expect(shown).toMatchObject({ Halfway: true, Müller: false });
});

test('an address belongs to a test account by its domain alone', () => {
  const office = { test_email_domains: ['trial.example'] };
  const addresses = ['ada@trial.example', 'ada@mail.example', 'trial.example@mail.example'];
  expect(addresses.map((address) => isTestAddress({ office }, address))).toEqual([true, false, false]);
  expect(isTestAddress({ office: {} }, 'ada@trial.example')).toBe(false);
});

test('what waits to be checked is listed oldest first, and other lists newest first, unless they are sorted', async () => {
  for (const [last_name, hours] of [
    ['Aaa', 1],
    ['Bbb', 3],
    ['Ccc', 2],
  ] as const) {
    server.clock.advance(MINUTE_MS);
    const { applicationId } = await submitted(server, { last_name });
    const to_check_since = new Date(server.clock.now().getTime() - hours * HOUR_MS);
    const row = server.db.updateTable('office_application').set({ checklist: 'to_check', to_check_since });
    await row.where('application_id', '=', applicationId).execute();
  }
  const toCheck = await list({ view: 'to-check' });
  expect(names(toCheck)).toEqual(['Bbb', 'Ccc', 'Aaa']);
  expect(names(await list({ view: 'to-check', sort: 'name' }))).toEqual(['Aaa', 'Bbb', 'Ccc']);
  expect(names(await list({ checklist: 'to_check' }))).toEqual(['Ccc', 'Bbb', 'Aaa']);
  const [oldest, second, newest] = toCheck.rows?.map(({ id }) => id) ?? [];
  const { body } = await clerk.call(desk.neighbors, { params: { id: second ?? '' }, query: { view: 'to-check' } });
  expect(body).toMatchObject({ previous: oldest, next: newest, position: 2 });
});
