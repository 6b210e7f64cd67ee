import type { QueryOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { submitted } from '../../application/row/applicant.testing.ts';
import { deleteOldExports, runExport } from '../export/service.ts';
import { runMany } from '../many/service.ts';
import { newDraft, PURPOSE, requestExport, workerDeps } from '../office.testing.ts';

const server = await suiteApp();

/** Adds events to the trail, oldest first. */
const addEvents = (
  actor: string,
  account_id: string | null,
  ...events: readonly (readonly [kind: string, detail: object])[]
) =>
  server.db
    .insertInto('audit_event')
    .values(
      events.map(([kind, detail]) => ({
        at: server.clock.now(),
        kind,
        actor,
        account_id,
        detail: JSON.stringify(detail),
      })),
    )
    .execute();

test('the pages of the audit trail, each asked for by the one before, have every event once, newest first', async () => {
  const director = await newColleague(server, 'director');
  await sql`insert into audit_event (at, kind, actor, detail)
    select now(), 'note_changed', ${`staff ${director.staffId}`}, '{}' from generate_series(1, 2000)`.execute(
    server.db,
  );
  const ids: string[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const { body } = await director.call(desk.auditTrail, { query: { before, person: director.staffId } });
    ids.push(...(body.events ?? []).map(({ id }) => String(id)));
    before = body.next ?? undefined;
    pages += 1;
  } while (before !== undefined && pages < 30);
  const all = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('actor', '=', `staff ${director.staffId}`)
    .orderBy('id', 'desc')
    .execute();
  expect(ids).toEqual(all.map(({ id }) => String(id)));
  // No page is empty, and the file, which is read in larger ones, has as many lines.
  expect([all.length, pages]).toEqual([2000, 20]);
  const file = await director.open(`${desk.officePaths.trailFile}?person=${director.staffId}&kind=note_changed`);
  expect(parse(file.body, { bom: true })).toHaveLength(1 + 2000);
  const [taken] = (await director.call(desk.auditTrail, { query: { kind: 'trail_taken' } })).body.events ?? [];
  expect(taken?.text).toBe('Audit trail taken as a file: of the list person, kind');
  expect((await director.open(`${desk.officePaths.trailFile}?from=0000-01-01`)).statusCode).toBe(400);
});

test('an auditor finds what happened with one person by number, name or whole address, and by kind', async () => {
  const [director, auditor] = [await newColleague(server, 'director'), await newColleague(server, 'auditor')];
  const ada = await submitted(server, { first_name: 'Ada', last_name: 'Trailwell' });
  const other = await submitted(server, { first_name: 'Ada', last_name: 'Other' });
  await addEvents('applicant', ada.accountId, ['password_changed', {}]);
  await director.call(desk.officeApplication, { params: { id: ada.applicationId } });
  const linesOf = async (query: QueryOf<typeof desk.auditTrail>) =>
    (await auditor.call(desk.auditTrail, { query })).body.events?.map(({ text }) => text) ?? [];
  const [number = ''] =
    (await auditor.call(desk.auditTrail, { query: { q: ada.email, kind: 'application_read' } })).body.events?.map(
      ({ confirmation_number }) => confirmation_number ?? '',
    ) ?? [];
  expect(number).toMatch(/^FY/);
  for (const q of [number, 'trailwell', ada.email]) {
    expect(await linesOf({ q }), q).toEqual(['Application read', 'Password changed', 'Submitted']);
    expect(await linesOf({ q, kind: 'submitted' }), q).toEqual(['Submitted']);
  }
  expect(await linesOf({ q: 'ada' })).toEqual(['Application read', 'Password changed', 'Submitted', 'Submitted']);
  const { events } = (await auditor.call(desk.auditTrail, { query: { q: 'ada', kind: 'submitted' } })).body;
  expect(events?.map((event) => event.confirmation_number)).toEqual([expect.stringMatching(/^FY/), number]);
  expect(await linesOf({ q: 'ada', application: other.applicationId })).toEqual(['Submitted']);
  for (const q of [`${ada.email.slice(0, 5)}@`, 'a']) expect(await linesOf({ q }), q).toEqual([]);
});

test('what a colleague reads of an application in one visit is one line', async () => {
  const [clerk, other, auditor] = [
    await newColleague(server, 'clerk'),
    await newColleague(server, 'clerk'),
    await newColleague(server, 'auditor'),
  ];
  const { applicationId: id } = await submitted(server);
  await clerk.call(desk.officeApplication, { params: { id } });
  await clerk.call(desk.changeLabels, { params: { id }, payload: { add: ['read'], remove: [] } });
  await other.call(desk.officeApplication, { params: { id } });
  await clerk.call(desk.markLookedAt, { params: { id } });
  const document = ['document_read', { application_id: id }] as const;
  await addEvents(`staff ${clerk.staffId}`, null, document, document);
  const wait = async (...minutes: readonly number[]) => {
    for (const one of minutes) {
      server.clock.advance(one * MINUTE_MS);
      for (const colleague of [clerk, auditor]) await colleague.call(desk.me);
    }
  };
  await wait(14, 14, 2);
  await clerk.call(desk.officeApplication, { params: { id } });
  const at = server.clock.now().toISOString();
  await wait(14, 14, 14);
  await clerk.call(desk.officeApplication, { params: { id } });
  const query = { application: id, person: clerk.staffId };
  const { events = [] } = (await auditor.call(desk.auditTrail, { query })).body;
  const visit = 'Application read, Looked at, 2 documents read';
  expect(events.map(({ text }) => text)).toEqual(['Application read', visit, 'Labels changed: added “read”']);
  expect(events[1]?.at).toBe(at);
});

test('events say in words what they have by id, and name what is unknown or of a newer version as it is', async () => {
  const [clerk, other, third] = [
    await newColleague(server, 'clerk'),
    await newColleague(server, 'clerk'),
    await newColleague(server, 'reader'),
  ];
  const [{ name: others }, { name: thirds }] = [(await other.call(desk.me)).body, (await third.call(desk.me)).body];
  const { applicationId: id } = await submitted(server);
  const [item] = (await clerk.call(desk.officeChecklist, { params: { id } })).body.items ?? [];
  const gone = crypto.randomUUID();
  const told: readonly (readonly [kind: string, detail: object, text: string])[] = [
    ['of_tomorrow', {}, 'of_tomorrow'],
    ['acted_on_many', { act: 'of_tomorrow' }, 'Many applications changed'],
    ['acted_on_many', { act: 'assign', count: 2, what: '{"to":null}' }, 'Assigned 2 applications to nobody'],
    [
      'acted_on_many',
      { act: 'assign', count: 1, what: JSON.stringify({ to: other.staffId }) },
      `Assigned 1 application to ${others}`,
    ],
    ['assigned', { to: third.staffId }, `Assigned: to ${thirds}`],
    ['assigned', { to: gone }, `Assigned: to ${gone}`],
    ['mail_sent_again', { mail: 'receipt' }, 'Email sent again: the receipt'],
    ['stage_set', { stage: 'gone' }, 'Stage set: gone'],
    ['sealed_answer_opened', { key: 'gone' }, 'Sealed answer opened: gone'],
    ['item_asked', { item_id: item?.id }, `Asked for something: ${item?.title}`],
    ['item_decided', { item_id: gone, act: 'accept' }, 'Checklist decided: accepted'],
    ['staff_changed', { staff_id: clerk.staffId }, 'Colleague changed'],
    ['withdrawn', { reason_id: gone }, 'Withdrawn'],
    ['withdrawn', { reason: 'Wrote so.' }, 'Withdrawn: Wrote so.'],
    [
      'export_taken',
      { rows: 1, format: 'machine_csv', purpose: PURPOSE },
      `Took 1 application out of the office: For a system: CSV, exact values, for “${PURPOSE}”`,
    ],
    [
      'applications_exported',
      { rows: 2, format: 'machine_csv' },
      'Took 2 applications out of the office: For a system: CSV, exact values',
    ],
  ];
  await addEvents(`staff ${clerk.staffId}`, null, ...told.map(([kind, detail]) => [kind, detail] as const));
  const director = await newColleague(server, 'director');
  const { events = [] } = (await director.call(desk.auditTrail, { query: { person: clerk.staffId } })).body;
  expect(events.map(({ text }) => text).reverse()).toEqual(told.map(([, , text]) => text));
  expect(events[0]).toMatchObject({ application_id: null, confirmation_number: null });
});

test('events are told in words, and the trail can be taken as a file', async () => {
  const [director, auditor] = [await newColleague(server, 'director'), await newColleague(server, 'auditor')];
  const people = [await submitted(server), await submitted(server)];
  const ids = people.map(({ applicationId }) => applicationId);
  const act = { kind: 'add_label', label: '=scholarship' } as const;
  const { previewed = '' } = (await director.call(desk.previewMany, { payload: { act, selection: { ids } } })).body;
  const attempt = crypto.randomUUID();
  await director.call(desk.startMany, { payload: { attempt, act, selection: { ids }, previewed } });
  await runMany(workerDeps(server), attempt, new AbortController().signal);
  const params = { id: ids[0] ?? '' };
  await director.call(desk.changeLabels, { params, payload: { add: ['late'], remove: ['=scholarship'] } });
  await director.call(desk.assign, { params, payload: { to: director.staffId } });
  await director.call(desk.assign, { params, payload: { to: null } });
  const draft = await newDraft(server);
  const of = { params: { id: draft.applicationId } };
  for (const until of ['2027-03-10T16:00:00Z', null])
    await director.call(desk.extendDeadline, { ...of, payload: { until, reason: 'Asked for it.' } });
  const clerk = await newColleague(server, 'clerk');
  const changed = { name: 'Grace Changed', role: 'reader' };
  await director.call(desk.changeStaff, { params: { id: clerk.staffId }, payload: changed });
  const { name = '' } = (await director.call(desk.me)).body;
  const query = { person: director.staffId, from: '2026-11-01' };
  const { events = [] } = (await auditor.call(desk.auditTrail, { query })).body;
  expect(events.map(({ text }) => text)).toEqual([
    'Colleague changed: Grace Changed, as reader',
    'Deadline extended: back to the deadline of all, Asked for it.',
    'Deadline extended: until March 10, 2027 at 11:00 AM Eastern Time, Asked for it.',
    'Assigned: to nobody',
    `Assigned: to ${name}`,
    'Labels changed: added “late”, removed “=scholarship”',
    'Labeled 2 applications “=scholarship”',
  ]);
  const [many] = events.slice(-1);
  expect(many?.applications).toHaveLength(2);
  const until = async (to: string) =>
    (await auditor.call(desk.auditTrail, { query: { ...query, to } })).body.events ?? [];
  expect([await until('2026-11-20'), await until('2026-11-21')].map(({ length }) => length)).toEqual([
    0,
    events.length,
  ]);
  const file = await auditor.open(`${desk.officePaths.trailFile}?person=${director.staffId}`);
  const rows: Record<string, string>[] = parse(file.body, { columns: true, bom: true });
  expect(rows.map(({ What }) => What)).toEqual(events.map(({ text }) => text));
  expect(rows.at(-1)?.['Which applications']).toBe(many?.applications.join(' '));
  // A draft has no number.
  expect(rows[1]?.Application).toBe(draft.applicationId);
  const [taken] = (await auditor.call(desk.auditTrail, { query: { person: auditor.staffId } })).body.events ?? [];
  expect(taken?.text).toBe('Audit trail taken as a file: of the list person');
  const other = await newColleague(server, 'clerk');
  expect((await other.open(desk.officePaths.trailFile)).statusCode).toBe(403);
});

test('an export is in the trail of everybody in it, with filter, columns, purpose and receiver', async () => {
  const [director, auditor] = [await newColleague(server, 'director'), await newColleague(server, 'auditor')];
  await submitted(server, { last_name: 'Exportwell', state: 'OH' });
  const more = { filter: { state: 'OH', q: 'Exportwell' }, receiver: 'Student system' };
  const id = await requestExport(director, 'machine_csv', more);
  await runExport(workerDeps(server), id, new AbortController().signal);
  expect((await director.open(desk.officePaths.exportFile(id))).statusCode).toBe(200);
  // The list of who was in it goes after seven days, the trail stays.
  await deleteOldExports(workerDeps(server), new Date(server.clock.now().getTime() + 8 * DAY_MS));
  const leftWith = async (q: string) =>
    (await auditor.call(desk.auditTrail, { query: { kind: desk.LEFT_OFFICE, q } })).body.events ?? [];
  const [taken] = await leftWith('Exportwell');
  expect(taken?.text).toMatch(/^Took 1 application out of the office: For a system: CSV, exact values, of the list /);
  expect(taken?.text).toContain('Ohio');
  // The text of a search may be a name, and the trail outlives a person's deletion.
  expect(taken?.text).not.toContain('Exportwell');
  expect(taken?.text).toMatch(new RegExp(`, for “${PURPOSE}”, given to Student system$`));
  expect(taken?.columns).toContain('first_name');
  const trail = await auditor.open(`${desk.officePaths.trailFile}?kind=${desk.LEFT_OFFICE}`);
  expect(trail.body).toContain(`(${taken?.columns.join(' ')})`);
  expect(await leftWith(taken?.applications[0] ?? '')).toEqual([taken]);
  expect(await leftWith('Trailwell')).toEqual([]);
});
