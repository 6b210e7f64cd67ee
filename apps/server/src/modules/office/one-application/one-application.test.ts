import { randomUUID } from 'node:crypto';
import { answer, profile, submit } from '@firstyear/api-contract/application';
import * as desk from '@firstyear/api-contract/desk';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { objectStoreOf } from '../../../adapters/object-store/object-store-of.ts';
import { loadPartner } from '../../../config/load-partner.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { fillIn, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { forgetFiles, thumbnailKeyOf } from '../../application/uploads/document-files.ts';
import { documentOf, endConversion, jobsFor, upload } from '../../application/uploads/uploading.testing.ts';
import { readTrailPage } from '../../audit/service.ts';
import { newDraft, resetAfterEach, workerDeps } from '../office.testing.ts';
import { collectHoldings } from '../person/holdings.ts';

const { partner } = await loadPartner({ partner: 'larkmoor', environment: 'test' });
const terms = partner.terms.map((term) => ({ ...term, late: 'refused' as const }));
const server = await suiteApp({ deps: { partner: { ...partner, terms } } });
let reader: Colleague;
let clerk: Colleague;
let director: Colleague;
beforeAll(async () => {
  reader = await newColleague(server, 'reader');
  clerk = await newColleague(server, 'clerk');
  director = await newColleague(server, 'director');
});
resetAfterEach(server);

const SEALED = { citizenship_type: 'permanent_resident', citizenship: 'CAN', alien_registration_number: 'A000000007' };
const PDF = new TextEncoder().encode('%PDF-1.7\nA page about Ada.');
const reason = 'asked for by phone';

async function eventsOf(kind: string) {
  const ofAll = { person: undefined, applications: undefined, within: undefined, beforeId: undefined };
  const filter = { kind, from: undefined, to: undefined, isOfOffice: false, timeZone: 'UTC', limit: 10_000 };
  const events = await readTrailPage(server.db, { ...ofAll, ...filter });
  return events.map(({ actor, account_id, detail }) => ({ actor, account_id, detail })).reverse();
}
const read = async (who: Colleague, id: string) => (await who.call(desk.officeApplication, { params: { id } })).body;

test('an application is read as it was submitted, without sealed answers, and each reading is audited', async () => {
  const ada = await submitted(server, { first_name: 'Ada', last_name: 'Readme', ...SEALED });
  const body = await read(reader, ada.applicationId);
  expect(body.answers).toMatchObject({ first_name: 'Ada', last_name: 'Readme' });
  expect(JSON.stringify(body)).not.toContain('A000000007');
  expect(body.sealed?.map(({ key }) => key)).toContain('alien_registration_number');
  expect(body.row).toMatchObject({ family_name: 'Readme', status: 'submitted', is_looked_at: false });
  const kinds = body.history?.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['status:started', 'status:validating', 'submitted', 'mail:receipt']));
  expect(kinds?.filter((kind) => /submitted/.test(kind))).toEqual(['submitted']);
  const events = await eventsOf('application_read');
  expect(events.at(-1)).toEqual({
    actor: `staff ${reader.staffId}`,
    account_id: ada.accountId,
    detail: { application_id: ada.applicationId },
  });
});

test('an application is opened with twelve queries, the session and the audit trail among them', async () => {
  const ada = await submitted(server, SEALED);
  await director.call(desk.addNote, { params: { id: ada.applicationId }, payload: { text: 'A note.' } });
  await director.call(desk.mailAgain, { params: { id: ada.applicationId }, payload: { kind: 'receipt' } });
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  server.database.pool.on('acquire', count);
  const { notes, history } = await read(director, ada.applicationId);
  server.database.pool.off('acquire', count);
  expect([notes?.length, history?.some(({ kind }) => kind === 'mail_sent_again'), queries]).toEqual([1, true, 12]);
});

test('a draft shows its applicant, start and progress, but no answers, and a reader does not see it', async () => {
  const ada = await newDraft(server, { first_name: 'Draft', middle_name: 'Secretly', ...SEALED });
  const body = await read(clerk, ada.applicationId);
  expect([body.answers, body.sealed, body.row?.given_name]).toEqual([{}, [], 'Draft']);
  expect(JSON.stringify(body)).not.toMatch(/Secretly|A000000007/);
  const params = { id: ada.applicationId };
  expect((await reader.call(desk.officeApplication, { params })).status).toBe(404);
  const payload = { key: 'alien_registration_number', reason };
  expect((await director.call(desk.openSealed, { params, payload })).status).toBe(404);
  expect((await clerk.call(desk.officeApplication, { params: { id: 'no-id' } })).status).toBe(404);
});

test('sealed answers open one at a time, for a reason, and each opening is audited', async () => {
  const ada = await submitted(server, SEALED);
  const params = { id: ada.applicationId };
  const payload = { key: 'alien_registration_number', reason: 'visa check' };
  expect((await clerk.call(desk.openSealed, { params, payload })).status).toBe(403);
  expect((await director.call(desk.openSealed, { params, payload: { ...payload, reason: '' } })).status).toBe(400);
  expect((await director.call(desk.openSealed, { params, payload: { ...payload, key: 'first_name' } })).status).toBe(
    404,
  );
  expect(await eventsOf('sealed_answer_opened')).toEqual([]);
  expect((await director.call(desk.openSealed, { params, payload })).body.value).toBe('A000000007');
  expect(await eventsOf('sealed_answer_opened')).toMatchObject([
    { actor: `staff ${director.staffId}`, detail: { key: payload.key, reason: 'visa check' } },
  ]);
});

test("a document opens only in a session of the office, and only its own site's pages may show it in a frame", async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  expect((await upload(server, ada, PDF, 'record.pdf')).status).toBe(200);
  await endConversion(server, ada.applicationId);
  const { pdf_key } = (await documentOf(server, ada)) ?? { pdf_key: null };
  await objectStoreOf(server.deps.config).put(pdf_key ?? '', PDF);
  await ada.call(submit);
  const [document] = (await read(reader, ada.applicationId)).documents ?? [];
  const { label } = server.form.byKey.get('transcript')?.question ?? {};
  expect(document).toMatchObject({ key: 'transcript', label, file_name: 'record.pdf', state: 'ready' });
  const href = document?.href ?? '';
  const file = await reader.open(href);
  expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    ...[200, 'application/pdf', 'no-store'],
  ]);
  expect(file.headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': "default-src 'none';frame-ancestors 'self'",
  });
  for (const other of [ada, server.client(), await newColleague(server, 'auditor')]) {
    expect([401, 403]).toContain((await other.open(href)).statusCode);
  }
  const readings = await eventsOf('document_read');
  expect(readings.at(-1)?.actor).toBe(`staff ${reader.staffId}`);
  await objectStoreOf(server.deps.config).delete(pdf_key ?? '');
  expect((await reader.open(href)).statusCode).toBe(404);
  expect(await eventsOf('document_read')).toEqual(readings);
});

test('thumbnails of submitted documents open only for the office', async () => {
  const objects = objectStoreOf(server.deps.config);
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  await upload(server, ada, PDF, 'record.pdf');
  await endConversion(server, ada.applicationId);
  await server.db
    .updateTable('document')
    .set({ thumbnail_count: 2 })
    .where('application_id', '=', ada.applicationId)
    .execute();
  const document = await documentOf(server, ada);
  for (const page of [1, 2])
    await objects.put(thumbnailKeyOf(document, page), new TextEncoder().encode(`page ${page}`));
  const address = desk.officePaths.thumbnail(ada.applicationId, 'transcript', document.id, 2);
  expect([(await read(clerk, ada.applicationId)).documents, (await clerk.open(address)).statusCode]).toEqual([[], 404]);
  await ada.call(submit);
  const { documents } = await read(reader, ada.applicationId);
  expect(documents?.[0]?.thumbnails).toEqual([
    desk.officePaths.thumbnail(ada.applicationId, 'transcript', document.id, 1),
    address,
  ]);
  const picture = await reader.open(address);
  expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([200, 'image/jpeg', 'page 2']);
  // A question that the form has no more, whose file is not ready.
  const gone = { id: randomUUID(), answer_key: 'gone', file_key: randomUUID(), pdf_key: null };
  await sql`insert into document select (jsonb_populate_record(kept, ${JSON.stringify(gone)})).* from document as kept
    where id = ${document.id}`.execute(server.db);
  const { documents: both = [] } = await read(reader, ada.applicationId);
  expect(both.toSorted((a, b) => a.key.localeCompare(b.key))).toMatchObject([
    { label: 'gone', href: null, thumbnails: [] },
    { key: 'transcript' },
  ]);
  const beyond = desk.officePaths.thumbnail(ada.applicationId, 'transcript', document.id, 3);
  expect((await reader.open(beyond)).statusCode).toBe(404);
  for (const other of [ada, server.client(), await newColleague(server, 'auditor')]) {
    expect([401, 403]).toContain((await other.open(address)).statusCode);
  }
});

test('two colleagues who change labels at once lose nothing', async () => {
  const { applicationId: id } = await submitted(server);
  const change = (who: Colleague, add: string[], remove: string[] = []) =>
    who.call(desk.changeLabels, { params: { id }, payload: { add, remove } });
  await Promise.all([change(clerk, ['first-gen']), change(director, ['honors']), change(clerk, ['music'])]);
  expect((await read(reader, id)).row?.labels).toEqual(['first-gen', 'honors', 'music']);
  expect((await change(clerk, ['art'], ['honors'])).body.labels).toEqual(['art', 'first-gen', 'music']);
  const { body } = await clerk.call(desk.applications, { query: { label: 'art' } });
  expect(body.rows?.map((row) => row.id)).toEqual([id]);
});

test('a note can be changed only by its author, and an older version never overwrites a newer one', async () => {
  const { applicationId: id } = await submitted(server);
  const { note } = (await reader.call(desk.addNote, { params: { id }, payload: { text: 'Strong essay.' } })).body;
  const params = { id, note: note?.id ?? '' };
  const write = (who: Colleague, text: string, version: number) =>
    who.call(desk.changeNote, { params, payload: { text, version } });
  expect((await write(clerk, 'Not mine', 1)).status).toBe(404);
  const { applicationId: elseId } = await submitted(server);
  await reader.call(desk.addNote, { params: { id: elseId }, payload: { text: 'Of somebody else.' } });
  const elsewhere = { params: { ...params, id: elseId }, payload: { text: 'Elsewhere', version: 1 } };
  expect((await reader.call(desk.changeNote, elsewhere)).status).toBe(404);
  const unknown = { params: { id, note: randomUUID() }, payload: { text: 'Nowhere', version: 1 } };
  expect((await reader.call(desk.changeNote, unknown)).status).toBe(404);
  const [one, other] = await Promise.all([write(reader, 'Strong essay!', 1), write(reader, 'Weak essay.', 1)]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const saved = (one.status === 200 ? one : other).body.note;
  expect((await write(reader, 'Older', 1)).body.code).toBe('note_changed');
  await clerk.call(desk.addNote, { params: { id }, payload: { text: 'Second reading.' } });
  const [author, second] = [(await reader.call(desk.me)).body.name, (await clerk.call(desk.me)).body.name];
  const { notes = [] } = await read(clerk, id);
  expect(notes.toSorted((a, b) => b.version - a.version)).toMatchObject([
    { author, text: saved?.text, version: 2, is_mine: false },
    { author: second, text: 'Second reading.', is_mine: true },
  ]);
  expect((await read(clerk, elseId)).notes).toMatchObject([{ text: 'Of somebody else.', version: 1 }]);
});

test('assigning an application that a colleague has assigned meanwhile is refused, with what stands there now', async () => {
  const { applicationId: id } = await submitted(server);
  const assign = (from: string | null, to: string | null) =>
    clerk.call(desk.assign, { params: { id }, payload: { to, from } });
  expect((await assign(null, reader.staffId)).status).toBe(200);
  const { name } = (await reader.call(desk.me)).body;
  expect(await assign(null, director.staffId)).toMatchObject({
    status: 409,
    body: { code: 'assigned_meanwhile', message: expect.stringContaining(String(name)) },
  });
  expect((await read(clerk, id)).row?.assigned_to).toBe(reader.staffId);
  expect((await assign(reader.staffId, null)).status).toBe(200);
  const { message } = (await assign(reader.staffId, null)).body;
  expect(message).toMatch(/^Nobody has this application any more\./);
});

test('nothing is assigned to a colleague who may not open applications', async () => {
  const { applicationId: id } = await submitted(server);
  const auditor = await newColleague(server, 'auditor');
  expect(await clerk.call(desk.assign, { params: { id }, payload: { to: auditor.staffId } })).toMatchObject({
    status: 400,
    body: { code: 'bad_request', message: expect.stringContaining('may not open applications') },
  });
  expect((await read(clerk, id)).row?.assigned_to).toBeNull();
  const { colleagues = [] } = (await clerk.call(desk.officeChoices)).body;
  const offered = colleagues.filter((colleague) => colleague.may_be_assigned).map((colleague) => colleague.id);
  expect(offered).toContain(reader.staffId);
  expect(offered).not.toContain(auditor.staffId);
});

test('two colleagues of one name are offered with their addresses, and others by their names alone', async () => {
  const [one, other] = [await newColleague(server, 'reader'), await newColleague(server, 'clerk')];
  for (const { staffId } of [one, other]) {
    const payload = { name: 'Alex Sametwice' };
    expect((await director.call(desk.changeStaff, { params: { id: staffId }, payload })).status).toBe(200);
  }
  const { colleagues = [] } = (await clerk.call(desk.officeChoices)).body;
  const labelOf = ({ staffId }: Colleague) => colleagues.find(({ id }) => id === staffId)?.label;
  expect(labelOf(one)).toBe(`Alex Sametwice (${one.email})`);
  expect(labelOf(other)).toBe(`Alex Sametwice (${other.email})`);
  expect(labelOf(reader)).toBe((await reader.call(desk.me)).body.name);
});

test('the list shows assignments and marks, and a colleague who has the application open is named', async () => {
  server.clock.advance(1);
  const { applicationId: id } = await submitted(server, { last_name: 'Assigned' });
  const params = { id };
  expect((await clerk.call(desk.assign, { params, payload: { to: reader.staffId } })).status).toBe(200);
  const mine = await reader.call(desk.applications, { query: { view: 'mine' } });
  expect(mine.body.rows?.map((row) => row.id)).toEqual([id]);
  expect((await clerk.call(desk.assign, { params, payload: { to: randomUUID() } })).status).toBe(404);
  expect((await reader.call(desk.markLookedAt, { params })).status).toBe(200);
  expect((await read(clerk, id)).row).toMatchObject({ is_looked_at: true, assigned_to: reader.staffId });
  expect((await clerk.call(desk.markPresent, { params })).body.others).toEqual([]);
  const isNewTo = async (who: Colleague) => (await read(who, id)).row?.is_new;
  expect(await Promise.all([director, reader, clerk].map(isNewTo))).toEqual([true, false, false]);
  expect((await clerk.call(desk.markLookedAt, { params })).status).toBe(200);
  const looks = (await read(clerk, id)).looked_at ?? [];
  const nameOf = async (who: Colleague) => (await who.call(desk.me)).body.name;
  expect(new Map(looks.map(({ name, is_mine }) => [name, is_mine]))).toEqual(
    new Map([
      [await nameOf(reader), false],
      [await nameOf(clerk), true],
    ]),
  );
  for (const query of [{ view: 'to-read' }, { unread: '1' }] as const) {
    const unread = await reader.call(desk.applications, { query });
    expect(unread.body.rows?.map((row) => row.id)).not.toContain(id);
  }
  for (const who of [reader, director]) await who.call(desk.markPresent, { params });
  expect((await clerk.call(desk.markPresent, { params })).body.others).toHaveLength(2);
  server.clock.advance(MINUTE_MS);
  expect((await clerk.call(desk.markPresent, { params })).body.others).toEqual([]);
});

test("a reopened application is the applicant's again and keeps its number, and the earlier submission stays", async () => {
  const ada = await submitted(server, { first_name: 'Before', last_name: 'Reopened', ...SEALED });
  const params = { id: ada.applicationId };
  const before = (await ada.call(profile)).body.confirmation_number;
  expect((await ada.call(answer, { payload: { first_name: 'Locked' } })).body.code).toBe('locked');
  expect((await clerk.call(desk.reopen, { params, payload: { reason } })).status).toBe(403);
  await clerk.call(desk.markLookedAt, { params });
  expect((await director.call(desk.reopen, { params, payload: { reason } })).status).toBe(200);
  expect((await director.call(desk.reopen, { params, payload: { reason } })).body.code).toBe('wrong_state');
  expect((await eventsOf('reopened')).at(-1)?.detail).toMatchObject({ reason, confirmation_number: before });
  const again = { status: 'draft', confirmation_number: before, is_looked_at: true };
  expect((await read(clerk, ada.applicationId)).row).toMatchObject(again);
  expect((await ada.call(answer, { payload: { first_name: 'After' } })).status).toBe(200);
  server.clock.advance(1);
  expect((await ada.call(submit)).body.confirmation_number).toBe(before);
  const body = await read(clerk, ada.applicationId);
  expect([body.answers?.first_name, body.row?.is_looked_at]).toEqual(['After', false]);
  for (const query of [{ view: 'to-read' }, { unread: '1' }] as const)
    expect((await clerk.call(desk.applications, { query })).body.rows?.map(({ id }) => id)).toContain(params.id);
  expect(body.earlier_submissions).toMatchObject([{ answers: { first_name: 'Before', last_name: 'Reopened' } }]);
  expect(JSON.stringify(body)).not.toContain('A000000007');
  const { content } = await server.db.selectFrom('reopened_submission').selectAll().executeTakeFirstOrThrow();
  expect(content?.answers.first_name).toBe('Before');
});

test('a document that is replaced after a reopening stays in the earlier submission', async () => {
  const objects = objectStoreOf(server.deps.config);
  const ada = await newApplicant(server);
  await fillIn(server, ada, { last_name: 'Replacing' });
  await upload(server, ada, PDF, 'first.pdf');
  await endConversion(server, ada.applicationId);
  const { pdf_key, file_key } = await documentOf(server, ada);
  await objects.put(pdf_key ?? '', PDF);
  expect((await ada.call(submit)).status).toBe(200);
  await director.call(desk.reopen, { params: { id: ada.applicationId }, payload: { reason } });
  await upload(server, ada, PDF, 'second.pdf');
  for (const job of await jobsFor(server, 'forget-objects')) {
    await forgetFiles({ db: server.db, objects }, z.object({ keys: z.array(z.string()) }).parse(job).keys);
  }
  expect([await objects.head(pdf_key ?? ''), await objects.head(file_key)]).toEqual([expect.anything(), undefined]);
  const { files } = await collectHoldings(workerDeps(server), ada.email);
  expect(files.map(({ key }) => key)).toContain(pdf_key);
});

test('a page that is open learns of a withdrawal and of other changes with its next report', async () => {
  const { applicationId: id } = await submitted(server);
  const params = { id };
  const before = (await clerk.call(desk.markPresent, { params })).body;
  expect(before).toMatchObject({ version: (await read(clerk, id)).version, status: 'submitted' });
  expect((await director.call(desk.withdraw, { params, payload: { reason } })).status).toBe(200);
  const { version = 0, status } = (await clerk.call(desk.markPresent, { params })).body;
  expect([version > (before.version ?? 0), status]).toEqual([true, 'withdrawn']);
});

test('a reopened application is found by its number, also where answers of drafts are hidden', async () => {
  const { applicationId: id } = await submitted(server, { last_name: 'Numbered' });
  const number = (await read(director, id)).row?.confirmation_number ?? '';
  expect((await director.call(desk.reopen, { params: { id }, payload: { reason } })).status).toBe(200);
  for (const who of [clerk, director]) {
    const { body } = await who.call(desk.applications, { query: { q: number } });
    expect(body.rows?.map((row) => row.id)).toEqual([id]);
  }
});

test('an applicant with an extended deadline can submit after the term has closed', async () => {
  const [ada, bob] = [await newApplicant(server), await newApplicant(server)];
  for (const item of [ada, bob]) await fillIn(server, item, { entry_term: 'fall_2027' });
  const closing = Date.parse('2027-03-01T23:59-05:00');
  const now = server.clock.now().getTime();
  const until = new Date(closing + 10 * DAY_MS).toISOString();
  const params = { id: ada.applicationId };
  const past = { until: new Date(now).toISOString(), reason };
  expect(await clerk.call(desk.extendDeadline, { params, payload: past })).toMatchObject({
    status: 400,
    body: { message: 'Please choose a day and a time in the future.' },
  });
  expect((await clerk.call(desk.extendDeadline, { params, payload: { until, reason } })).status).toBe(200);
  expect((await eventsOf('deadline_extended')).at(-1)?.detail).toMatchObject({ until, reason });
  expect((await read(clerk, ada.applicationId)).row?.extended_until).toBe(until);
  server.clock.advance(closing + 5 * DAY_MS - now);
  // Their own sessions have ended meanwhile.
  await sql`update session set created_at = ${server.clock.now()}, last_seen_at = ${server.clock.now()}`.execute(
    server.db,
  );
  await sql`update staff_session set created_at = ${server.clock.now()}, last_seen_at = ${server.clock.now()}`.execute(
    server.db,
  );
  const statuses = [(await ada.call(submit)).status, (await bob.call(submit)).status];
  expect(statuses).toEqual([200, 409]);
  expect((await clerk.call(desk.extendDeadline, { params, payload: { until, reason } })).body.code).toBe('wrong_state');
});
