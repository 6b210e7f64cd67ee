import { randomUUID } from 'node:crypto';
import { profile, serviceApplication, submit } from '@firstyear/api-contract/application';
import { myCorrection, sendCorrection } from '@firstyear/api-contract/corrections';
import * as desk from '@firstyear/api-contract/desk';
import { myItems } from '@firstyear/api-contract/items';
import type { Answers } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formatDate } from '@firstyear/words/format';
import { expect, test } from 'vitest';
import { createLog } from '../../../log/create-log.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { mintStaffToken } from '../../copies/service-view/service.ts';
import { peopleColumns } from '../../office/export/people-columns.ts';
import { jsonLine, readApplicationsOf } from '../../office/export/read-applications.ts';
import { answerReader } from '../answers/sealed-answers.ts';
import { PDF } from '../helpers/helpers.testing.ts';
import { at, renamedAndDropped, serveLater, stopReleases } from '../releases/next-release.testing.ts';
import { type Applicant, fillIn, logIn, submitted } from '../row/applicant.testing.ts';
import { itemsOf, sendPaper } from './items.testing.ts';

const server = await suiteApp();
const clerk = await newColleague(server, 'clerk');

const paramsOf = ({ applicationId: id }: Applicant) => ({ id });
/** Asks for corrected answers to these questions; returns the item's id. */
async function ask(ada: Applicant, ...keys: readonly string[]): Promise<string> {
  const id = randomUUID();
  const words = { title: 'Please check your name', text: 'Your transcript has another one.', due_on: null };
  const payload = { id, request: 'correction' as const, keys: [...keys], ...words };
  expect((await clerk.call(desk.requestItem, { params: paramsOf(ada), payload })).status).toBe(200);
  return id;
}
const send = (ada: Pick<Applicant, 'call'>, id: string, answers: Answers) =>
  ada.call(sendCorrection, { params: { id }, payload: { answers: { ...answers } } });
const seen = async (ada: Applicant) => (await clerk.call(desk.officeApplication, { params: paramsOf(ada) })).body;
const itemOf = async (ada: Applicant, id: string) =>
  (await clerk.call(desk.officeChecklist, { params: paramsOf(ada) })).body.items?.find((item) => item.id === id);
async function decide(ada: Applicant, id: string, act: 'accept' | 'reconsider' | 'return') {
  const { version = 0 } = (await itemOf(ada, id)) ?? {};
  const payload = act === 'return' ? { act, version, words: 'It is still the old name.' } : { act, version };
  const params = { ...paramsOf(ada), item: id };
  expect((await clerk.call(desk.moveOfficeItem, { params, payload })).status).toBe(200);
}

test('a corrected answer makes a submission beside the old one with the same number; before, the office sees no change', async () => {
  const ada = await submitted(server, { first_name: 'Jon', last_name: 'Testperson' });
  const before = await seen(ada);
  const id = await ask(ada, 'first_name', 'last_name');
  const [mail] = (await mailsTo(server.db, ada.email)).filter(({ text }) => text.includes('Please check your name'));
  expect(mail).toMatchObject({ subject: expect.stringContaining('We need one more thing') });

  expect((await ada.call(myItems)).body.items?.[0]).toMatchObject({ id, request: 'correction', may_send: true });
  const { body } = await ada.call(myCorrection, { params: { id } });
  expect(body).toMatchObject({ keys: ['first_name', 'last_name'], answers: { first_name: 'Jon' } });
  expect((await seen(ada)).answers).toEqual(before.answers);

  // What nobody asked for stays as it is.
  const sent = await send(ada, id, { first_name: ' John ', last_name: 'Testperson', city: 'Elsewhere' });
  expect(sent).toMatchObject({ status: 200, body: { answer: { first_name: 'John' } } });
  const after = await seen(ada);
  expect(after.answers).toEqual({ ...before.answers, first_name: 'John' });
  expect(after.row).toMatchObject({
    confirmation_number: before.row?.confirmation_number,
    submitted_at: before.row?.submitted_at,
    given_name: 'John',
  });
  expect(after.is_altered).toBe(false);
  expect(after.earlier_submissions).toMatchObject([
    { answers: { first_name: 'Jon' }, changed_keys: ['first_name'], item_id: id },
  ]);
  expect(after.history?.map(({ kind }) => kind)).toContain('corrected');
  expect(await itemOf(ada, id)).toMatchObject({ state: 'came', asked_keys: ['first_name', 'last_name'] });
  expect((await ada.call(profile)).body).toMatchObject({ answer: { first_name: 'John' } });
  const trail = await server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'corrected').execute();
  expect(JSON.stringify(trail)).not.toContain('John');
});

test('a paper is nothing that a correction comes with', async () => {
  const ada = await submitted(server);
  const id = await ask(ada, 'first_name');
  const params = paramsOf(ada);
  const sent = await clerk.call(desk.officeUpload, { params: { ...params, item: id }, payload: {} });
  expect(sent.body.code).toBe('item_closed');
  const from = (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '';
  const { paper_id: paper } = await sendPaper(server, ada, from, PDF);
  const payload = { from, to: id, reason: 'It has the right name.' };
  expect((await clerk.call(desk.movePaper, { params: { ...params, paper }, payload })).body.code).toBe('item_closed');
});

test('a correction is sent once: the same again changes nothing, another tab with other answers is refused', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  const id = await ask(ada, 'first_name', 'middle_name');
  const otherTab = await logIn(server, ada.accountId);
  const both = await Promise.all([send(ada, id, { first_name: 'John' }), send(ada, id, { first_name: 'John' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await send(otherTab, id, { first_name: 'John', middle_name: 'Jane' })).toMatchObject({
    status: 409,
    body: { code: 'item_closed' },
  });
  expect((await seen(ada)).earlier_submissions).toHaveLength(1);
});

test('an answer that breaks a rule is refused with its question, and nothing changes', async () => {
  const ada = await submitted(server);
  const id = await ask(ada, 'first_name', 'birth_date');
  for (const answers of [{ first_name: '' }, { birth_date: '2999-01-01' }]) {
    const refused = await send(ada, id, answers);
    expect(refused).toMatchObject({ status: 422, body: { code: 'not_complete' } });
    expect(refused.body.message).toMatch(/“(First|Legal|Date|Birth)[^”]*”/);
  }
  expect((await send(ada, id, { no_such_question: 'x' })).status).toBe(400);
  expect(await itemOf(ada, id)).toMatchObject({ state: 'awaiting' });
  expect((await seen(ada)).earlier_submissions).toEqual([]);
});

test('the same answer is corrected twice: returned, sent again, and asked for in a second request', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  const id = await ask(ada, 'first_name');
  const again = {
    id: randomUUID(),
    request: 'correction',
    keys: ['first_name'],
    title: 'Again',
    text: '',
    due_on: null,
  };
  const payload = { ...again, request: 'correction' } as const;
  // One open request at a time for an answer.
  expect((await clerk.call(desk.requestItem, { params: paramsOf(ada), payload })).status).toBe(400);
  await send(ada, id, { first_name: 'Johhn' });
  await decide(ada, id, 'return');
  expect((await send(ada, id, { first_name: 'John' })).status).toBe(200);
  await decide(ada, id, 'accept');
  expect((await send(ada, id, { first_name: 'Jane' })).status).toBe(409);
  // What is taken back after it came is to be checked again, not to be sent again.
  await decide(ada, id, 'reconsider');
  expect(await itemOf(ada, id)).toMatchObject({ state: 'came' });
  await decide(ada, id, 'accept');
  const second = await ask(ada, 'first_name');
  await decide(ada, second, 'accept');
  await decide(ada, second, 'reconsider');
  expect(await itemOf(ada, second)).toMatchObject({ state: 'awaiting' });
  expect((await ada.call(myCorrection, { params: { id: second } })).body.answers).toMatchObject({ first_name: 'John' });
  await send(ada, second, { first_name: 'John-Paul' });
  const { answers, earlier_submissions } = await seen(ada);
  expect(answers).toMatchObject({ first_name: 'John-Paul' });
  expect(earlier_submissions?.map((earlier) => earlier.answers.first_name)).toEqual(['Jon', 'Johhn', 'John']);
});

test('who finds the answer right sends it as it is, which makes no submission', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  const id = await ask(ada, 'first_name');
  expect((await send(ada, id, { first_name: 'Jon' })).status).toBe(200);
  expect(await itemOf(ada, id)).toMatchObject({ state: 'came' });
  expect((await seen(ada)).earlier_submissions).toEqual([]);
});

test('a correction that changes what the university needs changes the items too', async () => {
  const ada = await submitted(server, { act_taken: 'yes' });
  expect((await send(ada, await ask(ada, 'act_taken'), { act_taken: 'no' })).status).toBe(200);
  expect((await itemsOf(server, ada.applicationId)).get('act_scores')?.state).toBe('canceled');
});

test('sealed answers, documents, hidden and unknown questions are not asked for', async () => {
  const ada = await submitted(server);
  const { fields } = server.form;
  const hidden = fields.find(({ gates }) => gates.some((gate) => gate.kind === 'component' && gate.number === 2));
  const sealed = fields.find(({ question }) => 'sealed' in question && question.sealed === true);
  const file = fields.find(({ question }) => question.kind === 'file');
  for (const key of ['nothing', hidden, sealed, file].map((one) =>
    typeof one === 'string' ? one : one?.question.key,
  )) {
    const payload = {
      id: randomUUID(),
      request: 'correction',
      keys: ['first_name', key ?? ''],
      title: 'Check',
      text: '',
      due_on: null,
    };
    const refused = await clerk.call(desk.requestItem, {
      params: paramsOf(ada),
      payload: { ...payload, request: 'correction' },
    });
    expect([key, refused.status]).toEqual([key, 400]);
  }
});

test('a withdrawn or reopened application takes no correction; sent again, it takes the one that waited', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  const id = await ask(ada, 'first_name');
  const director = await newColleague(server, 'director');
  const params = paramsOf(ada);
  await director.call(desk.withdraw, { params, payload: { reason: 'They asked for it.' } });
  expect(await send(ada, id, { first_name: 'John' })).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  await director.call(desk.undoWithdrawal, { params, payload: { reason: 'They changed their mind.' } });
  await director.call(desk.reopen, { params, payload: { reason: 'They asked for it.' } });
  expect(await send(ada, id, { first_name: 'John' })).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  await fillIn(server, ada, { first_name: 'Joan' });
  expect((await ada.call(submit)).status).toBe(200);
  expect((await send(ada, id, { first_name: 'John' })).status).toBe(200);
  await director.call(desk.reopen, { params, payload: { reason: 'They asked for it again.' } });
  expect((await ada.call(profile)).body.answer).toMatchObject({ first_name: 'John' });
});

test("nobody else's request is seen or answered, nor one that is hidden or asks for something else", async () => {
  const [ada, eve] = [await submitted(server, { first_name: 'Jon' }), await submitted(server)];
  const id = await ask(ada, 'first_name');
  expect((await eve.call(myCorrection, { params: { id } })).status).toBe(404);
  expect((await send(eve, id, { first_name: 'Eve' })).status).toBe(404);
  const paper = (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '';
  expect((await ada.call(myCorrection, { params: { id: paper } })).body.code).toBe('item_closed');
  expect((await send(ada, paper, { first_name: 'John' })).body.code).toBe('item_closed');
  const params = { ...paramsOf(ada), item: id };
  await clerk.call(desk.hideOfficeItem, { params, payload: { is_hidden: true, version: 0 } });
  expect((await send(ada, id, { first_name: 'John' })).status).toBe(404);
  expect((await ada.call(myCorrection, { params: { id } })).status).toBe(404);
});

test('the copy on paper has the newest answers, and says what was corrected when', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  await send(ada, await ask(ada, 'first_name'), { first_name: 'John' });
  await send(ada, await ask(ada, 'last_name'), { last_name: 'Doe' });
  const application = await server.db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', ada.applicationId)
    .executeTakeFirstOrThrow();
  const link = await mintStaffToken({ ...server.deps, operator: 'grace' }, application, 30);
  const { body } = await server.client().call(serviceApplication, { query: { service_token: link } });
  expect(body).toMatchObject({
    answer: { first_name: 'John' },
    corrections: ['first_name', 'last_name'].map((key) => ({ day: '2026-11-21', keys: [key] })),
  });
});

test('a correction keeps the release that the application was sent with, whatever serves since', async () => {
  const first = await testApp();
  const omar = await newColleague(first, 'clerk');
  const ada = await submitted(first, { preferred_name: 'Addie' });
  const id = randomUUID();
  const words = { id, title: 'Please check', text: '', due_on: null, keys: ['preferred_name'] };
  const payload = { ...words, request: 'correction' as const };
  expect((await omar.call(desk.requestItem, { params: paramsOf(ada), payload })).status).toBe(200);

  const later = await serveLater(first, renamedAndDropped('2027-names'));
  const browser = at(later, ada);
  const { body } = await browser.call(myCorrection, { params: { id } });
  expect(body).toMatchObject({ keys: ['preferred_name'], answers: { preferred_name: 'Addie' } });
  expect(JSON.stringify(body.form)).toContain('"preferred_name"');
  expect((await send(browser, id, { preferred_name: 'Ada' })).status).toBe(200);
  const read = at(later, omar);
  const { body: after } = await read.call(desk.officeApplication, { params: paramsOf(ada) });
  expect(after).toMatchObject({ answers: { preferred_name: 'Ada' }, is_altered: false });
  expect(JSON.stringify(after.form)).toContain('"preferred_name"');
  await stopReleases(first, later);
});

test('a page of the office that is open learns of a request, of its correction, and of an answer that a colleague corrects', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  const versions: number[] = [];
  const report = async () => {
    const { body } = await clerk.call(desk.markPresent, { params: paramsOf(ada) });
    versions.push(body.version ?? 0);
  };
  await report();
  const id = await ask(ada, 'first_name');
  await report();
  await send(ada, id, { first_name: 'John' });
  await report();
  await correct(ada, 'middle_name', '', 'Q');
  await report();
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
});

/** Corrects an answer on the applicant's word. */
const correct = (ada: Applicant, key: string, from: string, to: string, who: Pick<Colleague, 'call'> = clerk) =>
  who.call(desk.correctAnswer, { params: paramsOf(ada), payload: { key, from, to, reason: 'She called us.' } });

test("an answer is corrected on the applicant's word: kept beside the old one, told by mail, and in the history with its reason", async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  expect((await correct(ada, 'first_name', 'Jon', ' John ')).status).toBe(200);
  const { answers, earlier_submissions, history } = await seen(ada);
  expect(answers).toMatchObject({ first_name: 'John' });
  expect(earlier_submissions).toMatchObject([{ answers: { first_name: 'Jon' }, changed_keys: ['first_name'] }]);
  expect(earlier_submissions?.[0]?.item_id).toBeUndefined();
  expect(history).toContainEqual(
    expect.objectContaining({ kind: 'answer_corrected', what: 'First Name', reason: 'She called us.' }),
  );
  const mail = (await mailsTo(server.db, ada.email)).find(({ kind }) => kind === 'answer_corrected');
  expect(mail?.text).toContain('First Name');
  expect(mail?.text).not.toContain('John,');
  await server.db.updateTable('account').set({ language: 'es' }).where('id', '=', ada.accountId).execute();
  await correct(ada, 'last_name', 'Testperson', 'Tester');
  const mails = (await mailsTo(server.db, ada.email)).map(({ text }) => text);
  const { spanish } = server.deps.forms.first;
  expect(mails.join()).toContain(`: ${spanish?.form.byKey.get('last_name')?.question.label}`);
  const trail = await server.db.selectFrom('audit_event').selectAll().where('kind', '=', 'answer_corrected').execute();
  expect(JSON.stringify(trail)).not.toContain('John');
});

test('a correction of the office is refused where the answer has changed since, breaks a rule, or cannot be corrected', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  expect(await correct(ada, 'first_name', 'Jim', 'John')).toMatchObject({
    status: 409,
    body: { code: 'answer_changed' },
  });
  const broken = await correct(ada, 'first_name', 'Jon', '');
  expect(broken).toMatchObject({ status: 422, body: { code: 'not_complete' } });
  expect(broken.body.message).toContain('“First Name”');
  // A month without its year is said at the month.
  const { grad_year } = (await seen(ada)).answers ?? {};
  expect((await correct(ada, 'grad_year', String(grad_year), '')).status).toBe(422);
  expect((await correct(ada, 'first_name', 'Jon', 'Jon')).status).toBe(400);
  expect((await correct(ada, 'ssn', '', '000-00-0000')).status).toBe(400);
  const director = await newColleague(server, 'director');
  const both = await Promise.all([
    correct(ada, 'first_name', 'Jon', 'John'),
    correct(ada, 'first_name', 'Jon', 'Jona', director),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await director.call(desk.reopen, { params: paramsOf(ada), payload: { reason: 'They asked for it.' } });
  expect(await correct(ada, 'last_name', 'Testperson', 'Tester')).toMatchObject({ body: { code: 'wrong_state' } });
});

test('an export has the newest answers, and says which were corrected when and by whom', async () => {
  const ada = await submitted(server, { first_name: 'Jon' });
  await send(ada, await ask(ada, 'first_name'), { first_name: 'John' });
  await correct(ada, 'middle_name', '', 'Q');
  const reader = answerReader(server.deps.config.secret, createLog('silent'));
  const [exported] = await readApplicationsOf({ ...server.deps, answers: reader }, [ada.applicationId], false);
  const { answers, corrections } = JSON.parse(exported ? jsonLine(exported) : '{}');
  expect(answers).toMatchObject({ first_name: 'John', middle_name: 'Q' });
  const corrected_at = server.clock.now().toISOString();
  const day = formatDate(ENGLISH, 'Asia/Tokyo', server.clock.now());
  expect(corrections).toEqual([
    { corrected_at, by: 'applicant', keys: ['first_name'] },
    { corrected_at, by: 'office', keys: ['middle_name'] },
  ]);
  if (!exported) throw new Error('The application is exported.');
  const { columns } = peopleColumns(exported.form, { releases: [], stages: [] }, null);
  const inWords = columns
    .filter(({ id }) => id === 'corrections')
    .map((one) => one.read(exported, 'Asia/Tokyo')?.value);
  expect(inWords).toEqual([`Corrected on ${day}: First Name\nCorrected on ${day}: Middle Name`]);
});
