import { answer, lastPage, submit } from '@firstyear/api-contract/application';
import type { QueryOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { isOneOf } from '@firstyear/form-engine';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { fillIn, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { insertDrafts, newDraft, resetAfterEach } from '../office.testing.ts';
import { readNumbers } from './numbers.ts';

const limited_roles = { art_head: { role: 'director', when: isOneOf('applied_major', ['art']) } } as const;
const server = await suiteApp({ deps: { office: { limited_roles, test_email_domains: ['trial.example'] } } });
let director: Colleague;
let auditor: Colleague;
beforeAll(async () => {
  await submitted(server, { applied_major: 'art', state: 'KY', hs_name: 'Model', entry_term: 'fall_2027' });
  await submitted(server, {
    applied_major: 'nursing',
    state: 'OH',
    zip: '43004',
    hs_name: 'Model',
    entry_term: 'fall_2027',
  });
  // 3 AM in UTC is the previous day at the university.
  server.clock.advance(DAY_MS - 9 * HOUR_MS);
  const phone = await newApplicant(server);
  await fillIn(server, phone, { applied_major: 'art', state: 'KY', hs_name: 'Berea', entry_term: 'spring_2028' });
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Mobile', 'accept-language': 'es-MX' };
  expect((await phone.call(submit, { headers })).status).toBe(200);
  const draft = await newDraft(server, { entry_term: 'fall_2027', state: 'VT', hs_name: 'Hidden Valley' });
  await draft.call(lastPage, { payload: { last_page: '/education' } });
  server.clock.advance(MINUTE_MS);
  await draft.call(answer, { payload: { middle_name: 'Quill', first_name: 'Ada' } });
  const trial = await submitted(server, { state: 'KY' });
  await server.db.updateTable('account').set({ email: 'a@trial.example' }).where('id', '=', trial.accountId).execute();
  [director, auditor] = [await newColleague(server, 'director'), await newColleague(server, 'auditor')];
});
resetAfterEach(server);

test('the numbers match the list: by day of the university, term, state, school, language, device, and where drafts stop', async () => {
  const { body } = await director.call(desk.numbers);
  expect(body).toMatchObject({
    ...{ started: 4, submitted: 3, documents_waiting: 0, mails_failed: 0 },
    by_day: [{ day: '2026-11-21', started: 4, submitted: 3, complete: 0 }],
    by_school: [
      { value: 'Model', count: 2 },
      { value: 'Berea', count: 1 },
    ],
    by_language: [
      { value: 'en', count: 2 },
      { value: 'es', count: 1 },
    ],
    by_device: [
      { value: '', count: 2 },
      { value: 'phone', count: 1 },
    ],
    drafts_stop_at: [{ value: '/education', count: 1 }],
    drafts_stop_after: [{ value: 'first_name', count: 1 }],
  });
  expect(body.by_term).toEqual([
    { value: 'fall_2027', count: 2 },
    { value: 'spring_2028', count: 1 },
  ]);
  const all = await director.call(desk.applications, { query: {} });
  expect(all.body.total?.count).toBe(body.started);
  expect((await director.call(desk.applications, { query: { from: '2026-11-22' } })).body.total?.count).toBe(0);
  const spanish = await director.call(desk.applications, { query: { language: 'es' } });
  expect(spanish.body.rows).toMatchObject([{ school: 'Berea', language: 'es' }]);
  const one = await director.call(desk.numbers, { query: { term: 'spring_2028' } });
  expect([one.body.started, one.body.submitted]).toEqual([1, 1]);
});

test("no number tells an answer of a draft, unless the university's lists show those", async () => {
  for (const who of [director, auditor, await newColleague(server, 'art_head')]) {
    const { body } = await who.call(desk.numbers);
    expect(JSON.stringify(body)).not.toMatch(/Hidden Valley|VT/);
    const fall = (await who.call(desk.numbers, { query: { term: 'fall_2027' } })).body;
    expect([fall.started, fall.drafts_stop_at]).toEqual([fall.submitted, []]);
  }
  const open = { ...server.deps, office: { shows_draft_answers: true } };
  const viewer = { staffId: director.staffId, role: 'director', condition: undefined, newSince: new Date(0) } as const;
  expect((await readNumbers(open, viewer, { of: 'started' })).by_school).toContainEqual({
    value: 'Hidden Valley',
    count: 1,
  });
  expect((await readNumbers(open, viewer, { term: 'fall_2027' })).drafts_stop_at).toHaveLength(1);
});

const PARTS = ['by_term', 'by_state', 'by_residence', 'by_school', 'by_language', 'by_device'] as const;

test('all parts of the page count the same applications, submitted or started, also after a withdrawal and with others', async () => {
  const template = await submitted(server, { hs_name: 'Withdrawn High', state: 'KY' });
  const params = { id: template.applicationId };
  const other = await newColleague(server, 'director');
  expect((await other.call(desk.withdraw, { params, payload: { reason: 'asked for' } })).status).toBe(200);
  await insertDrafts(server, 'manyschools', 51);
  const untouched = await director.call(desk.numbers, { query: { label: 'manyschools' } });
  expect(untouched.body).toMatchObject({ drafts_stop_at: [{ value: '', count: 51 }], drafts_stop_after: [] });
  const isInserted = sql<boolean>`'manyschools' = any(labels)`;
  const submission = { school: sql<string>`email`, web_status: 'submitted', submitted_at: sql<Date>`started_at` };
  await server.db.updateTable('office_application').set(submission).where(isInserted).execute();
  for (const counted of ['submitted', 'started'] as const) {
    const { body } = await director.call(desk.numbers, { query: { of: counted } });
    const total = body[counted];
    for (const part of PARTS) {
      const sum = (body[part] ?? []).reduce((all, { count }) => all + count, 0);
      expect([counted, part, sum]).toEqual([counted, part, total]);
    }
    expect(body.by_school?.at(-1)?.value).toBe(null);
    expect((body.by_day ?? []).reduce((all, day) => all + day[counted], 0)).toBe(total);
    expect(body.withdrawn).toBe(1);
  }
  const list = await director.call(desk.numbers, { query: { label: 'manyschools' } });
  expect([list.body.started, list.body.submitted]).toEqual([51, 51]);
});

test('a limited role counts what it sees, and an auditor everything', async () => {
  const artHead = await newColleague(server, 'art_head');
  expect((await artHead.call(desk.numbers)).body.submitted).toBe(2);
  expect((await auditor.call(desk.numbers)).body.submitted).toBe(3);
});

test('numbers tell no answers of one applicant to an auditor, who sees only names in the list', async () => {
  const { body: all } = await auditor.call(desk.applications, { query: {} });
  const number = all.rows?.find(({ confirmation_number }) => confirmation_number !== null)?.confirmation_number ?? '';
  expect((await auditor.call(desk.applications, { query: { q: number } })).body.total?.count).toBe(1);
  expect((await auditor.call(desk.numbers, { query: { q: number } })).body.submitted).toBe(3);
  expect((await director.call(desk.numbers, { query: { q: number } })).body.submitted).toBe(1);
});

test("a director sees the office's events, an auditor all, by person, application, kind and day", async () => {
  const [row] = (await director.call(desk.applications, { query: { state: 'OH' } })).body.rows ?? [];
  const id = row?.id ?? '';
  await director.call(desk.officeApplication, { params: { id } });
  const events = (await director.call(desk.auditTrail, { query: {} })).body.events ?? [];
  expect(events.every(({ by }) => by.startsWith('Grace Staff'))).toBe(true);
  expect(events[0]).toMatchObject({
    kind: 'application_read',
    application_id: id,
    confirmation_number: row?.confirmation_number,
  });
  const everything = (await auditor.call(desk.auditTrail, { query: {} })).body.events ?? [];
  expect(everything.map(({ kind }) => kind)).toContain('submitted');
  const kindsOf = async (query: QueryOf<typeof desk.auditTrail>) =>
    ((await auditor.call(desk.auditTrail, { query })).body.events ?? []).map(({ kind }) => kind);
  expect(await kindsOf({ application: id })).toEqual(['application_read', 'submitted']);
  expect(await kindsOf({ person: director.staffId })).toEqual(['application_read']);
  expect(await kindsOf({ kind: 'submitted', from: '2026-11-22' })).toEqual([]);
  const [newest] = everything;
  const before = await auditor.call(desk.auditTrail, { query: { before: String(newest?.id) } });
  expect(before.body.events?.[0]?.id).toBeLessThan(newest?.id ?? 0);
  expect((await auditor.call(desk.auditTrail, { query: { before: 'x' } })).body.code).toBe('bad_cursor');
});

test('applications are counted by their checklist, and by the day on which they were complete', async () => {
  const { applicationId } = await submitted(server);
  const changed_at = new Date(server.clock.now().getTime() + DAY_MS);
  const items = server.db.updateTable('item').where('application_id', '=', applicationId);
  await items.set({ state: 'accepted', changed_at }).execute();
  const { body } = await director.call(desk.numbers);
  expect(body.by_checklist).toEqual([
    { value: 'waiting_others', count: 3 },
    { value: 'complete', count: 1 },
  ]);
  expect(body.by_day?.map(({ day, complete }) => [day, complete])).toEqual([
    ['2026-11-21', 0],
    ['2026-11-22', 1],
  ]);
});
