import { randomUUID } from 'node:crypto';
import * as desk from '@firstyear/api-contract/desk';
import { isOneOf } from '@firstyear/form-engine';
import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { runExport } from '../export/service.ts';
import { newDraft, requestExport, resetAfterEach, workerDeps } from '../office.testing.ts';

const when = isOneOf('applied_major', ['art']);
const limited_roles = { art_head: { role: 'director', when }, art_reader: { role: 'reader', when } } as const;
const server = await suiteApp({ deps: { office: { limited_roles, test_email_domains: ['trial.example'] } } });
let director: Colleague;
let head: Colleague;
let reader: Colleague;
let art: Applicant;
let nursing: Applicant;
const reason = 'asked for by phone';

const draft = (applied_major: string) => newDraft(server, { first_name: 'Draft', last_name: 'Halfway', applied_major });
type More = Parameters<typeof requestExport>[2];
async function exported(who: Colleague, format: desk.ExportFormat, more?: More) {
  const id = await requestExport(who, format, more);
  await runExport(workerDeps(server), id, new AbortController().signal);
  return id;
}
const rowsOf = async (who: Colleague, id: string) => {
  const file = await who.open(desk.officePaths.exportFile(id));
  return file.statusCode === 200 ? file.body.trim().split('\n').length : file.statusCode;
};

/** What the audit trail shows to a colleague of what left the office, newest first. */
const leftBy = async (who: Colleague) =>
  (await who.call(desk.auditTrail, { query: { kind: desk.LEFT_OFFICE } })).body.events?.map(({ text }) => text) ?? [];

beforeAll(async () => {
  art = await submitted(server, { last_name: 'Artful', applied_major: 'art', hs_name: 'Model' });
  nursing = await submitted(server, { last_name: 'Outside', applied_major: 'nursing', hs_name: 'Model' });
  await draft('art');
  await draft('nursing');
  director = await newColleague(server, 'director');
  [head, reader] = [await newColleague(server, 'art_head'), await newColleague(server, 'art_reader')];
  const params = { id: nursing.applicationId };
  await director.call(desk.changeLabels, { params, payload: { add: ['outside-label'], remove: [] } });
  await director.call(desk.changeLabels, {
    params: { id: art.applicationId },
    payload: { add: ['inside'], remove: [] },
  });
});
resetAfterEach(server);

test('no call of a limited role finds an application outside of it', async () => {
  const params = { id: nursing.applicationId };
  const until = '2027-06-01T00:00:00Z';
  const responses = [
    await head.call(desk.officeApplication, { params }),
    await head.call(desk.openSealed, { params, payload: { key: 'alien_registration_number', reason } }),
    await head.call(desk.addNote, { params, payload: { text: 'A note.' } }),
    await head.call(desk.changeNote, { params: { ...params, note: randomUUID() }, payload: { text: 'A', version: 1 } }),
    await head.call(desk.markLookedAt, { params }),
    await head.call(desk.markPresent, { params }),
    await head.call(desk.changeLabels, { params, payload: { add: ['x'], remove: [] } }),
    await head.call(desk.assign, { params, payload: { to: null } }),
    await head.call(desk.extendDeadline, { params, payload: { until, reason } }),
    await head.call(desk.reopen, { params, payload: { reason } }),
    await head.call(desk.withdraw, { params, payload: { reason } }),
    await head.call(desk.mailAgain, { params, payload: { kind: 'receipt' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
  for (const address of [
    desk.officePaths.document(params.id, 'transcript'),
    desk.officePaths.thumbnail(params.id, 'transcript', randomUUID(), 1),
  ]) {
    expect((await head.open(address)).statusCode).toBe(404);
  }
  const { body } = await head.call(desk.neighbors, { params, query: {} });
  expect(body).toMatchObject({ position: null, place: null, total: { count: 2 } });
});

test.each([
  { q: 'outside' },
  { q: 'model' },
  { label: 'outside-label' },
  { major: 'nursing' },
  { view: 'drafts' },
] as const)("a limited role's search for %j finds and counts only its own applications", async (query) => {
  const { body } = await head.call(desk.applications, { query });
  expect(body.rows?.filter(({ family_name }) => family_name === 'Outside')).toEqual([]);
  const isEmpty = !('view' in query) && query.q !== 'model';
  expect(body.total?.count).toBe(isEmpty ? 0 : 1);
  const selection = { filter: query };
  const act = { kind: 'add_label', label: 'x' } as const;
  expect((await head.call(desk.previewMany, { payload: { act, selection } })).body.count).toBe(isEmpty ? 0 : 1);
});

test("a limited role can't act on outside ids, and each view counts only its own applications", async () => {
  const selection = { ids: [art.applicationId, nursing.applicationId] };
  const act = { kind: 'withdraw', reason } as const;
  expect((await head.call(desk.previewMany, { payload: { act, selection } })).body).toEqual({
    count: 1,
    left_out: [],
    mails: [expect.objectContaining({ count: 1 })],
    previewed: expect.any(String),
  });
  const { standing } = (await head.call(desk.views)).body;
  const counts = Object.fromEntries(standing?.map(({ id, count }) => [id, count.count]) ?? []);
  expect(counts).toMatchObject({ all: 2, 'to-read': 1, drafts: 1 });
});

test('a limited role never sees labels, mails, events and disclosures of others', async () => {
  expect((await reader.call(desk.officeChoices)).body.labels).toEqual(['inside']);
  expect((await director.call(desk.officeChoices)).body.labels).toEqual(['inside', 'outside-label']);
  const mails = await server.db.selectFrom('mail_outbox').select('recipient').where('sent_at', 'is', null).execute();
  const toArt = mails.filter(({ recipient }) => recipient === art.email).length;
  expect((await head.call(desk.numbers)).body.mails_waiting).toBe(toArt);
  expect((await director.call(desk.numbers)).body.mails_waiting).toBe(mails.length);
  await server.db
    .updateTable('mail_outbox')
    .set({ recipient: 'a@trial.example' })
    .where('recipient', '=', nursing.email)
    .execute();
  expect((await director.call(desk.numbers)).body.mails_waiting).toBe(toArt);

  const before = await leftBy(head);
  await exported(director, 'machine_csv');
  expect(await leftBy(head)).toEqual(before);
  const events = (await head.call(desk.auditTrail, { query: {} })).body.events ?? [];
  expect(events.map(({ application_id }) => application_id)).toContain(art.applicationId);
  expect(JSON.stringify(events)).not.toContain(nursing.applicationId);
  const all = (await director.call(desk.auditTrail, { query: {} })).body.events ?? [];
  expect(all.map(({ application_id }) => application_id)).toContain(nursing.applicationId);
});

test('an export contains what its role sees, and only roles that see no less can list and download it', async () => {
  const before = await leftBy(head);
  const [ofAll, ofArt] = [await exported(director, 'machine_jsonl'), await exported(head, 'machine_jsonl')];
  expect([await rowsOf(director, ofAll), await rowsOf(head, ofArt)]).toEqual([2, 1]);
  expect([await rowsOf(head, ofAll), await rowsOf(director, ofArt)]).toEqual([404, 1]);
  const listed = (await head.call(desk.exportsList)).body.exports?.map(({ id }) => id);
  expect(listed).toEqual([ofArt]);
  expect(await leftBy(head)).toEqual([expect.stringMatching(/^Took 1 application out of the office: /), ...before]);
  expect((await leftBy(director)).length).toBeGreaterThan(before.length + 1);
});

test('an export since the last one counts from those of the same kind that were downloaded', async () => {
  const download = async (who: Colleague, more?: More) => rowsOf(who, await exported(who, 'machine_csv', more));
  await download(director);
  server.clock.advance(MINUTE_MS);
  await submitted(server, { last_name: 'Later', applied_major: 'nursing' });
  // In between, an export by another colleague, and one of other applications.
  await download(head);
  await download(director, { filter: { major: 'art' } });
  server.clock.advance(MINUTE_MS);
  const next = () => download(director, { since_last: true });
  expect([await next(), await next()]).toEqual([2, 1]);
});

test.each([{ view: 'mine' }, { assigned: 'me' }, { view: 'new' }, { is_new: '1' }] as const)(
  'an export since the last one of %j counts for its colleague alone',
  async (filter) => {
    const other = await newColleague(server, 'director');
    server.clock.advance(1);
    const { applicationId: id } = await submitted(server, { last_name: 'Personal' });
    const count = async (who: Colleague) => {
      await who.call(desk.assign, { params: { id }, payload: { to: who.staffId } });
      const more = { filter: { q: 'personal', ...filter }, since_last: true };
      return rowsOf(who, await exported(who, 'machine_csv', more));
    };
    // With the line of titles.
    expect([await count(other), await count(director), await count(director)]).toEqual([2, 2, 1]);
  },
);

test('nobody with a limited role can add colleagues, who might see everything', async () => {
  expect((await head.call(desk.me)).body.rights).not.toContain('staff');
  expect((await head.call(desk.staffList)).status).toBe(403);
  const payload = { email: 'new@office.example', name: 'Grace New', role: 'director' };
  expect((await head.call(desk.addStaff, { payload })).status).toBe(403);
});

test('no export has test accounts, even with a filter for them', async () => {
  const trial = await submitted(server, { last_name: 'Trial' });
  await server.db.updateTable('account').set({ email: 'b@trial.example' }).where('id', '=', trial.accountId).execute();
  expect(await rowsOf(director, await exported(director, 'machine_csv', { filter: { status: 'test' } }))).toBe(1);
});
