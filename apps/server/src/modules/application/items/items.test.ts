import { profile, submit, webStatus } from '@firstyear/api-contract/application';
import type { PayloadOf } from '@firstyear/api-contract/call';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import * as desk from '@firstyear/api-contract/desk';
import { deleteDocument, presignedUrl } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { itemPaper, itemReply, itemUpload, LONGEST_REPLY, myItems } from '@firstyear/api-contract/items';
import { ConversionError } from '@firstyear/document-converter';
import { textPdf } from '@firstyear/document-converter/testing/corpus';
import { afterAll, expect, test } from 'vitest';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { asks, sendHelp, tokenTo } from '../helpers/helpers.testing.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../row/applicant.testing.ts';
import {
  convertDependencies,
  converterOf,
  convertingServer,
  convertNext,
  takeAsPdf,
} from '../uploads/converting.testing.ts';
import { itemIdOf, itemsOf, sendPaper, uploadPaper } from './items.testing.ts';
import { MOST_PAPERS } from './papers.ts';

const server = await convertingServer();
afterAll(() => server.stop());
const PDF = await textPdf('A made-up transcript');

const statesOf = async ({ applicationId }: Applicant) =>
  Object.fromEntries([...(await itemsOf(server, applicationId))].map(([rule, { state }]) => [rule, state]));
const idOf = ({ applicationId }: Applicant, rule: string) => itemIdOf(server, applicationId, rule);
const convert = (convertOne = takeAsPdf) =>
  convertNext(convertDependencies(server, { converter: converterOf(convertOne), claim: server.claim }));
const unreadable = () => Promise.reject(new ConversionError('encrypted'));
const mailsTo = async (email: string) =>
  server.db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'body_text'])
    .where('recipient', '=', email)
    .where('kind', 'like', 'item%')
    .orderBy('created_at')
    .execute();
const clerk = await newColleague(server, 'clerk');
type Decision = 'accept' | 'accept_copy' | 'reconsider' | 'return' | 'waive';
const decide = async ({ applicationId: id }: Applicant, rule: string, act: Decision) => {
  const { id: item = '', version = 0 } = (await itemsOf(server, id)).get(rule) ?? {};
  const move = (payload: PayloadOf<typeof desk.moveOfficeItem>) =>
    clerk.call(desk.moveOfficeItem, { params: { id, item }, payload });
  if (act === 'return') return move({ act, version, words: 'Page 2 is cut off.' });
  return move(act === 'waive' ? { act, version, reason: 'Not needed this year.' } : { act, version });
};
const movePaper = async (ada: Applicant, paper: string, from: string, to: string) => {
  const payload = { from: await idOf(ada, from), to: await idOf(ada, to), reason: 'It is the report.' };
  return clerk.call(desk.movePaper, { params: { id: ada.applicationId, paper }, payload });
};
/** Lets an item have papers that could be read. */
async function havePapers(
  { applicationId }: Applicant,
  item_id: string,
  count: number,
  sent_by: 'applicant' | 'helper' = 'helper',
) {
  const now = server.clock.now();
  const sent = { item_id, sent_by, staff_id: null, came_at: now } as const;
  const papers = server.db.insertInto('paper').values(Array.from({ length: count }, () => sent));
  const documents = (await papers.returning('id').execute()).map(({ id }) => ({
    ...({ application_id: applicationId, answer_key: `paper:${id}`, lane: 'quick', status: 'COMPLETED' } as const),
    ...{ file_name: 'act.pdf', file_size: 9, file_key: `uploads/${id}`, pdf_key: `documents/${id}`, page_count: 1 },
    ...{ problem: null, problem_page: null, waits_for: null, claimed_by: null },
    ...{ created_at: now, finished_at: now, retry_at: null },
  }));
  await server.db.insertInto('document').values(documents).execute();
}
const resubmit = async (ada: Applicant, answers = {}) => {
  const director = await newColleague(server, 'director');
  const params = { id: ada.applicationId };
  const { status } = await director.call(desk.reopen, { params, payload: { reason: 'The applicant asked for it.' } });
  expect(status).toBe(200);
  await fillIn(server, ada, answers);
  expect((await ada.call(submit)).status).toBe(200);
};

test("a submission makes what the university's list asks of these answers, in the applicant's language", async () => {
  const ada = await newApplicant(server);
  expect((await ada.call(myItems)).body).toEqual({ items: [], is_complete: false, looked_at_until: null });
  await fillIn(server, ada, { act_taken: 'yes', sat_taken: 'no' });
  expect(await statesOf(ada)).toEqual({});
  await ada.call(submit);
  await ada.call(submit);
  expect(await statesOf(ada)).toEqual({ transcript: 'awaiting', act_scores: 'awaiting', counselor_report: 'awaiting' });
  ada.cookies.set(LANGUAGE_COOKIE, 'es');
  const { items = [] } = (await ada.call(myItems)).body;
  expect(items.map(({ title, source, may_send }) => [title, source, may_send])).toEqual([
    ['Expediente académico oficial (transcript)', 'school', true],
    ['Puntajes del ACT', 'test_agency', false],
    ['Informe del consejero escolar', 'school', false],
  ]);
});

test('a copy of the transcript comes once, however often it is sent, and is no document of the form', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  const payload = await sendPaper(server, ada, id, PDF);
  expect((await ada.call(itemPaper, { params: { id }, payload })).status).toBe(200);
  await convert();
  const { items = [], looked_at_until } = (await ada.call(myItems)).body;
  expect(items[0]).toMatchObject({
    state: 'came',
    papers: [{ id: payload.paper_id, file_name: 'scan.pdf', state: 'ready', sent_by: 'applicant' }],
  });
  expect(looked_at_until).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect((await ada.call(profile)).body.document_answer).toEqual({});
  const listed = server.db.selectFrom('office_application').select(['documents', 'checklist']);
  expect(await listed.where('application_id', '=', ada.applicationId).executeTakeFirst()).toEqual({
    documents: 'none',
    checklist: 'to_check',
  });
  const key = `paper:${payload.paper_id}`;
  expect((await ada.call(deleteDocument, { params: { key } })).status).toBe(400);
  expect((await ada.call(presignedUrl, { payload: { answer_key: key } })).status).toBe(400);
});

test('the PDF of a paper opens for the applicant who sent it, and for nobody else', async () => {
  const [ada, bob] = [await submitted(server), await submitted(server)];
  const id = await idOf(ada, 'transcript');
  const { paper_id } = await sendPaper(server, ada, id, PDF);
  const href = filePaths.document(`paper:${paper_id}`);
  const linked = async () => (await ada.call(myItems)).body.items?.[0]?.papers.map((paper) => paper.href);
  expect([await linked(), (await ada.open(href)).statusCode]).toEqual([[null], 404]);
  await convert();
  expect(await linked()).toEqual([href]);
  const opened = await ada.open(href);
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await bob.open(href)).statusCode).toBe(404);
  expect((await clerk.open(href)).statusCode).toBe(401);
  // As if a helper had sent it.
  const helpers = { sent_by: 'helper', helper_email: 'casey@school.example' } as const;
  await server.db.updateTable('paper').set(helpers).where('id', '=', paper_id).execute();
  expect([await linked(), (await ada.open(href)).statusCode]).toEqual([[], 404]);
  expect((await ada.open(filePaths.document('paper:x'))).statusCode).toBe(404);
});

test('a copy is offered and taken until the school has sent the original', async () => {
  const [ada, bob] = [await submitted(server), await submitted(server)];
  const maySend = async (applicant: Applicant) => (await applicant.call(myItems)).body.items?.[0]?.may_send;
  await sendPaper(server, ada, await idOf(ada, 'transcript'), PDF);
  await convert();
  expect(await maySend(ada)).toBe(true);
  const id = await idOf(bob, 'transcript');
  await havePapers(bob, id, 1);
  await server.db.updateTable('item').set({ state: 'came' }).where('id', '=', id).execute();
  expect(await maySend(bob)).toBe(false);
  expect((await bob.call(itemUpload, { params: { id }, payload: {} })).body.code).toBe('item_closed');
});

test('what others send, and what is decided, takes nothing of the applicant', async () => {
  const ada = await submitted(server);
  const params = { id: await idOf(ada, 'counselor_report') };
  expect((await ada.call(itemUpload, { params, payload: {} })).body.code).toBe('item_closed');
  expect((await ada.call(itemReply, { params, payload: { text: 'Here.' } })).body.code).toBe('item_closed');
  const bob = await submitted(server);
  const id = await idOf(bob, 'transcript');
  expect((await ada.call(itemUpload, { params: { id }, payload: {} })).status).toBe(404);
  const sent = await uploadPaper(server, bob, id, PDF);
  const own = await idOf(ada, 'transcript');
  expect((await ada.call(itemPaper, { params: { id: own }, payload: sent })).body.code).toBe('foreign_upload');
  expect((await ada.call(itemUpload, { params: { id: 'transcript' }, payload: {} })).status).toBe(404);
});

test('a paper that cannot be read is awaited again, and its sender is told why, unless another one is good', async () => {
  const ada = await submitted(server);
  await server.db.updateTable('account').set({ language: 'es' }).where('id', '=', ada.accountId).execute();
  const id = await idOf(ada, 'transcript');
  await sendPaper(server, ada, id, PDF);
  await convert(unreadable);
  expect((await statesOf(ada)).transcript).toBe('awaiting');
  const { items = [] } = (await ada.call(myItems)).body;
  expect(items[0]?.papers).toMatchObject([{ state: 'failed', message: expect.stringContaining('password') }]);
  const [mail] = await mailsTo(ada.email);
  expect(mail).toMatchObject({ kind: 'item_returned', body_text: expect.stringContaining('contraseña') });

  await sendPaper(server, ada, id, PDF);
  await convert();
  await sendPaper(server, ada, id, PDF);
  await convert(unreadable);
  const mine = await ada.call(myItems);
  expect(mine.body.items?.[0]?.papers.map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'ready']);
  // The office puts one there.
  const { paper_id } = await sendPaper(server, ada, id, PDF);
  await server.db
    .updateTable('paper')
    .set({ sent_by: 'office', staff_id: clerk.staffId })
    .where('id', '=', paper_id)
    .execute();
  await convert(unreadable);
  expect((await statesOf(ada)).transcript).toBe('came');
  expect(await mailsTo(ada.email)).toHaveLength(2);
});

test('an applicant hears of what the school sent once it can be read, in one mail for several files', async () => {
  const email = 'casey@school.example';
  const ada = await asks(server, email);
  const asked = { token: await tokenTo(server, email), item: await idOf(ada, 'transcript') };
  const kinds = async () => (await mailsTo(ada.email)).map(({ kind }) => kind);
  await sendHelp(server, server.client(), asked);
  expect(await kinds()).toEqual([]);
  await convert(unreadable);
  expect(await kinds()).toEqual([]);
  for (const _ of [1, 2]) await sendHelp(server, server.client(), asked);
  await convert();
  expect(await kinds()).toEqual(['item_came']);
  await convert();
  expect(await kinds()).toEqual(['item_came']);
  await decide(ada, 'transcript', 'return');
  server.clock.advance(1000);
  await sendHelp(server, server.client(), asked);
  await havePapers(ada, await idOf(ada, 'counselor_report'), 1);
  await convert();
  expect(await kinds()).toEqual(['item_came', 'item_returned', 'item_came']);
  const report = { ...asked, item: await idOf(ada, 'counselor_report') };
  await sendHelp(server, server.client(), report);
  await decide(ada, 'counselor_report', 'waive');
  await convert();
  expect(await kinds()).toHaveLength(3);
});

test('after a reopening, what is no longer needed is canceled, and what came for it is there when it is needed again', async () => {
  const ada = await submitted(server, { act_taken: 'yes' });
  await havePapers(ada, await idOf(ada, 'act_scores'), 1);
  await resubmit(ada, { act_taken: 'no' });
  expect(await statesOf(ada)).toEqual({ transcript: 'awaiting', act_scores: 'canceled', counselor_report: 'awaiting' });
  expect((await ada.call(myItems)).body.items?.map(({ state }) => state)).toEqual(['awaiting', 'awaiting']);
  await resubmit(ada, { act_taken: 'yes' });
  expect(await statesOf(ada)).toEqual({ transcript: 'awaiting', act_scores: 'came', counselor_report: 'awaiting' });
});

test('an explanation is taken once, as it was typed; one that is too long is refused with words', async () => {
  const ada = await submitted(server);
  const id = crypto.randomUUID();
  const asked = { id, request: 'explanation', title: 'Your gap year', text: 'What did you do?', due_on: null } as const;
  await clerk.call(desk.requestItem, { params: { id: ada.applicationId }, payload: asked });
  const reply = (text: string) => ada.call(itemReply, { params: { id }, payload: { text } });
  expect((await reply('x'.repeat(LONGEST_REPLY + 1))).body).toEqual({
    code: 'reply_too_long',
    message: 'Your explanation is too long. Please shorten it to 2,500 characters.',
  });
  expect((await reply(' \u200b ')).status).toBe(400);
  expect((await ada.call(itemUpload, { params: { id }, payload: {} })).body.code).toBe('item_closed');
  const longest = 'I worked.\nOn a farm.'.padEnd(LONGEST_REPLY, '.');
  for (const _ of [1, 2]) expect((await reply(longest.replace('\n', '\r\n'))).status).toBe(200);
  expect((await reply('Something else')).body.code).toBe('item_closed');
  expect((await ada.call(myItems)).body.items?.[0]).toMatchObject({
    title: 'Your gap year',
    state: 'came',
    reply: longest,
    may_send: false,
  });
  await decide(ada, id, 'accept');
  await decide(ada, id, 'reconsider');
  expect(await statesOf(ada)).toMatchObject({ [id]: 'came' });
});

test('who has withdrawn, or whose application is open again, is asked nothing and sends nothing', async () => {
  const ada = await submitted(server);
  const director = await newColleague(server, 'director');
  const params = { id: ada.applicationId };
  const id = await idOf(ada, 'transcript');
  await director.call(desk.withdraw, { params, payload: { reason: 'Asked by phone.' } });
  expect((await ada.call(myItems)).body.items).toEqual([]);
  expect((await ada.call(itemUpload, { params: { id }, payload: {} })).body.code).toBe('wrong_state');
  const asked = { id: crypto.randomUUID(), request: 'paper', title: 'Grades', text: '', due_on: null } as const;
  expect((await director.call(desk.requestItem, { params, payload: asked })).body.code).toBe('wrong_state');
  await director.call(desk.undoWithdrawal, { params, payload: { reason: 'A mistake.' } });
  expect((await ada.call(itemUpload, { params: { id }, payload: {} })).status).toBe(200);
  await director.call(desk.reopen, { params, payload: { reason: 'A mistake.' } });
  await ada.call(webStatus, { payload: { web_status: 'validating' } });
  expect((await ada.call(itemUpload, { params: { id }, payload: {} })).body.code).toBe('wrong_state');
});

test('an applicant hears that a paper cannot be read also after another one was sent back', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  for (const _ of [1, 2]) await sendPaper(server, ada, id, PDF);
  await convert();
  await decide(ada, 'transcript', 'return');
  await convert(unreadable);
  expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual(['item_returned', 'item_returned']);
});

test('who is complete while the application is open again is told so when it is submitted', async () => {
  const ada = await submitted(server);
  const director = await newColleague(server, 'director');
  const params = { id: ada.applicationId };
  await director.call(desk.reopen, { params, payload: { reason: 'The applicant asked for it.' } });
  for (const rule of ['transcript', 'counselor_report']) expect((await decide(ada, rule, 'accept')).status).toBe(200);
  expect(await mailsTo(ada.email)).toEqual([]);
  await fillIn(server, ada);
  await ada.call(submit);
  expect((await mailsTo(ada.email)).map(({ kind }) => kind)).toEqual(['items_complete']);
});

test('a decision that is taken back leaves to be checked what is there, since now, and is awaited otherwise', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  await decide(ada, 'transcript', 'accept');
  expect((await decide(ada, 'transcript', 'reconsider')).status).toBe(200);
  expect((await itemsOf(server, ada.applicationId)).get('transcript')).toMatchObject({
    state: 'awaiting',
    came_at: null,
  });
  for (const convertOne of [unreadable, takeAsPdf]) {
    await sendPaper(server, ada, id, PDF);
    await convert(convertOne);
  }
  for (const rule of ['transcript', 'counselor_report']) await decide(ada, rule, 'waive');
  server.clock.advance(1000);
  for (const rule of ['transcript', 'counselor_report']) await decide(ada, rule, 'reconsider');
  expect(await statesOf(ada)).toMatchObject({ counselor_report: 'awaiting' });
  expect((await itemsOf(server, ada.applicationId)).get('transcript')).toMatchObject({
    state: 'came',
    came_at: server.clock.now(),
  });
});

test('the only paper of an accepted item stays, until that decision is taken back', async () => {
  const ada = await submitted(server);
  const { paper_id } = await sendPaper(server, ada, await idOf(ada, 'transcript'), PDF);
  await convert();
  server.clock.advance(1);
  const second = await sendPaper(server, ada, await idOf(ada, 'transcript'), PDF);
  await convert();
  await decide(ada, 'transcript', 'accept_copy');
  expect((await movePaper(ada, second.paper_id, 'transcript', 'counselor_report')).status).toBe(200);
  expect(await statesOf(ada)).toMatchObject({ transcript: 'accepted_copy', counselor_report: 'came' });
  expect((await movePaper(ada, paper_id, 'transcript', 'counselor_report')).body.code).toBe('item_closed');
  await decide(ada, 'transcript', 'accept');
  expect((await movePaper(ada, paper_id, 'transcript', 'counselor_report')).body.code).toBe('item_closed');
  await decide(ada, 'transcript', 'reconsider');
  for (const [from, to] of [
    ['counselor_report', 'transcript'],
    ['transcript', 'transcript'],
  ] as const) {
    expect((await movePaper(ada, paper_id, from, to)).body.code).toBe('item_changed');
  }
  expect((await movePaper(ada, paper_id, 'transcript', 'counselor_report')).status).toBe(200);
  expect(await statesOf(ada)).toMatchObject({ transcript: 'awaiting', counselor_report: 'came' });
});

test('a paper that cannot be read is nothing that another item came with', async () => {
  const ada = await submitted(server);
  const { paper_id } = await sendPaper(server, ada, await idOf(ada, 'transcript'), PDF);
  await convert(unreadable);
  expect((await movePaper(ada, paper_id, 'transcript', 'counselor_report')).body.code).toBe('item_closed');
  await decide(ada, 'transcript', 'waive');
  await decide(ada, 'transcript', 'reconsider');
  expect(await statesOf(ada)).toMatchObject({ transcript: 'awaiting', counselor_report: 'awaiting' });
});

test('nothing is accepted before a paper of it can be read', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  await sendPaper(server, ada, id, PDF);
  for (const act of ['accept', 'accept_copy'] as const) {
    expect((await decide(ada, 'transcript', act)).body.code).toBe('item_closed');
  }
  await convert();
  await sendPaper(server, ada, id, PDF);
  expect((await decide(ada, 'transcript', 'accept')).status).toBe(200);
  await convert(unreadable);
  expect((await statesOf(ada)).transcript).toBe('accepted');
  expect(await mailsTo(ada.email)).toEqual([]);
});

test('a paper that was sent back is not one that the item has, when the next cannot be read', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  await sendPaper(server, ada, id, PDF);
  await convert();
  await decide(ada, 'transcript', 'return');
  server.clock.advance(1000);
  await sendPaper(server, ada, id, PDF);
  expect((await ada.call(myItems)).body.items?.[0]).toMatchObject({ state: 'came', returned_words: '' });
  await convert(unreadable);
  expect((await statesOf(ada)).transcript).toBe('awaiting');
});

test('one item takes no more files than anybody needs, whenever they were begun', async () => {
  const ada = await submitted(server);
  const id = await idOf(ada, 'transcript');
  const [last, late] = [await uploadPaper(server, ada, id, PDF), await uploadPaper(server, ada, id, PDF)];
  await havePapers(ada, id, MOST_PAPERS - 1, 'applicant');
  const send = (payload: typeof last) => ada.call(itemPaper, { params: { id }, payload });
  expect((await send(last)).status).toBe(200);
  expect((await send(late)).body.code).toBe('too_many_papers');
  expect((await send(last)).status).toBe(200);
  await convert();
  const params = { id: ada.applicationId, item: await idOf(ada, 'counselor_report') };
  expect((await clerk.call(desk.officeUpload, { params, payload: {} })).status).toBe(200);
});
