import { randomUUID } from 'node:crypto';
import * as desk from '@firstyear/api-contract/desk';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../../application/items/items.testing.ts';
import { type Applicant, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { insertDrafts, newDraft, resetAfterEach, workerDeps } from '../office.testing.ts';
import { runMany } from './service.ts';

let clerk: Colleague;
let director: Colleague;
const people: Applicant[] = [];
const server = await suiteApp();
beforeAll(async () => {
  [clerk, director] = [await newColleague(server, 'clerk'), await newColleague(server, 'director')];
  for (const last_name of ['Aaa', 'Bbb', 'Ccc', 'Ddd', 'Eee']) people.push(await submitted(server, { last_name }));
});
resetAfterEach(server);

const ids = () => people.map(({ applicationId }) => applicationId);
const reason = 'asked for by the faculty';

/** Runs the job as a worker does. */
const work = (id: string) => runMany(workerDeps(server), id, new AbortController().signal);
async function begin(who: Colleague, act: desk.ManyActOf, selection: desk.Selection, attempt = randomUUID()) {
  const { previewed = '' } = (await who.call(desk.previewMany, { payload: { act, selection } })).body;
  return who.call(desk.startMany, { payload: { attempt, act, selection, previewed } });
}
const rows = () =>
  server.db
    .selectFrom('office_application')
    .selectAll()
    .where('application_id', 'in', ids())
    .orderBy('name_key')
    .execute();

test('a preview counts the applications and names those left out, and changes nothing', async () => {
  const [first] = ids();
  await clerk.call(desk.changeLabels, { params: { id: first ?? '' }, payload: { add: ['honors'], remove: [] } });
  const before = await rows();
  const payload = { act: { kind: 'add_label', label: 'honors' }, selection: { ids: ids() } } as const;
  const { body } = await clerk.call(desk.previewMany, { payload });
  expect(body).toEqual({
    count: 4,
    left_out: [{ id: first, name: expect.stringContaining('Aaa'), why: 'has it already' }],
    mails: [],
    previewed: expect.any(String),
  });
  expect(await rows()).toEqual(before);
});

test('an act does what its preview said: a change in between is said in words, and nothing is done', async () => {
  const [first = '', second = ''] = ids();
  const assign = (to: string | null, id = second) => clerk.call(desk.assign, { params: { id }, payload: { to } });
  for (const id of [first, second]) await assign(null, id);
  const asked = { act: { kind: 'assign' as const, to: director.staffId }, selection: { ids: [first, second] } };
  const { previewed = '' } = (await clerk.call(desk.previewMany, { payload: asked })).body;
  const start = () => clerk.call(desk.startMany, { payload: { attempt: randomUUID(), ...asked, previewed } });
  await assign(clerk.staffId);
  const refused = await start();
  expect([refused.status, refused.body.code]).toEqual([409, 'changed_since_preview']);
  expect(refused.body.message).toMatch(/have changed since they were counted. Nothing was done/);
  const assignedTo = async (id: string) =>
    (await clerk.call(desk.officeApplication, { params: { id } })).body.row?.assigned_to;
  expect([await assignedTo(first), await assignedTo(second)]).toEqual([null, clerk.staffId]);
  await assign(null);
  await clerk.call(desk.markLookedAt, { params: { id: first } });
  expect((await start()).status).toBe(200);
});

test('an interrupted job resumes: each application is changed once, with one event in the audit trail', async () => {
  const attempt = randomUUID();
  const colleague = await newColleague(server, 'clerk');
  const act = { kind: 'add_label', label: 'read-first' } as const;
  for (const _ of [1, 2]) expect((await begin(colleague, act, { ids: ids() }, attempt)).body.id).toBe(attempt);
  const waiting = { state: 'waiting', done: 0, total: 5, left_out: [] };
  expect((await colleague.call(desk.manyProgress, { params: { id: attempt } })).body).toEqual(waiting);
  const versions = (await rows()).map(({ version }) => version);
  // Fails at the fourth application, like a worker that dies there.
  await sql`create function stop_there() returns trigger language plpgsql as $$ begin
    if (select count(*) from office_many_item where done_at is not null and many_id = ${sql.lit(attempt)}) = 3 then raise exception 'stopped'; end if; return new; end $$`.execute(
    server.db,
  );
  await sql`create trigger stop_there before update on office_application for each row execute function stop_there()`.execute(
    server.db,
  );
  await expect(work(attempt)).rejects.toThrow('stopped');
  await sql`drop trigger stop_there on office_application`.execute(server.db);
  expect((await colleague.call(desk.manyProgress, { params: { id: attempt } })).body).toMatchObject({
    ...{ state: 'running', done: 3, total: 5 },
  });
  await Promise.all([work(attempt), work(attempt)]);
  expect((await rows()).map(({ version }) => version)).toEqual(versions.map((version) => version + 1));
  expect((await rows()).every(({ labels }) => labels.includes('read-first'))).toBe(true);
  expect((await colleague.call(desk.manyProgress, { params: { id: attempt } })).body).toMatchObject({
    state: 'done',
    done: 5,
  });
  const acts = server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'acted_on_many');
  const events = await acts.where('actor', '=', `staff ${colleague.staffId}`).execute();
  expect(events.map(({ detail }) => detail.count)).toEqual([5]);
  const numbers = (await rows()).map(({ confirmation_number }) => confirmation_number);
  expect(String(events[0]?.detail.applications).split(' ').sort()).toEqual(numbers.sort());
});

test('a request that is sent twice is one job in the queue', async () => {
  const attempt = randomUUID();
  const act = { kind: 'assign', to: clerk.staffId } as const;
  await Promise.all([begin(clerk, act, { ids: ids() }, attempt), begin(clerk, act, { ids: ids() }, attempt)]);
  const { rows: jobs } = await server.database.pool.query(
    "select 1 from pgboss.job where name = 'act-on-many' and data ->> 'many_id' = $1",
    [attempt],
  );
  expect(jobs).toHaveLength(1);
  expect((await begin(director, act, { ids: ids() }, attempt)).status).toBe(404);
  await work(attempt);
  expect((await rows()).every(({ assigned_to }) => assigned_to === clerk.staffId)).toBe(true);
  expect((await director.call(desk.manyProgress, { params: { id: attempt } })).status).toBe(404);
});

test('a selection by a list is counted again on the server, limited to the applications that the colleague sees', async () => {
  await newApplicant(server);
  const { applicationId: id } = await submitted(server, { last_name: 'Kkk' });
  const selection = { filter: { q: 'kkk' } };
  const { body } = await director.call(desk.previewMany, { payload: { act: { kind: 'withdraw', reason }, selection } });
  expect(body.count).toBe(1);
  const { body: started } = await begin(director, { kind: 'withdraw', reason }, selection);
  await work(started.id ?? '');
  expect((await director.call(desk.officeApplication, { params: { id } })).body.row?.status).toBe('withdrawn');
  expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['submitted']));
  expect((await begin(director, { kind: 'withdraw', reason }, { filter: { q: 'nobody' } })).status).toBe(200);
});

test('all of a list are those that it shows, without the similar names below it', async () => {
  const { applicationId } = await submitted(server, { last_name: 'Hollowbrook' });
  const { applicationId: similar } = await submitted(server, { last_name: 'Hollowbrock' });
  const filter = { q: 'hollowbrook' };
  const { body: list } = await director.call(desk.applications, { query: filter });
  const idsOf = (rows: readonly desk.ListRow[] = []) => rows.map(({ id }) => id);
  expect([idsOf(list.rows), idsOf(list.similar)]).toEqual([[applicationId], [similar]]);
  const payload = { act: { kind: 'withdraw', reason }, selection: { filter } } as const;
  expect((await director.call(desk.previewMany, { payload })).body.count).toBe(1);
});

test('a draft is never withdrawn: sent later, it would be withdrawn unseen', async () => {
  const { applicationId: id } = await newDraft(server);
  const refused = await director.call(desk.withdraw, { params: { id }, payload: { reason } });
  expect(refused.body.code).toBe('wrong_state');
});

test('the history of an application, and the audit trail of it, name what was done to it among many', async () => {
  const ada = await submitted(server, { last_name: 'Fff' });
  const other = await submitted(server, { last_name: 'Ggg' });
  const { body } = await begin(director, { kind: 'withdraw', reason }, { ids: [ada.applicationId] });
  await work(body.id ?? '');
  const historyOf = async (id: string) =>
    (await director.call(desk.officeApplication, { params: { id } })).body.history?.filter(
      ({ kind }) => kind === 'withdrawn',
    );
  const name = (await director.call(desk.me)).body.name;
  expect(await historyOf(ada.applicationId)).toMatchObject([{ by: name, reason }]);
  expect(await historyOf(other.applicationId)).toEqual([]);
  const trailOf = async (application: string) =>
    (await director.call(desk.auditTrail, { query: { application, kind: 'acted_on_many' } })).body.events;
  expect((await trailOf(ada.applicationId))?.map(({ text }) => text)).toEqual([`Withdrew 1 application: ${reason}`]);
  expect(await trailOf(other.applicationId)).toEqual([]);
});

test('a job ends when its colleague leaves before it runs: nothing is assigned, and each application says why', async () => {
  const leaver = await newColleague(server, 'reader');
  const selection = { ids: ids().slice(0, 2) };
  const { body } = await begin(director, { kind: 'assign', to: leaver.staffId }, selection);
  await director.call(desk.removeStaff, { params: { id: leaver.staffId } });
  await work(body.id ?? '');
  const { body: progress } = await director.call(desk.manyProgress, { params: { id: body.id ?? '' } });
  expect([progress.state, progress.left_out?.map(({ name, why }) => [name.slice(-3), why]).sort()]).toEqual([
    'done',
    ['Aaa', 'Bbb'].map((name) => [name, 'the colleague has left']),
  ]);
  expect((await rows()).some(({ assigned_to }) => assigned_to === leaver.staffId)).toBe(false);
});

test('an act ends when the colleague who began it is removed or loses the right to it', async () => {
  const whys: unknown[] = [];
  for (const change of [
    async (params: { id: string }) => director.call(desk.removeStaff, { params }),
    async (params: { id: string }) => director.call(desk.changeStaff, { params, payload: { role: 'reader' } }),
  ]) {
    const leaver = await newColleague(server, 'clerk');
    const { body } = await begin(leaver, { kind: 'add_label', label: 'too late' }, { ids: ids() });
    expect((await change({ id: leaver.staffId })).status).toBe(200);
    await work(body.id ?? '');
    const items = server.db
      .selectFrom('office_many_item')
      .select('left_out')
      .where('many_id', '=', body.id ?? '');
    whys.push(...(await items.execute()).map(({ left_out }) => left_out));
  }
  expect([whys.length, new Set(whys)]).toEqual([10, new Set(['the colleague who began it may no longer do this'])]);
  expect((await rows()).some(({ labels }) => labels.includes('too late'))).toBe(false);
});

test("a right for one application isn't a right for many, unless the table says so", async () => {
  const selection = { ids: ids() };
  for (const act of [
    { kind: 'withdraw', reason },
    { kind: 'mail_again', mail: 'receipt' },
    { kind: 'extend_deadline', until: '2027-03-10T00:00:00Z', reason },
  ] as const) {
    const response = await begin(clerk, act, selection);
    expect([response.status, response.body.code]).toEqual([403, 'not_allowed']);
  }
});

test('a deadline in the past, or a day that is over, is refused before anything begins', async () => {
  const asked = { request: 'paper', title: 'Newest grades', text: '', due_on: '2020-01-01' } as const;
  const selection = { ids: ids() };
  const refusal = { status: 400, body: { code: 'bad_request' } };
  for (const act of [
    { kind: 'extend_deadline', until: server.clock.now().toISOString(), reason },
    { kind: 'ask', ...asked },
  ] as const) {
    expect(await director.call(desk.previewMany, { payload: { act, selection } })).toMatchObject(refusal);
    expect(await begin(director, act, selection)).toMatchObject(refusal);
  }
});

test('each act leaves out the drafts, the submitted and the withdrawn applications that it is not for, and says why', async () => {
  const [draft, sent, withdrawn] = [await newDraft(server), await submitted(server), await submitted(server)];
  const of = { params: { id: sent.applicationId } };
  await director.call(desk.changeLabels, { ...of, payload: { add: ['held'], remove: [] } });
  await director.call(desk.assign, { ...of, payload: { to: clerk.staffId } });
  await director.call(desk.withdraw, { params: { id: withdrawn.applicationId }, payload: { reason } });
  const whysOf = async (act: desk.ManyActOf) => {
    const selection = { ids: [draft, sent, withdrawn].map(({ applicationId }) => applicationId) };
    const { left_out } = (await director.call(desk.previewMany, { payload: { act, selection } })).body;
    return selection.ids.map((one) => left_out?.find(({ id }) => id === one)?.why ?? 'yes');
  };
  const asked = { request: 'paper', title: 'Grades', text: '', due_on: null } as const;
  for (const [act, whys] of [
    [{ kind: 'add_label', label: 'held' }, ['yes', 'has it already', 'yes']],
    [{ kind: 'remove_label', label: 'held' }, ['does not have it', 'yes', 'does not have it']],
    [{ kind: 'assign', to: clerk.staffId }, ['yes', 'is assigned so already', 'yes']],
    [{ kind: 'assign', to: null }, ['is assigned so already', 'yes', 'is assigned so already']],
    [{ kind: 'message', message: { id: 'visit' } }, ['yes', 'yes', 'is withdrawn']],
    [{ kind: 'mail_again', mail: 'receipt' }, ['is not submitted', 'yes', 'is withdrawn']],
    [{ kind: 'mail_again', mail: 'sign_in' }, ['yes', 'yes', 'yes']],
    [{ kind: 'ask', ...asked }, ['is not submitted', 'yes', 'is withdrawn']],
    [{ kind: 'extend_deadline', until: '2027-03-10T00:00:00Z', reason }, ['yes', 'is no draft', 'is no draft']],
    [{ kind: 'withdraw', reason }, ['is not submitted', 'yes', 'is withdrawn already']],
  ] as const)
    expect([act, await whysOf(act)]).toEqual([act, whys]);
});

test('a mail to many is sent once to each possible recipient, and the others are named', async () => {
  const [draft, withdrawn] = [await newDraft(server), await submitted(server)];
  await director.call(desk.withdraw, { params: { id: withdrawn.applicationId }, payload: { reason } });
  const before = (await mailsTo(server.db, people[0]?.email ?? '')).length;
  const { body } = await begin(
    director,
    { kind: 'mail_again', mail: 'receipt' },
    { ids: [...ids(), draft.applicationId, withdrawn.applicationId] },
  );
  // Twice at once, as after a worker that was taken for dead, and once more afterwards.
  await Promise.all([work(body.id ?? ''), work(body.id ?? '')]);
  await work(body.id ?? '');
  expect((await mailsTo(server.db, people[0]?.email ?? '')).length).toBe(before + 1);
  const { left_out } = (await director.call(desk.manyProgress, { params: { id: body.id ?? '' } })).body;
  expect(left_out?.map(({ why }) => why).sort()).toEqual(['is not submitted', 'is withdrawn']);
});

test('more than 500 at once are refused', async () => {
  await insertDrafts(server, 'many', 501);
  const rows = await server.db
    .selectFrom('office_application')
    .select('application_id')
    .where('email', 'like', 'many.%')
    .execute();
  const ids = rows.map(({ application_id }) => application_id);
  const act = { kind: 'add_label', label: 'x' } as const;
  for (const selection of [{ filter: { label: 'many' } }, { ids }]) {
    const response = await clerk.call(desk.previewMany, { payload: { act, selection } });
    expect([response.status, response.body.code]).toEqual([409, 'too_many_selected']);
    expect((await begin(clerk, act, selection)).body.code).toBe('too_many_selected');
  }
  const most = await clerk.call(desk.previewMany, { payload: { act, selection: { ids: ids.slice(0, 500) } } });
  expect(most.body.count).toBe(500);
});

test('many applications are not assigned to a colleague who may not open them, nor to one who becomes so', async () => {
  const selection = { ids: ids().slice(0, 1) };
  const auditor = await newColleague(server, 'auditor');
  expect((await begin(director, { kind: 'assign', to: auditor.staffId }, selection)).status).toBe(400);
  const changed = await newColleague(server, 'reader');
  const { body } = await begin(director, { kind: 'assign', to: changed.staffId }, selection);
  await director.call(desk.changeStaff, { params: { id: changed.staffId }, payload: { role: 'auditor' } });
  await work(body.id ?? '');
  const { body: progress } = await director.call(desk.manyProgress, { params: { id: body.id ?? '' } });
  expect(progress.left_out?.map(({ why }) => why)).toEqual(['the colleague may no longer open applications']);
});

/** What the newest act on many is in the audit trail. */
const newestInTrail = async () =>
  (await director.call(desk.auditTrail, { query: { kind: 'acted_on_many' } })).body.events?.[0]?.text;

test('many applicants get the same request, once each, with the mail that was shown', async () => {
  const applicant = await submitted(server, { last_name: 'Hhh' });
  const draft = await newDraft(server);
  const selection = { ids: [applicant.applicationId, draft.applicationId] };
  const asked = { title: 'Newest grades', text: 'Please send them.', due_on: null } as const;
  const act = { kind: 'ask', request: 'paper', ...asked } as const;
  const { body: previewed } = await clerk.call(desk.previewMany, { payload: { act, selection } });
  expect(previewed).toMatchObject({ count: 1, left_out: [{ id: draft.applicationId, why: 'is not submitted' }] });
  const { body } = await begin(clerk, act, selection);
  for (const _ of [1, 2]) await work(body.id ?? '');
  const mails = (await mailsTo(server.db, applicant.email)).filter(({ kind }) => kind === 'item_asked');
  expect(mails).toHaveLength(1);
  expect(previewed.mails?.map(({ subject, text }) => ({ subject, text }))).toEqual(
    mails.map(({ subject, text }) => ({ subject, text })),
  );
  const items = server.db.selectFrom('item').selectAll().where('application_id', 'in', selection.ids);
  const made = await items.where('request_kind', '=', 'paper').execute();
  expect(made).toMatchObject([{ request_title: asked.title, request_text: asked.text }]);
  expect(await newestInTrail()).toBe('Asked 1 applicant for “Newest grades”');
  const kept = await server.db.selectFrom('audit_event').select('detail').where('kind', '=', 'acted_on_many').execute();
  expect(JSON.stringify(kept)).not.toContain(asked.text);
});

test('an item of many is accepted or not needed, except where it is decided or a file for it is not seen yet', async () => {
  const [ada, bob] = [await submitted(server, { last_name: 'Iii' }), await submitted(server, { last_name: 'Jjj' })];
  const selection = { ids: [ada.applicationId, bob.applicationId] };
  const statesOf = async (rule: string) => {
    const items = server.db.selectFrom('item').select('state').where('application_id', 'in', selection.ids);
    return (await items.where('rule', '=', rule).execute()).map(({ state }) => state).sort();
  };
  const accept = { kind: 'accept_item', rule: 'transcript' } as const;
  const id = (await itemsOf(server, bob.applicationId)).get('transcript')?.id ?? '';
  await sendPaper(server, bob, id, await textPdf('A made-up paper'));
  const preview = (await clerk.call(desk.previewMany, { payload: { act: accept, selection } })).body;
  const unread = { id: bob.applicationId, why: 'has a file that is still being prepared' };
  expect(preview).toMatchObject({ count: 1, left_out: [unread] });
  await work((await begin(clerk, accept, selection)).body.id ?? '');
  expect(await statesOf('transcript')).toEqual(['accepted', 'came']);
  expect(await newestInTrail()).toBe('Accepted “Official high school transcript” for 1 application');
  const { history } = (await director.call(desk.officeApplication, { params: { id: ada.applicationId } })).body;
  const decided = history?.find(({ kind }) => kind === 'item_decided');
  expect(decided?.what).toBe('Official high school transcript, accepted');
  const waive = { kind: 'waive_item', rule: 'counselor_report', reason: 'The schools are closed.' } as const;
  await work((await begin(clerk, waive, { ids: [ada.applicationId] })).body.id ?? '');
  const { body } = await clerk.call(desk.previewMany, { payload: { act: waive, selection } });
  expect(body).toMatchObject({ count: 1, left_out: [{ id: ada.applicationId, why: 'is decided already' }] });
  await work((await begin(clerk, waive, selection)).body.id ?? '');
  expect(await statesOf('counselor_report')).toEqual(['waived', 'waived']);
  expect(await newestInTrail()).toBe(
    "“School counselor's report” not needed for 1 application: The schools are closed.",
  );
  const unknown = { kind: 'accept_item', rule: 'no_such' } as const;
  const { left_out } = (await clerk.call(desk.previewMany, { payload: { act: unknown, selection } })).body;
  expect(left_out?.map(({ why }) => why)).toEqual(['does not need it', 'does not need it']);
});

test('two acts that begin with two spellings of a new label make one label', async () => {
  const [first = '', second = ''] = ids();
  const one = await begin(clerk, { kind: 'add_label', label: 'Robotics' }, { ids: [first] });
  const other = await begin(director, { kind: 'add_label', label: 'ROBOTICS' }, { ids: [first, second] });
  for (const { body } of [one, other]) await work(body.id ?? '');
  const written = (await rows()).map(({ labels }) => labels.filter((label) => /robotics/i.test(label)));
  expect(written.slice(0, 2)).toEqual([['Robotics'], ['Robotics']]);
});

test('the history of an application says what an act on many did to it', async () => {
  const { applicationId: id } = await submitted(server, { last_name: 'Told' });
  const { name = '' } = (await clerk.call(desk.me)).body;
  const acts = [
    { kind: 'add_label', label: 'told' },
    { kind: 'assign', to: clerk.staffId },
    { kind: 'assign', to: null },
    { kind: 'remove_label', label: 'told' },
    { kind: 'mail_again', mail: 'receipt' },
    { kind: 'message', message: { subject: 'Hello', text: 'Welcome.' } },
    { kind: 'withdraw', reason: 'Wrote so.', tells: false },
  ] as const;
  for (const act of acts) await work((await begin(director, act, { ids: [id] })).body.id ?? '');
  const { history = [] } = (await director.call(desk.officeApplication, { params: { id } })).body;
  const told = history.filter(({ kind }) => !/^(mail|status):/.test(kind)).slice(-acts.length);
  expect(told.map(({ kind, what, reason }) => [kind, what ?? reason])).toEqual([
    ['labels_changed', 'added “told”'],
    ['assigned', `to ${name}`],
    ['assigned', 'to nobody'],
    ['labels_changed', 'removed “told”'],
    ['mail_sent_again', 'the receipt'],
    ['message_sent', 'Hello\nWelcome.'],
    ['withdrawn', 'Wrote so.'],
  ]);
});
