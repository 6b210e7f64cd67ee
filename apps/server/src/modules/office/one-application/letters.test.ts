import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as desk from '@firstyear/api-contract/desk';
import { SPANISH } from '@firstyear/words/spanish';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { mailsTo } from '../../../testing/mail.ts';
import { readAllRows } from '../../../testing/read-all-rows.ts';
import { type Colleague, newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, submitted } from '../../application/row/applicant.testing.ts';
import { runMany } from '../many/service.ts';
import { newDraft, workerDeps } from '../office.testing.ts';
import { deletePerson } from '../person/service.ts';
import { messageIn, messageTitle, requestIn } from './letters.ts';

const server = await suiteApp();
let reader: Colleague;
let clerk: Colleague;
let director: Colleague;
beforeAll(async () => {
  reader = await newColleague(server, 'reader');
  [clerk, director] = [await newColleague(server, 'clerk'), await newColleague(server, 'director')];
});

const reason = 'asked for by phone';
const until = '2027-03-10T16:00:00Z';
async function inSpanish(applicant: Applicant): Promise<Applicant> {
  await server.db.updateTable('account').set({ language: 'es' }).where('id', '=', applicant.accountId).execute();
  return applicant;
}
const on = ({ applicationId: id }: Applicant) => ({ params: { id } });
const shown = async (who: Applicant, about: desk.Letter) =>
  (await clerk.call(desk.previewLetter, { ...on(who), payload: { about } })).body;
const mailsOf = async ({ email }: Applicant, kind: string) =>
  (await mailsTo(server.db, email)).filter((mail) => mail.kind === kind);
const kindsTo = async ({ email }: Applicant) => (await mailsTo(server.db, email)).map(({ kind }) => kind).sort();
const historyOf = async (who: Applicant) =>
  (await director.call(desk.officeApplication, on(who))).body.history?.map(({ kind }) => kind);

const read = async (who: Colleague, id: string) => (await who.call(desk.officeApplication, { params: { id } })).body;

const messageOf = (message: desk.Message) => ({ attempt: randomUUID(), message });

test('an act tells the applicant in their language, with the very mail that was shown before', async () => {
  const draft = await inSpanish(await newDraft(server, { first_name: 'Ada', preferred_name: 'Addie' }));
  const before = await shown(draft, { kind: 'deadline', until });
  expect(before).toMatchObject({ recipient: draft.email, language: 'es', subject: expect.stringMatching(/^Tu fecha/) });
  expect(before.text).toMatch(/^Hola, Addie:\n\nAhora puedes enviar/);
  expect(before.text).toContain('10 de marzo de 2027');
  expect(before.english?.text).toContain('March 10, 2027 at 11:00 AM Eastern Time');
  expect(await kindsTo(draft)).not.toContain('deadline_changed');
  await clerk.call(desk.extendDeadline, { ...on(draft), payload: { until, reason, tells: true } });
  const { subject, text } = before;
  expect(await mailsOf(draft, 'deadline_changed')).toMatchObject([{ subject, text }]);
  expect(await historyOf(draft)).toContain('mail:deadline_changed');
  await clerk.call(desk.extendDeadline, { ...on(draft), payload: { until: null, reason } });
  expect((await read(clerk, draft.applicationId)).row?.extended_until).toBeNull();
  expect(String((await mailsOf(draft, 'deadline_changed')).map((mail) => mail.text))).toContain('Se anuló el tiempo');

  const ada = await submitted(server);
  expect(await shown(ada, { kind: 'withdrawn' })).toMatchObject({ language: 'en', english: null });
  await director.call(desk.withdraw, { ...on(ada), payload: { reason } });
  await director.call(desk.undoWithdrawal, { ...on(ada), payload: { reason } });
  await director.call(desk.reopen, { ...on(ada), payload: { reason } });
  expect(await kindsTo(ada)).toEqual(expect.arrayContaining(['withdrawn', 'withdrawal_undone', 'reopened']));
});

test('an act tells nobody when the colleague chooses so', async () => {
  const [draft, ada] = [await newDraft(server), await submitted(server)];
  const before = [await kindsTo(draft), await kindsTo(ada)];
  const payload = { reason, tells: false };
  await clerk.call(desk.extendDeadline, { ...on(draft), payload: { until, ...payload } });
  await director.call(desk.withdraw, { ...on(ada), payload });
  await director.call(desk.undoWithdrawal, { ...on(ada), payload });
  await director.call(desk.reopen, { ...on(ada), payload });
  expect([await kindsTo(draft), await kindsTo(ada)]).toEqual(before);
});

test("a text of the partner's list is sent in the language of the account, and the history keeps what was sent", async () => {
  const [ada, luz] = [await submitted(server, { first_name: 'Ada' }), await inSpanish(await submitted(server))];
  for (const who of [ada, luz]) {
    expect((await clerk.call(desk.sendMessage, { ...on(who), payload: messageOf({ id: 'visit' }) })).status).toBe(200);
  }
  const [[english], [spanish]] = [await mailsOf(ada, 'message'), await mailsOf(luz, 'message')];
  expect(english?.subject).toBe('Come and see Larkmoor University');
  expect(english?.text).toMatch(/^Dear Ada,\n\nWe'd like to show you/);
  expect(spanish?.subject).toBe('Ven a conocer Larkmoor University');
  const { history = [] } = (await director.call(desk.officeApplication, on(luz))).body;
  const { name } = (await clerk.call(desk.me)).body;
  expect(history.find(({ kind }) => kind === 'message_sent')).toMatchObject({
    by: name,
    reason: expect.stringMatching(/^Ven a conocer Larkmoor University\nNos gustaría/),
  });
  const unknown = await clerk.call(desk.sendMessage, { ...on(ada), payload: messageOf({ id: 'gone' }) });
  expect(unknown.body.code).toBe('bad_request');
  const refused = await reader.call(desk.sendMessage, { ...on(ada), payload: messageOf({ id: 'visit' }) });
  expect(refused.status).toBe(403);
});

test('a message whose response was lost is mailed and recorded once, however often it is sent', async () => {
  const ada = await submitted(server);
  const payload = messageOf({ id: 'visit' });
  for (const _ of [1, 2]) expect((await clerk.call(desk.sendMessage, { ...on(ada), payload })).status).toBe(200);
  expect(await mailsOf(ada, 'message')).toHaveLength(1);
  expect((await historyOf(ada))?.filter((kind) => kind === 'message_sent')).toHaveLength(1);
});

const begin = async (act: desk.ManyActOf, people: readonly Applicant[]) => {
  const selection = { ids: people.map(({ applicationId }) => applicationId) };
  const { body } = await clerk.call(desk.previewMany, { payload: { act, selection } });
  const payload = { attempt: randomUUID(), act, selection, previewed: body.previewed ?? '' };
  const started = (await clerk.call(desk.startMany, { payload })).body;
  await runMany(workerDeps(server), started.id ?? '', new AbortController().signal);
  return body;
};

test('a message to many is shown in each language with its number, and each applicant gets it once', async () => {
  const [ada, bea, luz] = [await submitted(server), await newDraft(server), await inSpanish(await submitted(server))];
  const gone = await submitted(server);
  await director.call(desk.withdraw, { ...on(gone), payload: { reason, tells: false } });
  const preview = await begin({ kind: 'message', message: { id: 'call_us' } }, [ada, bea, luz, gone]);
  expect(preview).toMatchObject({ count: 3, left_out: [{ id: gone.applicationId, why: 'is withdrawn' }] });
  const mails = preview.mails ?? [];
  expect(Object.fromEntries(mails.map(({ language, count }) => [language, count]))).toEqual({ en: 2, es: 1 });
  expect(mails.find(({ language }) => language === 'es')).toMatchObject({ recipient: luz.email });
  for (const who of [ada, bea, luz]) {
    expect((await kindsTo(who)).filter((kind) => kind === 'message')).toHaveLength(1);
    expect((await historyOf(who))?.filter((kind) => kind === 'message_sent')).toHaveLength(1);
  }
  expect(await kindsTo(gone)).not.toContain('message');
  const { events } = (await director.call(desk.auditTrail, { query: { kind: 'acted_on_many' } })).body;
  expect(events?.[0]?.text).toMatch(/^Wrote to 3 applicants: Please call us: (Please call|Llámanos) /);
  expect((await director.call(desk.officeApplication, on(luz))).body.history).toContainEqual(
    expect.objectContaining({ kind: 'message_sent', reason: expect.stringMatching(/^Llámanos/) }),
  );
  const ids = [ada, bea, luz].map(({ accountId }) => accountId);
  const own = server.db.selectFrom('audit_event').select('kind').where('account_id', 'in', ids);
  expect(await own.where('kind', '=', 'message_sent').execute(), 'one event in all').toEqual([]);
});

test("a request of the university's list, to many, is in each applicant's language", async () => {
  const [ada, luz] = [await submitted(server), await inSpanish(await submitted(server))];
  const { partner, spanish } = server.deps.forms.first;
  const [english, inTheirs] = [partner.requests?.[0], spanish?.partner.requests?.[0]];
  const { requests } = (await clerk.call(desk.officeChoices)).body;
  expect(requests?.[0]).toEqual({ title: english?.title, text: english?.text, request: 'paper' });
  const { title = '', text = '' } = requests?.[0] ?? {};
  const { mails } = await begin({ kind: 'ask', request: 'paper', title, text, due_on: null }, [ada, luz]);
  for (const [who, asked] of [
    [ada, english],
    [luz, inTheirs],
  ] as const) {
    const items = server.db.selectFrom('item').select(['request_title', 'request_text']);
    const made = await items.where('application_id', '=', who.applicationId).where('rule', 'is', null).execute();
    expect(made).toEqual([{ request_title: asked?.title, request_text: asked?.text }]);
    const [mail] = await mailsOf(who, 'item_asked');
    expect(mail?.text).toContain(asked?.text);
    expect(mails?.find(({ recipient }) => recipient === who.email)?.text).toBe(mail?.text);
  }
});

test('own words, to one or to many, go with the applicant, and the events stay', async () => {
  const ada = await submitted(server);
  const message = (text: string) => ({ subject: 'About your school', text: `${text} Quillhaven.` });
  await clerk.call(desk.sendMessage, { ...on(ada), payload: messageOf(message('Moving to')) });
  await begin({ kind: 'message', message: message('Moved to') }, [ada]);
  expect(String((await mailsOf(ada, 'message')).map(({ text }) => text))).toContain('Moved to Quillhaven.');
  const newest = async (kind: string) =>
    (await director.call(desk.auditTrail, { query: { kind } })).body.events?.[0]?.text;
  expect(await newest('message_sent')).toContain('Moving to Quillhaven.');
  expect(await newest('acted_on_many')).toContain('Moved to Quillhaven.');
  const mailFolder = await mkdtemp(path.join(tmpdir(), 'firstyear-letters-'));
  await deletePerson({ ...workerDeps(server), operator: 'grace', mailFolder }, ada.email);
  await rm(mailFolder, { recursive: true });
  expect((await readAllRows(server.database.pool)).join()).not.toContain('Quillhaven');
  expect(await newest('message_sent')).toBe('Message sent');
  expect(await newest('acted_on_many')).toBe('Wrote to 1 applicant: in own words');
});

test('an extension for many shows its mail, and tells only when it is asked to', async () => {
  const [told, silent] = [await newDraft(server), await newDraft(server)];
  for (const [who, tells] of [
    [told, true],
    [silent, false],
  ] as const) {
    const act = { kind: 'extend_deadline', until, reason, tells } as const;
    const selection = { ids: [who.applicationId] };
    const { body } = await director.call(desk.previewMany, { payload: { act, selection } });
    expect(body.mails?.map(({ recipient, count }) => [recipient, count])).toEqual(tells ? [[who.email, 1]] : []);
    const payload = { attempt: randomUUID(), act, selection, previewed: body.previewed ?? '' };
    const started = (await director.call(desk.startMany, { payload })).body;
    await runMany(workerDeps(server), started.id ?? '', new AbortController().signal);
  }
  const { events = [] } = (await director.call(desk.auditTrail, { query: { kind: 'acted_on_many' } })).body;
  const said = 'Extended the deadline of 1 application until March 10, 2027 at 11:00 AM Eastern Time';
  expect(events[0]?.text).toContain(said);
  expect((await read(director, told.applicationId)).history).toContainEqual(
    expect.objectContaining({
      kind: 'deadline_extended',
      what: expect.stringContaining('until March 10, 2027'),
      reason,
    }),
  );
  expect([await kindsTo(told), await kindsTo(silent)].map((kinds) => kinds.includes('deadline_changed'))).toEqual([
    true,
    false,
  ]);
});

test('the history has the mails with their state, and of the account what is about this application and no login', async () => {
  const ada = await submitted(server);
  const addEvent = (kind: string, detail: object) =>
    sql`insert into audit_event (at, kind, actor, account_id, detail) values (now(), ${kind}, 'applicant', ${ada.accountId},
      ${JSON.stringify(detail)})`.execute(server.db);
  await addEvent('login', {});
  await addEvent('password_changed', {});
  await addEvent('document_uploaded', { application_id: randomUUID() });
  for (const [change, state] of [
    [{}, 'waiting'],
    [{ last_error: 'The server refused it.' }, 'failed'],
    [{ sent_at: server.clock.now() }, 'sent'],
  ] as const) {
    const update = server.db.updateTable('mail_outbox').set({ last_error: null, ...change });
    await update.where('recipient', '=', ada.email).execute();
    const { history = [] } = await read(director, ada.applicationId);
    const told = history.filter(({ kind }) => !kind.startsWith('status:') && kind !== 'application_read');
    expect(told.map(({ at: _, by: __, ...line }) => line).sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'mail:receipt', state },
      { kind: 'password_changed' },
      { kind: 'submitted' },
    ]);
  }
});

test('withdrawing and sending a mail again happen once, with a reason if one is required', async () => {
  const ada = await submitted(server, { last_name: 'Withdrawn' });
  const params = { id: ada.applicationId };
  const before = (await mailsTo(server.db, ada.email)).length;
  expect((await clerk.call(desk.mailAgain, { params, payload: { kind: 'receipt' } })).status).toBe(200);
  expect((await clerk.call(desk.mailAgain, { params, payload: { kind: 'sign_in' } })).status).toBe(200);
  const mails = await mailsTo(server.db, ada.email);
  expect(
    mails
      .slice(before)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['receipt', 'reset_link']);
  expect(mails[0]?.text).toBe(mails.slice(before).find(({ kind }) => kind === 'receipt')?.text);
  expect((await director.call(desk.withdraw, { params, payload: { reason } })).status).toBe(200);
  expect((await director.call(desk.withdraw, { params, payload: { reason } })).body.code).toBe('wrong_state');
  const { body } = await clerk.call(desk.applications, { query: { status: 'withdrawn', q: 'withdrawn' } });
  expect(body.rows?.map(({ family_name }) => family_name)).toEqual(['Withdrawn']);
  const { history = [] } = await read(director, ada.applicationId);
  expect(history.filter(({ kind }) => kind === 'withdrawn')).toMatchObject([{ reason }]);
});

test('a withdrawn application gets no receipt, its applicant is told, and the withdrawal can be taken back', async () => {
  const ada = await submitted(server, { last_name: 'Returner' });
  const params = { id: ada.applicationId };
  expect((await clerk.call(desk.undoWithdrawal, { params, payload: { reason } })).status).toBe(403);
  expect((await director.call(desk.undoWithdrawal, { params, payload: { reason } })).body.code).toBe('wrong_state');
  expect((await director.call(desk.withdraw, { params, payload: { reason } })).status).toBe(200);
  expect((await clerk.call(desk.mailAgain, { params, payload: { kind: 'receipt' } })).body.code).toBe('wrong_state');
  server.clock.advance(MINUTE_MS);
  expect((await director.call(desk.undoWithdrawal, { params, payload: { reason } })).status).toBe(200);
  const mails = await mailsTo(server.db, ada.email);
  expect(mails.slice(-2).map(({ kind }) => kind)).toEqual(['withdrawn', 'withdrawal_undone']);
  const { row, history } = await read(director, ada.applicationId);
  expect([row?.status, mails.at(-2)?.text.includes(row?.confirmation_number ?? '?')]).toEqual(['submitted', true]);
  const kinds = history?.map(({ kind }) => kind) ?? [];
  expect(kinds.filter((kind) => /withdraw/.test(kind))).toEqual(
    expect.arrayContaining(['withdrawn', 'mail:withdrawn', 'withdrawal_undone', 'mail:withdrawal_undone']),
  );
  expect((await clerk.call(desk.mailAgain, { params, payload: { kind: 'receipt' } })).status).toBe(200);
});

test("the history's mails stay after a change of address, and are never in the history of the address's next holder", async () => {
  const ada = await submitted(server, { last_name: 'Mover' });
  const kindsOf = async (id: string) =>
    (await read(clerk, id)).history?.map(({ kind }) => kind).filter((kind) => kind.startsWith('mail:')) ?? [];
  expect(await kindsOf(ada.applicationId)).toEqual(['mail:receipt']);
  const setEmail = (email: string, id: string) =>
    server.db.updateTable('account').set({ email }).where('id', '=', id).execute();
  await setEmail(`moved.${ada.email}`, ada.accountId);
  const next = await submitted(server, { last_name: 'Nextholder' });
  await setEmail(ada.email, next.accountId);
  expect(await kindsOf(ada.applicationId)).toEqual(['mail:receipt']);
  expect(await kindsOf(next.applicationId)).toEqual(['mail:receipt']);
  const { body } = await clerk.call(desk.mailAgain, {
    params: { id: next.applicationId },
    payload: { kind: 'receipt' },
  });
  expect([body, await kindsOf(ada.applicationId)]).toEqual([{}, ['mail:receipt']]);
});

test('a text that has no Spanish is sent in English, own words as they are, and one that the list lacks is named by its id', () => {
  const visit = { id: 'visit', title: 'Visit', subject: 'Come and see us', text: 'We look forward to it.' };
  expect(messageIn({ office: { messages: [visit] } }, { id: 'visit' }, SPANISH)).toEqual(visit);
  expect([messageTitle({ messages: [visit] }, 'visit'), messageTitle({}, 'visit')]).toEqual(['Visit', 'visit']);
  const { requests = [] } = server.deps.partner;
  const { requests: theirs } = server.deps.forms.first.spanish?.partner ?? {};
  expect(requests.map((asked) => requestIn(server.deps, asked, SPANISH).title)).toEqual(
    theirs?.map((one) => one.title),
  );
  const [{ title = '', text = '' } = {}] = requests;
  for (const own of [
    { title, text: 'Own words.' },
    { title: 'Own title', text },
  ])
    expect(requestIn(server.deps, own, SPANISH)).toEqual(own);
});
