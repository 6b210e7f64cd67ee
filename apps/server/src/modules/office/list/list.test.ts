import { submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import {
  type Answers,
  answered,
  equals,
  holds,
  isNoneOf,
  isOneOf,
  notAnswered,
  notEquals,
  type When,
} from '@firstyear/form-engine';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague, signInAs } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { insertDrafts, newDraft, resetAfterEach } from '../office.testing.ts';
import { whenInSql } from './filter.ts';

let clerk: Colleague;
const office = {
  limited_roles: { nursing_reader: { role: 'reader', when: isOneOf('applied_major', ['nursing']) } },
  test_email_domains: ['trial.example'],
} as const;
/** Submissions of invented people: given and family name, school, major, state. */
const PEOPLE = [
  ['María José', 'García', 'Berea Community High School', 'nursing', 'KY'],
  ['Ana', 'García-López', 'Model Laboratory School', 'art', 'KY'],
  ['Maria', 'Garcetti', "St. Mary's Academy", 'nursing', 'OH'],
  ['Jürgen', 'Müller', 'Model Laboratory School', 'biology', 'TN'],
  ['Zoë', "O'Neil", 'Berea Community High School', '', 'KY'],
] as const;
const ids: Record<string, string> = {};

const server = await suiteApp({ deps: { office } });
beforeAll(async () => {
  for (const [first_name, last_name, hs_name, applied_major, state] of PEOPLE) {
    server.clock.advance(MINUTE_MS);
    const answers: Answers = { first_name, last_name, hs_name, applied_major, state, country: 'USA', zip: '40403' };
    ids[last_name] = (await submitted(server, answers)).applicationId;
  }
  clerk = await newColleague(server, 'clerk');
});
resetAfterEach(server);

const list = async (query: desk.ListFilter & { after?: string; before?: string; last?: '1' }, who = clerk) => {
  const { status, body } = await who.call(desk.applications, { query });
  expect(status).toBe(200);
  return body;
};
const names = (body: { rows?: readonly desk.ListRow[] }) => body.rows?.map(({ family_name }) => family_name);

test.each([
  ['garc', ['García', 'García-López', 'Garcetti'], 'by the beginning of a name'],
  ['garcia maria', ['García'], 'in this order'],
  ['Maria GARCIA', ['García'], 'and in that, without accents and capitals'],
  ['lopez', ['García-López'], 'by the second of two names'],
  ['muller', ['Müller'], 'without its dots'],
  ['oneil', ["O'Neil"], 'without an apostrophe'],
  ['model lab', ['García-López', 'Müller'], 'by the school'],
  ['zoe berea', ["O'Neil"], 'by name and school'],
])('%s finds %j: %s', async (q, found) => {
  expect(names(await list({ q, sort: 'name' }))?.sort()).toEqual([...found].sort());
});

test.each(['Maria Garcia', 'García, María', 'GARCIA  MARÍA', 'maria jose garcia', '“García” María.'])(
  '%s finds the same person',
  async (q) => expect(names(await list({ q }))).toEqual(['García']),
);

test.each([
  ['王小明', '王', '小明'],
  ['欧阳修', '欧阳', '修'],
  ['yildiz', 'Yıldız', 'Ece'],
  ['YILDIZ', 'Yıldız', 'Ece'],
])('%s finds the draft of %s, %s', async (q, last_name, first_name) => {
  await newDraft(server, { first_name, last_name });
  expect(names(await list({ q }))).toEqual([last_name]);
});

test.each(['garzia', 'garica maria'])(
  '%s finds nobody, and the names spelled like it apart from the list',
  async (q) => {
    const { rows, total, similar = [] } = await list({ q });
    expect([rows, total]).toEqual([[], { count: 0, is_more: false }]);
    expect(similar.map(({ family_name }) => family_name)).toContain('García');
  },
);

test('where names are found, similar ones are apart: list, count, acts and exports mean the same applications', async () => {
  const filter = { q: 'müller' };
  const similar = await newDraft(server, { first_name: 'Mule', last_name: 'Mullen' });
  const body = await list(filter);
  expect([names(body), body.total?.count]).toEqual([['Müller'], 1]);
  expect(body.similar?.map(({ id }) => id)).toEqual([similar.applicationId]);
  const act = { kind: 'add_label', label: 'seen' } as const;
  const { body: preview } = await clerk.call(desk.previewMany, { payload: { act, selection: { filter } } });
  expect(preview.count).toBe(1);
  // Five are enough without similar ones.
  for (const first_name of ['Ada', 'Bo', 'Cy', 'Di']) {
    expect((await list(filter)).similar).toHaveLength(1);
    await newDraft(server, { first_name, last_name: 'Müller' });
  }
  expect(await list(filter)).toMatchObject({ total: { count: 5 }, similar: [] });
});

test('a search that is like no name shows no others', async () => {
  await newDraft(server, { first_name: 'Ada', last_name: 'Testperson' });
  await newDraft(server, { first_name: 'John', last_name: 'Testerson' });
  for (const q of ['jefferson', 'xqwzzz']) {
    expect(await list({ q })).toMatchObject({ rows: [], similar: [], total: { count: 0 } });
  }
});

test.each([
  ['major', { major: 'nursing' }, ['Garcetti', 'García']],
  ['state', { state: 'TN' }, ['Müller']],
  ['residence', { residence: 'in_state' }, ["O'Neil", 'García', 'García-López']],
  ['school', { school: 'Model' }, ['García-López', 'Müller']],
  ['status', { status: 'draft' }, []],
  ['documents', { document: 'ready' }, []],
  ['nobody assigned', { assigned: 'nobody', state: 'OH' }, ['Garcetti']],
  ['a day', { from: '2026-11-21', to: '2026-11-21', state: 'OH' }, ['Garcetti']],
  ['another day', { from: '2026-11-22' }, []],
  ['an earlier day', { to: '2026-11-20' }, []],
] as const)('a filter by %s holds', async (_, filter, found) => {
  expect(names(await list(filter))?.sort()).toEqual([...found].sort());
});

test('each sort order pages through all rows in both directions', async () => {
  // Inserted directly, since only paging matters here.
  await insertDrafts(server, 'page', 120);
  await sql`update office_application set name_key = 'page ' || email, family_name = email,
    school_key = 'page', term = 'page', submitted_at = started_at where email like 'page.%'`.execute(server.db);
  for (const sort of desk.SORTS.flatMap((sort) => [sort, `-${sort}` as const])) {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await list({ label: 'page', sort, ...(after !== undefined && { after }) });
      expect(page.total).toEqual({ count: 120, is_more: false });
      expect([page.previous === null, page.next === null]).toEqual([pages.length === 0, pages.length === 2]);
      pages.push((page.rows ?? []).map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
    const last = await list({ label: 'page', sort, last: '1' });
    expect([last.rows?.map(({ id }) => id), last.next]).toEqual([pages.flat().slice(-50), null]);
    const back = await list({ label: 'page', sort, before: last.previous ?? '' });
    expect(back.rows?.map(({ id }) => id)).toEqual(pages.flat().slice(20, 70));
    const start = await list({ label: 'page', sort, before: back.previous ?? '' });
    expect([start.rows?.length, start.previous, start.next === null]).toEqual([20, null, false]);
    const opposite = await list({ label: 'page', sort: sort.startsWith('-') ? 'name' : '-name', last: '1' });
    expect(opposite.rows).toHaveLength(50);
  }
  // All have the same term: only the row's id holds the place, even if it or earlier rows leave the list meanwhile.
  const one = await list({ label: 'page', sort: 'term' });
  const two = await list({ label: 'page', sort: 'term', after: one.next ?? '' });
  const removed = [one.rows?.[3]?.id, one.rows?.at(-1)?.id];
  await sql`update office_application set labels = '{}' where application_id = any(${removed}::uuid[])`.execute(
    server.db,
  );
  const later = await list({ label: 'page', sort: 'term', after: one.next ?? '' });
  expect(later.rows?.map(({ id }) => id)).toEqual(two.rows?.map(({ id }) => id));
  expect((await list({ label: 'page', sort: 'term', before: later.previous ?? '' })).rows).toHaveLength(48);
  await sql`update office_application set labels = '{page}' where application_id = any(${removed}::uuid[])`.execute(
    server.db,
  );
  const cursor = (await list({ label: 'page', sort: 'name' })).next ?? '';
  await sql`update office_application set labels = '{full}' where application_id = any(${(one.rows ?? []).map(({ id }) => id)}::uuid[])`.execute(
    server.db,
  );
  const full = await list({ label: 'full' });
  expect([full.rows?.length, full.next]).toEqual([50, null]);
  for (const after of [cursor, 'nonsense', Buffer.from('["name","x","1"]').toString('base64url')]) {
    const response = await clerk.call(desk.applications, { query: { label: 'page', sort: 'school', after } });
    expect([response.status, response.body.code]).toEqual([400, 'bad_cursor']);
  }
});

test('a list, its view and the place of an application in it have their real numbers', async () => {
  await insertDrafts(server, 'counted', 1200);
  const { total, rows } = await list({ label: 'counted', last: '1' });
  expect([total, rows?.length]).toEqual([{ count: 1200, is_more: false }, 50]);
  const { standing } = (await clerk.call(desk.views)).body;
  const drafts = (await list({ view: 'drafts' })).total;
  expect([standing?.find(({ id }) => id === 'drafts')?.count, drafts?.is_more]).toEqual([drafts, false]);
  const last = { params: { id: rows?.at(-1)?.id ?? '' }, query: { label: 'counted' } };
  expect((await clerk.call(desk.neighbors, last)).body).toMatchObject({ position: 1200, total, next: null });
});

test('assigned applications are sorted by the current names of colleagues, and unassigned ones come first', async () => {
  const director = await newColleague(server, 'director');
  const [one, other] = [await newColleague(server, 'reader'), await newColleague(server, 'reader')];
  const rename = async ({ staffId }: Colleague, name: string) => {
    const params = { id: staffId };
    expect((await director.call(desk.changeStaff, { params, payload: { name, role: 'reader' } })).status).toBe(200);
  };
  await rename(one, 'Bea Reader');
  await rename(other, 'Älma Reader');
  for (const [name, { staffId: to }] of [
    ['Müller', one],
    ['García', other],
  ] as const) {
    await clerk.call(desk.assign, { params: { id: ids[name] ?? '' }, payload: { to } });
  }
  const assigned = async () => {
    const rows = (await list({ sort: '-assigned', status: 'submitted' })).rows ?? [];
    return rows.filter(({ assigned_to }) => assigned_to !== null).map(({ family_name }) => family_name);
  };
  expect(await assigned()).toEqual(['Müller', 'García']);
  await rename(other, 'Zoë Reader');
  expect(await assigned()).toEqual(['García', 'Müller']);
  await rename(other, 'Alma Reader');
  expect(await assigned()).toEqual(['Müller', 'García']);
  expect(names(await list({ assigned: one.staffId }))).toEqual(['Müller']);
  await director.call(desk.removeStaff, { params: { id: other.staffId } });
  const first = (await list({ sort: 'assigned', status: 'submitted' })).rows ?? [];
  expect(first.at(-1)?.family_name).toBe('Müller');
  for (const name of ['Müller', 'García']) {
    await clerk.call(desk.assign, { params: { id: ids[name] ?? '' }, payload: { to: null } });
  }
});

test('days and cursors that the database could not read are refused', async () => {
  const director = await newColleague(server, 'director');
  const query = { from: '0000-01-01' };
  const refused = [
    await clerk.call(desk.applications, { query }),
    await clerk.call(desk.saveView, { payload: { name: 'Year 0', filter: query } }),
    await director.call(desk.auditTrail, { query }),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('bad_request'));
  for (const [sort, value] of [
    ['moment', '2026'],
    ['moment', '2026-02-30T00:00:00.000000Z'],
    ['moment', '0000-01-01T00:00:00.000000Z'],
    ['name', 'garcia\0'],
    ['to_check', '2026'],
  ] as const) {
    const after = Buffer.from(JSON.stringify([sort, value, director.staffId])).toString('base64url');
    const order = sort === 'to_check' ? ({ view: 'to-check' } as const) : { sort };
    const { body } = await clerk.call(desk.applications, { query: { ...order, after } });
    expect(body.code, value).toBe('bad_cursor');
  }
});

test('neighbors follow the list, even if the application has left it', async () => {
  const query = { state: 'KY', sort: 'name' } as const;
  const rows = (await list(query)).rows ?? [];
  expect(rows.map(({ family_name }) => family_name)).toEqual(['García-López', 'García', "O'Neil"]);
  const [one, two, three] = rows.map(({ id }) => id);
  const params = { id: two ?? '' };
  const at = (await clerk.call(desk.neighbors, { params, query })).body;
  expect(at).toMatchObject({ previous: one, next: three, position: 2, total: { count: 3 } });
  await sql`update office_application set state = 'TN' where application_id = ${two}::uuid`.execute(server.db);
  const left = (await clerk.call(desk.neighbors, { params, query: { ...query, place: at.place ?? '' } })).body;
  expect(left).toMatchObject({ previous: one, next: three, total: { count: 2 } });
  expect((await clerk.call(desk.neighbors, { params, query })).body).toMatchObject({ previous: null, place: null });
  await sql`update office_application set state = 'KY' where application_id = ${two}::uuid`.execute(server.db);
});

test("data that a role may not see isn't sent: drafts to a reader, all but names to an auditor, outside applications to a limited role", async () => {
  await newDraft(server, { first_name: 'Draft', last_name: 'Draftson', applied_major: 'nursing' });
  const seen = await list({ q: 'draftson' });
  expect(seen.rows).toMatchObject([{ family_name: 'Draftson', status: 'draft', last_page: '', submitted_at: null }]);
  const [reader, auditor, limited] = await Promise.all(
    ['reader', 'auditor', 'nursing_reader'].map((role) => newColleague(server, role)),
  );
  expect((await list({ q: 'draftson' }, reader)).rows).toEqual([]);
  expect((await list({ view: 'drafts' }, reader)).total?.count).toBe(0);
  const [row] = (await list({ q: 'müller' }, auditor)).rows ?? [];
  expect(Object.keys(row ?? {}).sort()).toEqual(['confirmation_number', 'family_name', 'given_name', 'id', 'status']);
  expect((await list({ major: 'nursing', sort: 'major' }, auditor)).total).toEqual((await list({}, auditor)).total);
  // Neither views nor the order and its cursors tell what the rows don't.
  expect((await list({ view: 'to-read' }, auditor)).total).toEqual((await list({}, auditor)).total);
  expect((await auditor?.call(desk.views))?.body.standing?.map(({ id }) => id)).toEqual(['all', 'drafts']);
  expect(names(await list({}, auditor))).toEqual(names(await list({ sort: 'name' })));
  expect(names(await list({ sort: '-moment' }, auditor))).toEqual(names(await list({ sort: 'name' }, auditor)));
  expect(names(await list({ sort: '-name' }, auditor))).toEqual(names(await list({}, auditor))?.reverse());
  expect(names(await list({}, limited))?.sort()).toEqual(['Garcetti', 'García']);
  expect((await list({ q: 'muller' }, limited)).total?.count).toBe(0);
  const { body } = (await limited?.call(desk.views)) ?? {};
  expect(body?.standing?.find(({ id }) => id === 'all')?.count).toEqual({ count: 2, is_more: false });
});

test('a test account is in lists and counts only with a filter for it, and is marked', async () => {
  const trial = await submitted(server, { first_name: 'Try', last_name: 'Trial' });
  await server.db.updateTable('account').set({ email: 'a@trial.example' }).where('id', '=', trial.accountId).execute();
  expect((await list({ q: 'trial' })).rows).toEqual([]);
  const rows = (await list({ status: 'test' })).rows ?? [];
  expect(rows.map(({ family_name, is_test }) => [family_name, is_test])).toEqual([['Trial', true]]);
  expect((await list({})).rows?.some(({ is_test }) => is_test)).toBe(false);
});

test('an application is new to a colleague until they have opened it or said that all are seen, and not until the next sign-in', async () => {
  const { staffId } = await newColleague(server, 'clerk');
  server.clock.advance(DAY_MS);
  const newson = await submitted(server, { last_name: 'Newson', state: 'TN' });
  for (const last_name of ['Newsome', 'Newby']) await submitted(server, { last_name, state: 'TN' });
  const signIn = async () => ({ ...clerk, ...(await signInAs(server, staffId)), staffId });
  /** The names in the view, which the filter finds and the list marks, too. */
  const fresh = async (who: Colleague) => {
    const found = names(await list({ view: 'new', sort: 'name' }, who));
    expect(names(await list({ is_new: '1', sort: 'name' }, who))).toEqual(found);
    const { rows = [] } = await list({ sort: 'name' }, who);
    expect(names({ rows: rows.filter(({ is_new }) => is_new) })).toEqual(found);
    return found;
  };
  const first = await signIn();
  expect(await fresh(first)).toEqual(['Newby', 'Newsome', 'Newson']);
  const { body } = await first.call(desk.views);
  const counts = Object.fromEntries(body.standing?.map(({ id, count }) => [id, count.count]) ?? []);
  expect(counts).toMatchObject({ new: 3, mine: 0 });
  expect(counts['to-read']).toBeGreaterThan(5);
  const params = { id: newson.applicationId };
  await first.call(desk.markPresent, { params });
  expect(await fresh(first)).toEqual(['Newby', 'Newsome']);
  const director = await newColleague(server, 'director');
  await director.call(desk.reopen, { params, payload: { reason: 'asked for by phone' } });
  server.clock.advance(1);
  expect((await newson.call(submit)).status).toBe(200);
  expect(await fresh(first)).toEqual(['Newby', 'Newsome', 'Newson']);
  server.clock.advance(DAY_MS);
  const next = await signIn();
  expect(await fresh(next)).toEqual(['Newby', 'Newsome', 'Newson']);
  const until = (await next.call(desk.views)).body.as_of ?? '';
  // Dated before the count, and committed after it.
  server.clock.advance(-MINUTE_MS);
  await submitted(server, { last_name: 'Newest' });
  await next.call(desk.markAllSeen, { payload: { until } });
  expect(await fresh(next)).toEqual(['Newest']);
});

test('a saved view is only for its owner, applies its filter, and can be narrowed by the address', async () => {
  const filter = { state: 'KY', sort: 'name' } as const;
  const begun = { view: 'drafts', state: 'KY' } as const;
  const { id: first = '' } = (await clerk.call(desk.saveView, { payload: { name: 'Begun', filter: begun } })).body;
  server.clock.advance(1);
  const saved = await clerk.call(desk.saveView, { payload: { name: 'Kentucky', filter } });
  const id = saved.body.id ?? '';
  expect(names(await list({ view: id, q: 'garcia' }))).toEqual(['García-López', 'García']);
  expect((await list({ view: first })).rows).toEqual([]);
  expect((await clerk.call(desk.views)).body.saved).toMatchObject([
    { id: first, name: 'Begun', filter: begun, count: { count: 0 } },
    { id, name: 'Kentucky', filter, count: { count: 3 } },
  ]);
  const other = await newColleague(server, 'clerk');
  expect((await other.call(desk.applications, { query: { view: id } })).status).toBe(404);
  expect((await other.call(desk.deleteView, { params: { id } })).status).toBe(404);
  expect((await clerk.call(desk.deleteView, { params: { id } })).status).toBe(200);
});

const CONDITIONS: readonly When[] = [
  isOneOf('applied_major', ['nursing', 'art']),
  isNoneOf('applied_major', ['nursing']),
  notAnswered('applied_major'),
  notEquals('state', 'KY'),
  notEquals('state', true),
  equals('state', 'KY'),
  equals('state', true),
  answered('applied_major'),
  {
    allOf: [
      isOneOf('state', ['KY']),
      { anyOf: [isOneOf('hs_name', ['Model Laboratory School']), notAnswered('applied_major')] },
    ],
  },
  { anyOf: [] },
  { allOf: [] },
];
test.each(CONDITIONS.map((when) => [JSON.stringify(when), when] as const))(
  '%s holds for the same applicants in SQL',
  async (_, when) => {
    const rows = await server.db
      .selectFrom('office_application')
      .select('family_name')
      .where(whenInSql(server.form, when))
      .where(
        'family_name',
        'in',
        PEOPLE.map(([, family]) => family),
      )
      .execute();
    const expected = PEOPLE.filter(([, , hs_name, applied_major, state]) =>
      holds(when, { hs_name, applied_major, state }),
    );
    expect(rows.map(({ family_name }) => family_name).sort()).toEqual(expected.map(([, family]) => family).sort());
  },
);

test('a condition on a question that the form lacks holds for nobody', async () => {
  const all = server.db.selectFrom('office_application').select('family_name');
  expect(await all.where(whenInSql({ roles: {} }, notEquals('state', 'KY'))).execute()).toEqual([]);
});
