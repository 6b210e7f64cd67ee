import type { PayloadOf } from '@firstyear/api-contract/call';
import * as desk from '@firstyear/api-contract/desk';
import { ITEM_ACTS, ITEM_STATES, type ItemAct, type ItemState, stateAfter } from '@firstyear/api-contract/item-states';
import { itemPaper, itemReply, myItems } from '@firstyear/api-contract/items';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { expect, test } from 'vitest';
import { suiteApp } from '../../../testing/app.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { asks, sendHelp, studentsOf, tokensTo, tokenTo } from '../../application/helpers/helpers.testing.ts';
import { itemsOf, sendPaper, uploadPaper } from '../../application/items/items.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { postFile } from '../../application/uploads/uploading.testing.ts';

const server = await suiteApp();
const PDF = await textPdf('A made-up paper');
const clerk = await newColleague(server, 'clerk');
const ada = await submitted(server, { act_taken: 'yes' });
const params = { id: ada.applicationId };

const checklistOf = async ({ applicationId }: Applicant, colleague: Colleague = clerk) =>
  (await colleague.call(desk.officeChecklist, { params: { id: applicationId } })).body.items ?? [];
const itemOf = async (rule: string, applicant: Applicant = ada) => {
  const item = (await checklistOf(applicant)).find((one) => one.rule === rule || one.id === rule);
  if (!item) throw new Error(`There is no ${rule}.`);
  return item;
};
type Move = PayloadOf<typeof desk.moveOfficeItem>;
const moveOf = (act: desk.OfficeItemAct, version: number): Move => {
  if (act === 'return') return { act, version, words: 'Page 2 is cut off.' };
  return act === 'waive' ? { act, version, reason: 'Not needed this year.' } : { act, version };
};
async function decide(act: desk.OfficeItemAct, rule: string, applicant: Applicant = ada) {
  const { id: item, version } = await itemOf(rule, applicant);
  const of = { id: applicant.applicationId, item };
  return clerk.call(desk.moveOfficeItem, { params: of, payload: moveOf(act, version) });
}
async function ask(request: 'paper' | 'explanation' = 'paper', due_on: string | null = null) {
  const id = crypto.randomUUID();
  const payload = { id, request, title: 'Newest grades', text: 'Please send them.', due_on };
  const { status } = await clerk.call(desk.requestItem, { params, payload });
  expect(status).toBe(200);
  return id;
}
const setState = (id: string, state: ItemState) =>
  server.db.updateTable('item').set({ state, came_at: server.clock.now() }).where('id', '=', id).execute();

const isOfOffice = (act: ItemAct): act is desk.OfficeItemAct => desk.OFFICE_ITEM_ACTS.some((one) => one === act);
const cells = ITEM_STATES.flatMap((state) => ITEM_ACTS.filter(isOfOffice).map((act) => [state, act] as const));
test.each(cells)(
  'an item that is %s: %s moves it by the table, or is refused and changes nothing',
  async (state, act) => {
    // Only a request is canceled; only what others send can be accepted as a copy.
    const id = act === 'cancel' ? await ask() : (await itemOf('act_scores')).id;
    await setState(id, state);
    const after = stateAfter(state, act);
    const { acts } = await itemOf(id);
    expect(acts.includes(act)).toBe(after !== undefined);
    const { status, body } = await decide(act, id);
    expect([status, body.code]).toEqual(after === undefined ? [409, 'item_closed'] : [200, undefined]);
    expect((await itemOf(id)).state).toBe(after ?? state);
  },
);

async function putPaper(
  { applicationId: id }: Applicant,
  item: string,
  colleague: Colleague = clerk,
  before?: () => Promise<unknown>,
) {
  const of = { id, item };
  const { body } = await colleague.call(desk.officeUpload, { params: of, payload: {} });
  const { paper_id = '', url = '', fields = {} } = body;
  await postFile(server, { url, fields }, PDF);
  await before?.();
  const payload = { paper_id, file_key: fields.key ?? '', file_name: 'report.pdf' };
  return colleague.call(desk.officePaper, { params: of, payload });
}
test.each(ITEM_STATES)('a paper for an item that is %s moves it by the table, or is refused', async (state) => {
  const { id: item } = await itemOf('counselor_report');
  await setState(item, 'awaiting');
  const { status } = await putPaper(ada, item, clerk, () => setState(item, state));
  const after = stateAfter(state, 'come');
  expect(status).toBe(after === undefined ? 409 : 200);
  expect((await itemOf(item)).state).toBe(after ?? state);
});

test('a page that is open learns of each paper, of one more for the same item too, and of a reply', async () => {
  const versionOf = async () => (await clerk.call(desk.markPresent, { params })).body.version ?? 0;
  const [grades, gap] = [await ask('paper'), await ask('explanation')];
  const changes = [
    () => sendPaper(server, ada, grades, PDF),
    () => sendPaper(server, ada, grades, PDF),
    () => ada.call(itemReply, { params: { id: gap }, payload: { text: 'I worked on a farm.' } }),
  ];
  for (const change of changes) {
    const before = await versionOf();
    await change();
    expect(await versionOf()).toBeGreaterThan(before);
  }
});

test('of two clerks at one item, the second sees what the first did', async () => {
  const bob = await submitted(server);
  const { id: item, version } = await itemOf('transcript', bob);
  const of = { id: bob.applicationId, item };
  const other = await newColleague(server, 'clerk');
  expect((await clerk.call(desk.moveOfficeItem, { params: of, payload: moveOf('accept', version) })).status).toBe(200);
  const second = await other.call(desk.moveOfficeItem, { params: of, payload: moveOf('waive', version) });
  expect([second.status, second.body.code]).toEqual([409, 'item_changed']);
  expect((await itemOf('transcript', bob)).state).toBe('accepted');
});

test('what the office asks is first for the applicant, who gets one mail; the same again asks nothing more', async () => {
  const bob = await submitted(server);
  const of = { id: bob.applicationId };
  const payload = {
    id: crypto.randomUUID(),
    request: 'paper',
    title: 'Grades',
    text: 'The newest.',
    due_on: '2026-11-21',
  } as const;
  for (const _ of [1, 2]) expect((await clerk.call(desk.requestItem, { params: of, payload })).status).toBe(200);
  const past = { ...payload, id: crypto.randomUUID(), due_on: '2026-11-20' };
  const corrects = { ...payload, id: crypto.randomUUID(), request: 'correction' } as const;
  const paperOfAnswer = { ...payload, id: crypto.randomUUID(), keys: ['first_name'] };
  for (const refused of [past, corrects, paperOfAnswer])
    expect((await clerk.call(desk.requestItem, { params: of, payload: refused })).status).toBe(400);
  expect((await bob.call(myItems)).body.items?.map(({ title }) => title)[0]).toBe('Grades');
  const mails = await server.db.selectFrom('mail_outbox').select('kind').where('recipient', '=', bob.email).execute();
  expect(mails.filter(({ kind }) => kind === 'item_asked')).toHaveLength(1);
});

test('a hidden item is none for the applicant and the school, and still one for the office', async () => {
  const email = 'casey@school.example';
  const bob = await asks(server, email);
  expect(await studentsOf(server.client(), await tokenTo(server, email))).toMatchObject([{ items: [{}, {}] }]);
  const { id: item } = await itemOf('counselor_report', bob);
  await sendHelp(server, server.client(), { token: await tokenTo(server, email), item });
  const { version } = await itemOf(item, bob);
  const payload = { is_hidden: true, version };
  await clerk.call(desk.hideOfficeItem, { params: { id: bob.applicationId, item }, payload });
  expect((await bob.call(myItems)).body.items?.map(({ id }) => id)).not.toContain(item);
  expect((await itemOf(item, bob)).is_hidden).toBe(true);
  expect(await studentsOf(server.client(), await tokenTo(server, email))).toMatchObject([{ items: [{}] }]);
  // Nobody is told that it was sent back.
  expect((await decide('return', item, bob)).status).toBe(200);
  const mails = await server.db.selectFrom('mail_outbox').select('kind').where('recipient', '=', bob.email).execute();
  expect(mails.filter(({ kind }) => kind === 'item_returned')).toEqual([]);
  expect(await tokensTo(server, email)).toHaveLength(1);
});

test('an item that the applicant sees waits for the applicant, and a hidden one for others', async () => {
  const bob = await submitted(server);
  const id = crypto.randomUUID();
  const asked = { id, request: 'paper', title: 'Grades', text: '', due_on: null } as const;
  await clerk.call(desk.requestItem, { params: { id: bob.applicationId }, payload: asked });
  const standing = async () => {
    const query = server.db.selectFrom('office_application').select('checklist');
    return (await query.where('application_id', '=', bob.applicationId).executeTakeFirst())?.checklist;
  };
  const hide = async (is_hidden: boolean) => {
    const { version } = await itemOf(id, bob);
    const of = { id: bob.applicationId, item: id };
    await clerk.call(desk.hideOfficeItem, { params: of, payload: { is_hidden, version } });
  };
  expect(await standing()).toBe('waiting_applicant');
  await hide(true);
  expect(await standing()).toBe('waiting_others');
  await hide(false);
  expect(await standing()).toBe('waiting_applicant');
});

test('what the applicant sends has no copy that waits for an official one', async () => {
  const bob = await submitted(server);
  const { id } = await itemOf('transcript', bob);
  await server.db.updateTable('item').set({ source: 'applicant' }).where('id', '=', id).execute();
  expect((await itemOf('transcript', bob)).acts).toEqual(['accept', 'waive']);
  expect((await decide('accept_copy', 'transcript', bob)).body.code).toBe('item_closed');
});

test('nothing is accepted while no paper of the item can be read and one is still being converted', async () => {
  const bob = await submitted(server);
  const { id: other } = await itemOf('counselor_report', bob);
  const { id } = await itemOf('transcript', bob);
  await putPaper(bob, other);
  const sent = [await sendPaper(server, bob, id, PDF), await sendPaper(server, bob, id, PDF)];
  // Papers that come at one moment are in the order of their ids.
  const keys = sent.map(({ paper_id }) => `paper:${paper_id}`).sort();
  for (const [statuses, isAccepted] of [
    [['FAILED', 'UNPROCESSED'], false],
    [['UNPROCESSED', 'COMPLETED'], true],
    [['FAILED', 'FAILED'], true],
  ] as const) {
    for (const [index, status] of statuses.entries()) {
      const change = { status, problem: status === 'FAILED' ? 'damaged' : null };
      await server.db
        .updateTable('document')
        .set(change)
        .where('answer_key', '=', keys[index] ?? '')
        .execute();
    }
    const { acts, papers } = await itemOf(id, bob);
    expect([papers.length, ...acts]).toEqual([2, ...(isAccepted ? ['accept', 'accept_copy'] : []), 'return', 'waive']);
    if (!isAccepted) expect((await decide('accept', id, bob)).body.code).toBe('item_closed');
  }
});

test('the office sees which colleague asked for an item and put a paper there, which opens once it is converted', async () => {
  const bob = await submitted(server);
  const [other, asker] = [await newColleague(server, 'clerk'), await newColleague(server, 'clerk')];
  const request = { id: crypto.randomUUID(), request: 'paper', title: 'Grades', text: '', due_on: null } as const;
  await asker.call(desk.requestItem, { params: { id: bob.applicationId }, payload: request });
  await sendPaper(server, bob, (await itemOf('transcript', bob)).id, PDF);
  await putPaper(bob, (await itemOf('counselor_report', bob)).id, other);
  const nameOf = async (who: Colleague) => (await who.call(desk.me)).body.name;
  expect(
    (await checklistOf(bob)).map(({ requested_by, papers }) => [requested_by, papers.map(({ by }) => by)]),
  ).toEqual([
    [await nameOf(asker), []],
    [null, [null]],
    [null, [await nameOf(other)]],
  ]);
  expect((await itemOf('transcript', bob)).papers).toMatchObject([{ href: null, thumbnails: [] }]);
});

test('the history and the audit trail say what was decided about which item, and why', async () => {
  const bob = await submitted(server);
  await sendPaper(server, bob, (await itemOf('transcript', bob)).id, PDF);
  await decide('return', 'transcript', bob);
  const director = await newColleague(server, 'director');
  const { history = [] } = (await director.call(desk.officeApplication, { params: { id: bob.applicationId } })).body;
  expect(history.filter(({ kind }) => kind === 'item_decided')).toMatchObject([
    { what: 'Official high school transcript, returned', reason: 'Page 2 is cut off.' },
  ]);
  const query = { application: bob.applicationId, kind: 'item_decided' };
  await decide('waive', 'counselor_report', bob);
  expect((await director.call(desk.auditTrail, { query })).body.events).toMatchObject([
    { text: "Checklist decided: School counselor's report, not needed, Not needed this year." },
    { text: 'Checklist decided: Official high school transcript, returned, Page 2 is cut off.' },
  ]);
});

test("the university's texts for requests say whether they ask for a file or an explanation", async () => {
  const { canned } = (await clerk.call(desk.officeChecklist, { params })).body;
  expect(canned?.map(({ title, request }) => [title, request])).toEqual([
    ['Your newest grades', 'paper'],
    ['Time away from school', 'explanation'],
  ]);
});

test("items are in the order of the university's list, after what the office asked for", async () => {
  const email = 'robin@school.example';
  const bob = await asks(server, email, { act_taken: 'yes', sat_taken: 'yes' });
  const rules = (await checklistOf(bob)).map(({ rule }) => rule);
  expect(rules).toEqual(['transcript', 'act_scores', 'sat_scores', 'counselor_report']);
  const [student] = await studentsOf(server.client(), await tokenTo(server, email));
  expect(student?.items.map(({ title }) => title)).toEqual([
    'Official high school transcript',
    "School counselor's report",
  ]);
});

test("an item that the university's list has no more is last, with the title that it was made with", async () => {
  const bob = await submitted(server);
  const { id, title } = await itemOf('transcript', bob);
  await server.db.updateTable('item').set({ rule: 'taken_off_the_list' }).where('id', '=', id).execute();
  expect((await checklistOf(bob)).at(-1)).toMatchObject({ id, title });
});

test('the same request sent twice at once asks once', async () => {
  const bob = await submitted(server);
  const id = crypto.randomUUID();
  const payload = { id, request: 'paper', title: 'Grades', text: '', due_on: null } as const;
  const send = () => clerk.call(desk.requestItem, { params: { id: bob.applicationId }, payload });
  const sent = await Promise.all([send(), send(), send(), send()]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('papers of an application that is open again have no address', async () => {
  const bob = await submitted(server);
  const { id } = await itemOf('transcript', bob);
  const { paper_id } = await sendPaper(server, bob, id, PDF);
  const files = { pdf_key: 'documents/x.pdf', status: 'COMPLETED', page_count: 1, thumbnail_count: 1 } as const;
  await server.db.updateTable('document').set(files).where('answer_key', '=', `paper:${paper_id}`).execute();
  const shown = async () => (await itemOf('transcript', bob)).papers[0];
  expect(await shown()).toMatchObject({ href: expect.any(String), thumbnails: [expect.any(String)] });
  const director = await newColleague(server, 'director');
  const reason = 'The applicant asked for it.';
  await director.call(desk.reopen, { params: { id: bob.applicationId }, payload: { reason } });
  expect(await shown()).toMatchObject({ href: null, thumbnails: [] });
});

test('a paper moves to another item with a reason, and both say the truth', async () => {
  const bob = await submitted(server);
  const from = await itemOf('transcript', bob);
  const to = await itemOf('counselor_report', bob);
  const { paper_id: paper } = await sendPaper(server, bob, from.id, PDF);
  const payload = { from: from.id, to: to.id, reason: 'It is the report.' };
  await clerk.call(desk.movePaper, { params: { id: bob.applicationId, paper }, payload });
  expect([(await itemOf(from.id, bob)).state, (await itemOf(to.id, bob)).state]).toEqual(['awaiting', 'came']);
  expect((await itemOf(to.id, bob)).papers.map(({ id }) => id)).toEqual([paper]);
  const event = server.db.selectFrom('audit_event').select('detail').where('kind', '=', 'paper_moved');
  expect((await event.executeTakeFirst())?.detail).toMatchObject({ from_item_id: from.id, item_id: to.id });
});

test('after the last one the application is complete, and the applicant is told once', async () => {
  const bob = await submitted(server);
  await decide('accept', 'transcript', bob);
  expect((await bob.call(myItems)).body.is_complete).toBe(false);
  await decide('waive', 'counselor_report', bob);
  expect((await bob.call(myItems)).body.is_complete).toBe(true);
  const mails = await server.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', bob.email).execute();
  expect(mails.filter(({ kind }) => kind === 'items_complete')).toHaveLength(1);
});

test("a reader sees the checklist and decides nothing; an item of another application isn't there", async () => {
  const reader = await newColleague(server, 'reader');
  const { id: item, version } = await itemOf('transcript');
  expect((await checklistOf(ada, reader)).length).toBeGreaterThan(0);
  const refused = await reader.call(desk.moveOfficeItem, {
    params: { ...params, item },
    payload: moveOf('waive', version),
  });
  expect(refused.status).toBe(403);
  const bob = await submitted(server);
  const foreign = { id: bob.applicationId, item };
  expect((await clerk.call(desk.moveOfficeItem, { params: foreign, payload: moveOf('waive', version) })).status).toBe(
    404,
  );
  const sent = await uploadPaper(server, bob, (await itemOf('transcript', bob)).id, PDF);
  expect((await bob.call(itemPaper, { params: { id: item }, payload: sent })).status).toBe(404);
  expect((await itemsOf(server, bob.applicationId)).get('transcript')?.state).toBe('awaiting');
});

test('the list has a view of what waits to be checked, the oldest first, and one of what is complete', async () => {
  const [first, second, done] = [await submitted(server), await submitted(server), await submitted(server)];
  for (const applicant of [first, second]) {
    server.clock.advance(1000);
    await sendPaper(server, applicant, (await itemOf('transcript', applicant)).id, PDF);
  }
  for (const rule of ['transcript', 'counselor_report']) await decide('accept', rule, done);
  const listed = async (query: desk.ListFilter) =>
    (await clerk.call(desk.applications, { query })).body.rows?.map(({ id }) => id) ?? [];
  const waiting = await listed({ view: 'to-check' });
  expect(waiting.filter((id) => [first, second].some(({ applicationId }) => applicationId === id))).toEqual([
    first.applicationId,
    second.applicationId,
  ]);
  expect(await listed({ view: 'complete' })).toContain(done.applicationId);
  expect(await listed({ checklist: 'complete' })).not.toContain(first.applicationId);
  const { next } = (await clerk.call(desk.applications, { query: { view: 'to-check', last: '1' } })).body;
  expect(next).toBeNull();
  const opened = { params: { id: second.applicationId }, query: { view: 'to-check' } } as const;
  const near = await clerk.call(desk.neighbors, opened);
  expect(near.body.previous).toBe(first.applicationId);
});
