import { profile, submit } from '@firstyear/api-contract/application';
import { pdf } from '@firstyear/api-contract/documents';
import { confirm, login, signup } from '@firstyear/api-contract/identity';
import { completeAnswers } from '@firstyear/freshman/testing';
import { apiErrors } from '@firstyear/words/api-errors';
import { outcomes } from '@firstyear/words/outcomes';
import { SPANISH } from '@firstyear/words/spanish';
import { submitting } from '@firstyear/words/submitting';
import { expect, test } from 'vitest';
import { confirmed, logInAs, newAddress, PASSWORD } from '../modules/accounts/identity/person.testing.ts';
import { fillIn, newApplicant } from '../modules/application/row/applicant.testing.ts';
import { queueReminders } from '../modules/reference/reminders/service.ts';
import { suiteApp } from '../testing/app.ts';
import { TestClock } from '../testing/clock.ts';
import { codeIn, lastMailTo } from '../testing/mail.ts';

const server = await suiteApp({ clock: new TestClock('2026-11-21T12:00:00Z') });

function spanishBrowser() {
  const client = server.client();
  client.cookies.set('language', 'es');
  return client;
}
const languageOf = async (email: string) =>
  (await server.db.selectFrom('account').select('language').where('email', '=', email).executeTakeFirst())?.language;

test('an applicant who chose Spanish reads messages, errors and mail in Spanish', async () => {
  const client = spanishBrowser();
  const username = newAddress();
  const words = outcomes.in(SPANISH);
  const signedUp = await client.call(signup, { payload: { username, password: PASSWORD } });
  expect(signedUp.body.message).toBe(words.signedUp);
  const mail = await lastMailTo(server.db, username);
  expect(mail.subject).toContain('código de confirmación');
  expect(mail.text).toMatch(/^Hola:/);
  const code = codeIn(mail);
  const wrong = await client.call(confirm, { payload: { username, code: code === '000000' ? '111111' : '000000' } });
  expect(wrong.body.message).toBe(apiErrors.in(SPANISH).wrong_code);
  expect((await client.call(confirm, { payload: { username, code } })).body.message).toBe(words.confirmed);
  expect((await logInAs(client, username)).body.message).toBe(words.loggedIn);
  expect(await languageOf(username)).toBe('es');
});

test('responses are in Spanish for a browser that prefers it, but not for one that chose English', async () => {
  const client = server.client();
  const headers = { 'accept-language': 'es-MX,es;q=0.9' };
  const wrong = { payload: { username: newAddress(), password: PASSWORD }, headers };
  expect((await client.call(login, wrong)).body.message).toBe(apiErrors.in(SPANISH).wrong_credentials);
  client.cookies.set('language', 'en');
  expect((await client.call(login, wrong)).body.message).toBe(apiErrors.texts.wrong_credentials);
});

test('an account stores the language that its owner chose last, and reminders are in it', async () => {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { entry_term: 'fall_2027', preferred_name: 'Ada' });
  ada.cookies.set('language', 'es');
  await ada.call(profile);
  expect(await languageOf(ada.email)).toBe('es');
  const { db, jobs, deps } = server;
  const remind = () =>
    queueReminders({ db, jobs, forms: deps.forms, config: deps.config }, new Date('2027-02-16T12:00Z'));
  await remind();
  const mail = await lastMailTo(server.db, ada.email);
  expect(mail.text).toMatch(/^Hola, Ada:/);
  expect(mail.text).toContain('1 de marzo de 2027');
  ada.cookies.set('language', 'en');
  await ada.call(profile);
  expect(await languageOf(ada.email)).toBe('en');
});

test('at login, a browser without a chosen language adopts the language of the account', async () => {
  const { client, username } = await confirmed(server);
  client.cookies.set('language', 'es');
  await logInAs(client, username);
  const elsewhere = server.client();
  expect((await logInAs(elsewhere, username)).body.message).toBe(outcomes.in(SPANISH).loggedIn);
  expect(elsewhere.cookies.get('language')).toBe('es');
  const english = server.client();
  english.cookies.set('language', 'en');
  expect((await logInAs(english, username)).body.message).toBe(outcomes.texts.loggedIn);
  expect(english.cookies.get('language')).toBe('en');
  expect(await languageOf(username)).toBe('en');
});

test('an application submitted in Spanish is marked so, with a Spanish receipt and English answers', async () => {
  const ada = await newApplicant(server);
  ada.cookies.set('language', 'es');
  await fillIn(server, ada, completeAnswers(server.form, { email_address: ada.email }));
  const response = await ada.call(submit);
  expect([response.status, response.body.message]).toEqual([200, submitting.in(SPANISH).submitted]);
  const row = await server.db
    .selectFrom('submission')
    .select(['language', 'content'])
    .where('confirmation_number', '=', response.body.confirmation_number ?? '')
    .executeTakeFirstOrThrow();
  expect(row.language).toBe('es');
  expect(JSON.stringify(row.content)).toContain('Fall 2027');
  const receipt = await lastMailTo(server.db, ada.email);
  expect(receipt.text).toContain('21 de noviembre de 2026');
  expect(receipt.text).toContain('Envía tu expediente');
});

test('a PDF copy is in the language of its request, and is printed again for another language', async () => {
  const ada = await newApplicant(server);
  const languages = async () => {
    const rows = server.db.selectFrom('pdf_copy').select(['language', 'status']);
    return rows.where('application_id', '=', ada.applicationId).execute();
  };
  ada.cookies.set('language', 'es');
  await ada.call(pdf);
  expect(await languages()).toEqual([{ language: 'es', status: 'UNPROCESSED' }]);
  await server.db.updateTable('pdf_copy').set({ status: 'COMPLETED', object_key: 'pdf/1.pdf' }).execute();
  expect((await ada.call(pdf)).body.status).toBe('COMPLETED');
  ada.cookies.set('language', 'en');
  expect((await ada.call(pdf)).body.status).toBe('UNPROCESSED');
  expect(await languages()).toEqual([{ language: null, status: 'UNPROCESSED' }]);
});
