import { answer, profile, submit, webStatus } from '@firstyear/api-contract/application';
import type { Answers } from '@firstyear/form-engine';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { expect, test } from 'vitest';
import { utcMoment } from '../../../process/utc-moment.ts';
import { suiteApp } from '../../../testing/app.ts';
import { type Applicant, fillIn, logIn, newApplicant, showAllComponents, submitted } from '../row/applicant.testing.ts';

const server = await suiteApp();

const NUMBER = /^FY27-[2-9A-Z]{4}-[2-9A-Z]{4}$/;
const mails = (recipient: string) =>
  server.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', recipient).execute();
const submissions = (applicationId: string) =>
  server.db.selectFrom('submission').selectAll().where('application_id', '=', applicationId).execute();

test('[API-18] a complete, validating application is submitted without a body, and its profile says so', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  const submitted_at = server.clock.now().toISOString();
  const response = await ada.call(submit);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response).toMatchObject({
    status: 200,
    body: {
      message: 'Your application was successfully submitted.',
      confirmation_number: expect.stringMatching(NUMBER),
      submitted_at,
    },
  });
  const { body } = await ada.call(profile);
  expect(body.web_status?.map((item) => item.web_status)).toEqual(['started', 'validating', 'submitted']);
  expect(body).toMatchObject({
    confirmation_number: response.body.confirmation_number,
    submitted_at,
  });
  expect(await server.client().call(submit)).toMatchObject({ status: 401 });
});

test('[STATE-02] after submitting, posting the status submitted changes nothing', async () => {
  const ada = await submitted(server);
  for (const web_status of ['submitted', 'validating', 'started'] as const) {
    expect((await ada.call(webStatus, { payload: { web_status } })).status).toBe(200);
  }
  const { web_status } = (await ada.call(profile)).body;
  expect(web_status?.map((item) => item.web_status)).toEqual(['started', 'validating', 'submitted']);
});

test('20 submissions at once are one submission, one number, one receipt, and all succeed', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  const other = await logIn(server, ada.accountId);
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? ada : other).call(submit)));
  expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(new Set(responses.map((response) => response.body.confirmation_number)).size).toBe(1);
  expect(await submissions(ada.applicationId)).toHaveLength(1);
  expect(await mails(ada.email)).toHaveLength(1);
});

test('a submission that is sent again later gives the first result', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada);
  const first = await ada.call(submit);
  server.clock.advance(60_000);
  expect((await ada.call(submit)).body).toEqual(first.body);
});

test('the receipt names the confirmation number and the next steps, to the address of the account', async () => {
  const ada = await submitted(server, { first_name: 'Ada', email_address: 'elsewhere@mail.example' });
  const [mail] = await mails(ada.email);
  const [submission] = await submissions(ada.applicationId);
  expect(mail).toMatchObject({
    kind: 'receipt',
    subject: 'We received your application to Larkmoor University',
    sent_at: null,
  });
  expect(mail?.body_text).toContain(submission?.confirmation_number);
  expect(mail?.body_text).toContain('Dear Ada,');
  expect(mail?.body_text).toContain('Larkmoor University');
  expect(mail?.body_text).toContain('Send your high school transcript');
  expect(await mails('elsewhere@mail.example')).toEqual([]);
});

test('a submission is in the audit trail', async () => {
  const ada = await submitted(server);
  const events = await server.db
    .selectFrom('audit_event')
    .selectAll()
    .where('account_id', '=', ada.accountId)
    .where('kind', '=', 'submitted')
    .execute();
  expect(events).toHaveLength(1);
  const [submission] = await submissions(ada.applicationId);
  expect(events[0]?.detail).toEqual({
    application_id: ada.applicationId,
    confirmation_number: submission?.confirmation_number,
  });
});

async function expectRefused(applicant: Applicant, code: string, status: number): Promise<void> {
  expect(await applicant.call(submit)).toMatchObject({ status, body: { code } });
  expect(await submissions(applicant.applicationId)).toEqual([]);
  expect(await mails(applicant.email)).toEqual([]);
}

test('before validating, submitting is refused', async () => {
  const ada = await newApplicant(server);
  await expectRefused(ada, 'status_order', 409);
  await ada.call(answer, { payload: minimalAnswers(server.form, {}, utcMoment(server.clock.now())) });
  await ada.call(webStatus, { payload: { web_status: 'started' } });
  await expectRefused(ada, 'status_order', 409);
});

test('[VAL-71] the server refuses what the form refuses, on every page', async () => {
  const broken: readonly Answers[] = [
    { entry_term: '' },
    { first_name: '' },
    { email_address: 'no address' },
    { phone_home: '', phone_mobile: '', phone_international: '' },
    { state: '' },
    { gender: 'no such choice' },
    { hs_name: '' },
    { grad_year: '' },
    { sat_taken: '' },
    { conviction: '' },
    { legal_agree: false },
    { counselor_waiver_request: '' },
  ];
  for (const overrides of broken) {
    const ada = await newApplicant(server);
    await fillIn(server, ada);
    await ada.call(answer, { payload: { ...overrides } });
    await expectRefused(ada, 'not_complete', 422);
  }
});

test('an application with every question answered can be submitted', async () => {
  const ada = await newApplicant(server);
  await showAllComponents(server, ada);
  await fillIn(server, ada);
  const answers = completeAnswers(server.form, {}, utcMoment(server.clock.now()));
  await ada.call(answer, { payload: answers });
  expect((await ada.call(submit)).status).toBe(200);
});

test('of a concurrent save and submission, either the submission contains the save or the save is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ada = await newApplicant(server);
    await fillIn(server, ada, { city: 'Before' });
    const [save] = await Promise.all([ada.call(answer, { payload: { city: 'After' } }), ada.call(submit)]);
    const { city } = (await ada.call(profile)).body.answer ?? {};
    expect([200, 409]).toContain(save.status);
    expect(city).toBe(save.status === 200 ? 'After' : 'Before');
  }
});
