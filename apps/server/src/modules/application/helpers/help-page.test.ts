import { helperOther } from '@firstyear/api-contract/ask-helper';
import { officeChecklist } from '@firstyear/api-contract/desk';
import { helpDecline, helpLook, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { helperAgain, helperState } from '@firstyear/api-contract/school-helper';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CALL_LIMITS } from '../../../config/limits.ts';
import { newToken } from '../../../crypto/tokens.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { HOUR_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { lastMailTo, mailsTo } from '../../../testing/mail.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { itemsOf, sendPaper } from '../items/items.testing.ts';
import { logIn } from '../row/applicant.testing.ts';
import { lockApplicationById } from '../row/application.ts';
import { asks, PDF, sendHelp, studentsOf, tokenTo, uploadHelp } from './helpers.testing.ts';

const server = await suiteApp();
let number = 0;
const newAddress = () => {
  number += 1;
  return `casey.${number}@school.example`;
};
const SCHOOL = 'Testville High School';

/** A counselor with the link, and the students who ask: Ada first. */
async function newCounselor(...names: readonly string[]) {
  const email = newAddress();
  const students = [];
  for (const first_name of names) {
    students.push(await asks(server, email, { first_name, hs_name: SCHOOL, grad_month: '5', grad_year: '2027' }));
    server.clock.advance(1);
  }
  const token = await tokenTo(server, email);
  const shown = await studentsOf(server.client(), token);
  const itemOf = (place: number) => shown[place]?.items[0]?.id ?? '';
  return { email, students, token, shown, itemOf };
}

const setState = (id: string, state: 'accepted' | 'accepted_copy' | 'returned' | 'waived') =>
  server.db.updateTable('item').set({ state, returned_words: 'Page 2 is cut off.' }).where('id', '=', id).execute();

test('a link shows of each student the name, the school, the graduation and the waiver, and nothing else of the answers', async () => {
  const { token, students, shown } = await newCounselor('Ada', 'Ben', 'Cem');
  expect(shown.map(({ name }) => name)).toEqual(['Ada Testperson', 'Ben Testperson', 'Cem Testperson']);
  const [ada] = shown;
  expect(Object.keys(ada ?? {}).sort()).toEqual(['graduation', 'id', 'is_waived', 'items', 'name', 'school']);
  expect(ada).toMatchObject({ school: SCHOOL, graduation: '2027-05', is_waived: true });
  expect(ada?.items.map(({ state }) => state)).not.toContain('done');
  const { body } = await server.client().call(helpLook, { payload: { token }, headers: { 'accept-language': 'es' } });
  expect(body).toMatchObject({ language: 'es', has_other_language: true });
  expect(JSON.stringify(body)).not.toMatch(/mail[.]example|Learning Lane/);
  for (const [place, key] of ['grad_year', 'grad_month'].entries()) {
    const content = sql<string>`jsonb_set(content, ${['answers', key]}::text[], '""')`;
    const id = students[place + 1]?.applicationId ?? '';
    await server.db.updateTable('submission').set({ content }).where('application_id', '=', id).execute();
  }
  expect((await studentsOf(server.client(), token)).map(({ graduation }) => graduation)).toEqual(['2027-05', '', '']);
});

test('several files become papers of one item of one student, and the applicant sees that it came, never what', async () => {
  const { token, students, itemOf } = await newCounselor('Ada', 'Ben');
  const counselor = server.client();
  const asked = { token, item: itemOf(0) };
  const uploads = [await uploadHelp(server, counselor, asked), await uploadHelp(server, counselor, asked)];
  for (const payload of [...uploads, ...uploads])
    expect((await counselor.call(helpPaper, { payload })).status).toBe(200);
  const [ada, ben] = students;
  const papers = await server.db.selectFrom('paper').selectAll().where('item_id', '=', itemOf(0)).execute();
  expect(papers.map(({ id, sent_by }) => [id, sent_by]).sort()).toEqual(
    uploads.map((one) => [one.paper_id, 'helper']).sort(),
  );
  expect(
    [...(await itemsOf(server, ben?.applicationId ?? '')).values()].every(({ state }) => state === 'awaiting'),
  ).toBe(true);
  const shown = await studentsOf(counselor, token);
  expect(shown[0]?.items[0]).toMatchObject({ state: 'checking', papers: [{ state: 'waiting' }, { state: 'waiting' }] });
  expect(JSON.stringify((await ada?.call(helperState))?.body)).not.toContain('scan.pdf');
  const events = await server.db
    .selectFrom('audit_event')
    .select('actor')
    .where('kind', '=', 'paper_sent')
    .where('account_id', '=', ada?.accountId ?? '')
    .execute();
  expect(events).toEqual([{ actor: 'visitor' }, { actor: 'visitor' }]);
});

test('the office sees from which address a paper came, though another helper is asked since, who sees only the own papers', async () => {
  const { email, students, itemOf } = await newCounselor('Ada');
  const [ada] = students;
  const [own, item] = [newAddress(), itemOf(0)];
  const ask = (to: string) => ada?.call(helperOther, { payload: { name: 'Casey Counselor', email: to } });
  expect((await ask(own))?.status).toBe(200);
  await sendHelp(server, server.client(), { token: await tokenTo(server, own), item });
  expect((await ask(email))?.status).toBe(200);
  const token = await tokenTo(server, email);
  const [shown] = await studentsOf(server.client(), token);
  expect(shown?.items.find(({ id }) => id === item)).toMatchObject({ state: 'asked', papers: [] });
  server.clock.advance(1);
  const mine = await sendHelp(server, server.client(), { token, item });
  const [after] = await studentsOf(server.client(), token);
  expect(after?.items.find(({ id }) => id === item)).toMatchObject({
    state: 'checking',
    papers: [{ id: mine.paper_id }],
  });
  const clerk = await newColleague(server, 'clerk');
  const { body } = await clerk.call(officeChecklist, { params: { id: ada?.applicationId ?? '' } });
  expect(body.items?.find(({ id }) => id === item)?.papers).toMatchObject([
    { sent_by: 'helper', helper: { email: own, is_counselor: false } },
    { sent_by: 'helper', helper: { email, is_counselor: true } },
  ]);
  const events = await server.db
    .selectFrom('audit_event')
    .select('detail')
    .where('kind', '=', 'paper_sent')
    .where('account_id', '=', ada?.accountId ?? '')
    .execute();
  expect(new Set(events.map(({ detail }) => detail.helper_id)).size).toBe(2);
  expect(JSON.stringify(events)).not.toContain('school.example');
});

test('a helper reads what each paper is in words for helpers, in both languages', async () => {
  const { token } = await newCounselor('Ada');
  const wordsIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await server.client().call(helpLook, { payload: { token }, headers });
    return body.students?.flatMap(({ items }) => items.map(({ title, text }) => [title, text]));
  };
  expect(await wordsIn('en')).toEqual([
    ['Official high school transcript', ''],
    ["School counselor's report", 'Your report about the student and your school.'],
  ]);
  expect(await wordsIn('es')).toEqual([
    ['Expediente académico oficial (transcript)', ''],
    ['Informe del consejero escolar', 'Su informe sobre el estudiante y la escuela.'],
  ]);
});

test('a helper is usted in Spanish, also where a sentence is shared with applicants', async () => {
  const { token, itemOf } = await newCounselor('Ada');
  const counselor = server.client();
  const headers = { 'accept-language': 'es' };
  const { paper_id } = await sendHelp(server, counselor, { token, item: itemOf(0) });
  const failed = { status: 'FAILED', problem: 'encrypted' } as const;
  await server.db.updateTable('document').set(failed).where('answer_key', '=', `paper:${paper_id}`).execute();
  const { body } = await counselor.call(helpLook, { payload: { token }, headers });
  expect(body.students?.[0]?.items[0]?.papers).toMatchObject([
    { message: expect.stringContaining('Guarde una copia sin contraseña') },
  ]);
  await setState(itemOf(0), 'accepted');
  const refused = await counselor.call(helpUpload, { payload: { token, item: itemOf(0), file_size: 9 }, headers });
  expect(refused.body.message).toContain('Vuelva a cargar la página.');
});

test("a helper reads no words about the applicant's own copy and still has to send the paper, unless it came to the office itself", async () => {
  const { token, students } = await newCounselor('Ada');
  const [ada] = students;
  if (!ada) throw new Error('nobody asks');
  const id = (await itemsOf(server, ada.applicationId)).get('transcript')?.id ?? '';
  await sendPaper(server, ada, id, PDF);
  await setState(id, 'returned');
  const shown = async () => (await studentsOf(server.client(), token))[0]?.items.find((item) => item.id === id);
  expect(await shown()).toMatchObject({ state: 'asked', returned_words: '' });
  const { staffId: staff_id } = await newColleague(server, 'clerk');
  await server.db.updateTable('paper').set({ sent_by: 'office', staff_id }).where('item_id', '=', id).execute();
  expect(await shown()).toMatchObject({ state: 'again', returned_words: 'Page 2 is cut off.' });
});

test('a file that comes while the applicant asks somebody else is refused', async () => {
  const { token, students, itemOf } = await newCounselor('Ada');
  const id = students[0]?.applicationId ?? '';
  const payload = await uploadHelp(server, server.client(), { token, item: itemOf(0) });
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const sending = await inTransaction(server.db, async (tx) => {
    await lockApplicationById(tx, id);
    const begun = server.client().call(helpPaper, { payload });
    await eventually(async () => expect((await server.database.pool.query(waits)).rowCount).toBe(1));
    await tx.updateTable('helper_request').set({ state: 'declined' }).where('application_id', '=', id).execute();
    return { begun };
  });
  expect((await sending.begun).status).toBe(404);
  expect((await itemsOf(server, id)).get('transcript')?.state).toBe('awaiting');
});

test('what the office has checked takes no more files; what it has sent back does, with its words', async () => {
  const { token, itemOf } = await newCounselor('Ada');
  const counselor = server.client();
  const asked = { token, item: itemOf(0) };
  await sendHelp(server, counselor, asked);
  const late = await uploadHelp(server, counselor, asked);
  await setState(itemOf(0), 'accepted');
  expect((await counselor.call(helpPaper, { payload: late })).body.code).toBe('item_closed');
  expect((await counselor.call(helpUpload, { payload: { ...asked, file_size: 9 } })).body.code).toBe('item_closed');
  await setState(itemOf(0), 'returned');
  const [shown] = await studentsOf(counselor, token);
  expect(shown?.items[0]).toMatchObject({ state: 'again', returned_words: 'Page 2 is cut off.' });
  await sendHelp(server, counselor, asked);
  await setState(itemOf(0), 'waived');
  expect((await counselor.call(helpUpload, { payload: { ...asked, file_size: 9 } })).status).toBe(404);
});

test('when everything has come, the applicant reads that it was sent, unless something was sent back or declined', async () => {
  const { token, students, shown, itemOf } = await newCounselor('Ada');
  for (const { id: item } of shown[0]?.items ?? []) await sendHelp(server, server.client(), { token, item });
  const stateOf = async () => (await students[0]?.call(helperState))?.body.helper?.state;
  expect(await stateOf()).toBe('sent');
  await setState(itemOf(0), 'returned');
  expect(await stateOf()).toBe('open');
  const payload = { token, student: shown[0]?.id ?? '', reason: 'declined', right_email: '' } as const;
  expect((await server.client().call(helpDecline, { payload })).status).toBe(200);
  for (const { id } of shown[0]?.items ?? []) await setState(id, 'waived');
  expect(await stateOf()).toBe('declined');
});

test('where the office needs nothing of the helper any more, the applicant does not read that the helper has sent it', async () => {
  const { token, students, shown } = await newCounselor('Ada');
  for (const { id } of shown[0]?.items ?? []) await setState(id, 'waived');
  expect(await studentsOf(server.client(), token)).toEqual([]);
  expect((await students[0]?.call(helperState))?.body.helper).toMatchObject({ state: 'open' });
});

test("nobody sends for another helper's student, for a paper that others send, or with another student's file", async () => {
  const [mine, others] = [await newCounselor('Ada', 'Ben'), await newCounselor('Cem')];
  const counselor = server.client();
  const { token } = mine;
  const scores = await server.db
    .insertInto('item')
    .values({
      application_id: mine.students[0]?.applicationId ?? '',
      rule: 'scores',
      source: 'test_agency',
      created_at: server.clock.now(),
      changed_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const item of [others.itemOf(0), scores.id, '00000000-0000-4000-8000-000000000000']) {
    expect((await counselor.call(helpUpload, { payload: { token, item, file_size: 9 } })).status, item).toBe(404);
  }
  const forAda = await uploadHelp(server, counselor, { token, item: mine.itemOf(0) });
  const stolen = await counselor.call(helpPaper, {
    payload: { ...forAda, token: others.token, item: others.itemOf(0) },
  });
  expect(stolen.status).toBe(403);
  expect((await counselor.call(helpPaper, { payload: { ...forAda, token: others.token } })).status).toBe(404);
  expect(await server.db.selectFrom('paper').select('id').where('id', '=', forAda.paper_id).execute()).toEqual([]);
});

test('the wrong person names the right one: the student reads it, and the page shows that student no more', async () => {
  const { email, token, students, shown, itemOf } = await newCounselor('Ada', 'Ben');
  const [ada, ben] = students;
  const counselor = server.client();
  const payload = {
    token,
    student: shown[0]?.id ?? '',
    reason: 'wrong_person',
    right_email: 'Robin@school.example',
  } as const;
  expect((await counselor.call(helpDecline, { payload: { ...payload, right_email: 'robin' } })).body).toEqual({
    code: 'invalid_username',
    message: "This email address isn't valid. Please check it.",
  });
  for (const _ of [1, 2]) expect((await counselor.call(helpDecline, { payload })).status).toBe(200);
  expect((await studentsOf(counselor, token)).map(({ name }) => name)).toEqual(['Ben Testperson']);
  expect((await counselor.call(helpUpload, { payload: { token, item: itemOf(0), file_size: 9 } })).status).toBe(404);
  expect((await ada?.call(helperState))?.body.helper).toMatchObject({
    state: 'wrong_person',
    right_email: 'robin@school.example',
  });
  const mails = (await mailsTo(server.db, ada?.email ?? '')).filter(({ kind }) => kind === 'helper_declined');
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Casey Counselor told us that they aren't the right person to send your papers"),
  ]);
  const of = { token, student: shown[1]?.id ?? '', reason: 'declined', right_email: '' } as const;
  await server.db.updateTable('helper_request').set({ name: '' }).where('id', '=', of.student).execute();
  await counselor.call(helpDecline, { payload: of });
  expect((await lastMailTo(server.db, ben?.email ?? '')).text).toContain(`${email} told us`);
  server.clock.advance(HOUR_MS);
  const later = await logIn(server, ada?.accountId ?? '');
  expect((await later.call(helperAgain)).body.code).toBe('wrong_state');
});

test('who cannot send anything is not asked again unless the applicant does', async () => {
  const { token, students, shown } = await newCounselor('Ada');
  const counselor = server.client();
  const payload = { token, student: shown[0]?.id ?? '', reason: 'declined', right_email: '' } as const;
  expect((await counselor.call(helpDecline, { payload })).status).toBe(200);
  expect(await studentsOf(counselor, token)).toEqual([]);
  const [mail] = (await mailsTo(server.db, students[0]?.email ?? '')).filter(({ kind }) => kind === 'helper_declined');
  expect(mail?.text).toContain("Casey Counselor told us that they can't send your papers");
  server.clock.advance(HOUR_MS);
  const later = await logIn(server, students[0]?.accountId ?? '');
  expect((await later.call(helperAgain)).body.helper).toMatchObject({ state: 'open' });
  expect(await studentsOf(counselor, token)).toHaveLength(1);
});

test('who declines after everything was checked, or while the application is open again, causes no mail', async () => {
  const { token, students, shown } = await newCounselor('Ada', 'Ben');
  const [ada, ben] = students;
  const counselor = server.client();
  for (const { id } of shown[0]?.items ?? []) await setState(id, 'accepted');
  await server.db
    .deleteFrom('submission')
    .where('application_id', '=', ben?.applicationId ?? '')
    .execute();
  for (const student of shown) {
    const payload = { token, student: student.id, reason: 'declined', right_email: '' } as const;
    expect((await counselor.call(helpDecline, { payload })).status).toBe(200);
  }
  for (const applicant of [ada, ben]) {
    const mails = await mailsTo(server.db, applicant?.email ?? '');
    expect(mails.filter(({ kind }) => kind === 'helper_declined')).toEqual([]);
  }
  expect((await ada?.call(helperState))?.body.helper?.state).not.toBe('declined');
});

test('nobody declines for a student of another helper', async () => {
  const [mine, others] = [await newCounselor('Ada'), await newCounselor('Ben')];
  const payload = {
    token: mine.token,
    student: others.shown[0]?.id ?? '',
    reason: 'declined',
    right_email: '',
  } as const;
  expect((await server.client().call(helpDecline, { payload })).status).toBe(200);
  expect(await studentsOf(server.client(), others.token)).toHaveLength(1);
});

test('an applicant who has withdrawn asks nobody any more', async () => {
  const { token, students, itemOf } = await newCounselor('Ada');
  await server.db
    .updateTable('office_application')
    .set({ withdrawn_at: server.clock.now() })
    .where('application_id', '=', students[0]?.applicationId ?? '')
    .execute();
  expect(await studentsOf(server.client(), token)).toEqual([]);
  expect((await server.client().call(helpUpload, { payload: { token, item: itemOf(0), file_size: 9 } })).status).toBe(
    404,
  );
});

test('a guessed, an expired and another kind of token open nothing, whatever session the caller has', async () => {
  const { token, students, shown, itemOf } = await newCounselor('Ada');
  const director = await newColleague(server, 'director');
  const calls = (given: string) =>
    [
      [helpLook, { token: given }],
      [helpUpload, { token: given, item: itemOf(0), file_size: 9 }],
      [
        helpPaper,
        { token: given, item: itemOf(0), paper_id: itemOf(0), file_key: 'x', file_name: 'x.pdf', file_size: 9 },
      ],
      [helpDecline, { token: given, student: shown[0]?.id ?? '', reason: 'declined', right_email: '' }],
    ] as const;
  const sessions = [{}, ...[students[0]?.cookies ?? [], director.cookies].map((kept) => Object.fromEntries(kept))];
  const headers = { origin: server.deps.config.publicUrl };
  const refused = async (given: string) => {
    for (const cookies of sessions) {
      for (const [{ path: url }, payload] of calls(given)) {
        const response = await server.app.inject({ method: 'POST', url, payload, cookies, headers });
        expect([response.statusCode, response.json().code], url).toEqual([404, 'wrong_help_link']);
      }
    }
  };
  for (const given of ['', 'x', newToken(), `${token.slice(0, -1)}_`, token.toLowerCase()]) await refused(given);
  await server.db
    .updateTable('helper_link')
    .set({ expires_at: server.clock.now() })
    .where(sql<boolean>`true`)
    .execute();
  await refused(token);
  expect((await students[0]?.call(helperState))?.body.helper).toMatchObject({ state: 'open' });
});

test('a network that guesses is refused after as many calls as links get in a minute', async () => {
  const { token } = await newCounselor('Ada');
  const guesser = server.client('192.0.2.66');
  const statuses = [];
  for (let guess = 0; guess <= CALL_LIMITS.link; guess += 1)
    statuses.push((await guesser.call(helpLook, { payload: { token: 'x' } })).status);
  expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([CALL_LIMITS.link, 429]);
  expect((await guesser.call(helpLook, { payload: { token } })).status).toBe(429);
  expect(await studentsOf(server.client('192.0.2.67'), token)).toHaveLength(1);
});

test('a page of another site sends nothing', async () => {
  const { token, itemOf } = await newCounselor('Ada');
  for (const call of [helpLook, helpUpload, helpPaper, helpDecline]) {
    const response = await server.app.inject({
      ...{ method: 'POST', url: call.path, payload: { token, item: itemOf(0), file_size: PDF.length } },
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(response.json().code).toBe('cross_site');
  }
});
