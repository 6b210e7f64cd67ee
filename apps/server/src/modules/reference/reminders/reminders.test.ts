import { links } from '@firstyear/api-contract/addresses';
import { stopReminders } from '@firstyear/api-contract/application';
import { API_ERRORS } from '@firstyear/api-contract/errors';
import type { PartnerConfig, Term } from '@firstyear/partner-config';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { ENGLISH } from '@firstyear/words';
import { apiErrors } from '@firstyear/words/api-errors';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { type MailMessage, nodemailerMessage } from '../../../adapters/mailer/mailer.ts';
import { servedForms } from '../../../config/served-forms.ts';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp } from '../../../testing/app.ts';
import { TestClock } from '../../../testing/clock.ts';
import { type Applicant, fillIn, newApplicant, submitted } from '../../application/row/applicant.testing.ts';
import { sendQueuedMail } from '../../mail/service.ts';
import { dueReminder, queueReminders, signStop } from './service.ts';

const TERM: Term = {
  entry_term: 'fall_2027',
  opens: '2026-08-01T09:00-04:00',
  closes: '2027-03-01T23:59-05:00',
  late: 'refused',
  dates: [],
};
const strict: PartnerConfig = { ...partner, terms: [TERM] };

const server = await suiteApp({ clock: new TestClock('2026-11-21T12:00:00Z'), deps: { partner: strict } });

const { first } = server.deps.forms;
const remind = (instant: string, with_: PartnerConfig = strict) =>
  queueReminders(
    {
      db: server.db,
      jobs: server.jobs,
      forms: servedForms({ ...first, id: 'other' }, { ...first, partner: with_ }),
      config: server.deps.config,
    },
    new Date(instant),
  );
const mailsTo = (recipient: string) =>
  server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', 'reminder')
    .orderBy('created_at')
    .execute();

async function draftFor(entry_term: string): Promise<Applicant> {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { entry_term, preferred_name: 'Ada' });
  return ada;
}

test.each([
  ['2027-02-14T12:00-05:00', 0],
  ['2027-02-15T00:00-05:00', 1],
  ['2027-02-26T12:00-05:00', 2],
  ['2027-02-28T12:00-05:00', 3],
  ['2027-03-01T23:59-05:00', 3],
  ['2027-03-02T00:00-05:00', 0],
])('at %s the reminder with the number %i is due', (instant, number) => {
  expect(dueReminder(strict, TERM, Date.parse(instant))).toBe(number);
});

test.each(partner.terms)(
  'no reminder is due outside of the days of $entry_term, which takes late applications',
  (term) => {
    const [opens, closes] = [Date.parse(term.opens), Date.parse(term.closes)];
    expect(term.late).toBe('accepted');
    const outside = [opens - 1, closes + MINUTE_MS, closes + DAY_MS, closes + 5 * DAY_MS, closes + 400 * DAY_MS];
    expect(outside.map((now) => dueReminder(partner, term, now))).toEqual(outside.map(() => 0));
    expect(dueReminder(partner, term, closes)).toBe(3);
  },
);

test("a draft gets at most three reminders, however often drafts are checked, and a missed one isn't sent later", async () => {
  const ada = await draftFor('fall_2027');
  for (const instant of ['2027-02-10T12:00-05:00', '2027-02-15T12:00-05:00', '2027-02-15T13:00-05:00'])
    await remind(instant);
  expect(await mailsTo(ada.email)).toHaveLength(1);
  for (const instant of ['2027-02-26T12:00-05:00', '2027-02-28T12:00-05:00', '2027-03-01T12:00-05:00'])
    await remind(instant);
  expect(await mailsTo(ada.email)).toHaveLength(3);
  await remind('2027-03-02T12:00-05:00');
  expect(await mailsTo(ada.email)).toHaveLength(3);
  const late = await draftFor('fall_2027');
  await remind('2027-03-01T12:00-05:00');
  expect(await mailsTo(late.email)).toHaveLength(1);
});

test('no reminder goes to applicants who have submitted, chose another term, began in another season or were active within a day, or if there are no terms', async () => {
  const done = await submitted(server, { entry_term: 'fall_2027' });
  const other = await draftFor('spring_2028');
  const busy = await draftFor('fall_2027');
  const worked = new Date('2027-02-14T20:00-05:00');
  await server.db.updateTable('application').set({ updated_at: worked }).where('id', '=', busy.applicationId).execute();
  const earlier = await draftFor('fall_2027');
  const season = { season: '2020-2021' };
  await server.db.updateTable('application').set(season).where('id', '=', earlier.applicationId).execute();
  const idle = await draftFor('fall_2027');
  expect(await remind('2027-02-15T12:00-05:00', { ...strict, terms: [] })).toBe(0);
  await remind('2027-02-15T12:00-05:00');
  expect(
    await Promise.all([done, other, busy, earlier, idle].map(async ({ email }) => (await mailsTo(email)).length)),
  ).toEqual([0, 0, 0, 0, 1]);
  await remind(new Date(worked.getTime() + DAY_MS).toISOString());
  expect(await mailsTo(busy.email)).toHaveLength(1);
});

/** The mail as sent by SMTP. */
async function wireOf(message: MailMessage): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: text } = await composer.sendMail(nodemailerMessage(message, 'mail.example'));
  return String(text);
}

test('the mail greets by name, says how much time is left and how to stop, for people and for programs in one line', async () => {
  const ada = await draftFor('fall_2027');
  await remind('2027-02-26T12:00-05:00');
  const [mail] = await mailsTo(ada.email);
  const sent: MailMessage[] = [];
  const mailer = { send: async (message: MailMessage) => void sent.push(message), close: async () => {} };
  const { db, clock } = server;
  await sendQueuedMail(
    { db, clock: clock.now, mailer, partner: strict, config: { mailFrom: undefined } },
    mail?.id ?? '',
  );
  const [message] = sent;
  if (!message) throw new Error('Nothing was sent.');
  expect(message.text).toMatch(/^Dear Ada,/);
  expect(message.text).toContain(
    'You have 3 days left: we take applications until March 1, 2027 at 11:59 PM Eastern Time.',
  );
  const stop = { application: ada.applicationId, signature: signStop(server.deps.config.secret, ada.applicationId) };
  expect(message.text).toContain(links.reminders('http://localhost:3000', stop));
  const wire = await wireOf(message);
  expect(wire).toContain(`\r\nList-Unsubscribe: <${links.stopReminders('http://localhost:3000', stop)}>\r\n`);
  expect(wire).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect((await PostalMime.parse(wire)).text).toContain('Stop them here:');
  expect((await mailsTo(ada.email))[0]).toMatchObject({ body_text: null, unsubscribe_url: null });
});

test.each([
  ['2027-02-15T12:00-05:00', 'You have 14 days left'],
  ['2027-02-28T12:00-05:00', 'Tomorrow is the last day'],
  ['2027-03-01T12:00-05:00', 'Today is the last day'],
])('at %s the mail says "%s", when the term closes and where to log in', async (instant, left) => {
  const ada = await draftFor('fall_2027');
  await remind(instant);
  const [mail] = await mailsTo(ada.email);
  expect(mail?.subject).toBe("Your application to Larkmoor University isn't submitted yet");
  expect(mail?.body_text).toContain(
    `it hasn't been submitted yet. ${left}: we take applications until March 1, 2027 at 11:59 PM`,
  );
  expect(mail?.body_text).toContain(`Log in to finish it: ${links.login('http://localhost:3000')}`);
});

test('all drafts of a term get reminders, even more than fit in one transaction, and are counted', async () => {
  await remind('2027-02-15T12:00-05:00');
  const drafts: Awaited<ReturnType<typeof draftFor>>[] = [];
  // One after the other: 101 at once wait too long for a connection on a busy machine.
  while (drafts.length < 101) drafts.push(await draftFor('fall_2027'));
  expect(await remind('2027-02-15T12:00-05:00')).toBe(101);
  expect(await remind('2027-02-15T12:00-05:00')).toBe(0);
  for (const { email } of [drafts[0], drafts.at(-1)].filter((draft) => draft !== undefined))
    expect(await mailsTo(email)).toHaveLength(1);
});

const press = (stop: { readonly application: string; readonly signature: string }, origin?: string) =>
  server.app.inject({
    method: 'POST',
    url: new URL(links.stopReminders('http://localhost:3000', stop)).pathname,
    query: { ...stop },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin === undefined ? {} : { origin }) },
    payload: 'List-Unsubscribe=One-Click',
  });

test("one click in a mail program ends the own reminders, without cookies and from anywhere; opening the address doesn't", async () => {
  const [ada, bob] = [await draftFor('fall_2027'), await draftFor('fall_2027')];
  const stop = { application: ada.applicationId, signature: signStop(server.deps.config.secret, ada.applicationId) };
  const opened = await server.app.inject({ method: 'GET', url: stopReminders.path, query: { ...stop } });
  expect([opened.statusCode, opened.headers.location]).toEqual([303, links.reminders('http://localhost:3000', stop)]);
  await remind('2027-02-15T12:00-05:00');
  expect(await mailsTo(ada.email)).toHaveLength(1);
  const pressed = await press(stop, 'https://mail.example');
  expect([pressed.statusCode, pressed.json()]).toEqual([200, { message: "You won't get any more reminders." }]);
  expect((await press(stop)).statusCode).toBe(200);
  await remind('2027-02-28T12:00-05:00');
  expect([(await mailsTo(ada.email)).length, (await mailsTo(bob.email)).length]).toEqual([1, 2]);
});

test("a link that wasn't signed for this application stops nobody's reminders", async () => {
  const [ada, bob] = [await draftFor('fall_2027'), await draftFor('fall_2027')];
  const signature = signStop(server.deps.config.secret, bob.applicationId);
  const status = API_ERRORS.wrong_reminder_link;
  const message = apiErrors.in(ENGLISH).wrong_reminder_link;
  for (const application of [ada.applicationId, bob.applicationId.slice(1), '']) {
    const refused = await press({ application, signature });
    expect([refused.statusCode, refused.json()], application).toMatchObject([status, { message }]);
  }
  const cut = await server.app.inject({ method: 'GET', url: stopReminders.path });
  expect([cut.statusCode, cut.json()], 'an address that a mail program cut off').toMatchObject([status, { message }]);
  const missing = await server.app.inject({ method: 'GET', url: stopReminders.path });
  expect([missing.statusCode, missing.json()], 'an address without its parts').toMatchObject([status, { message }]);
  await remind('2027-02-15T12:00-05:00');
  expect(await mailsTo(ada.email)).toHaveLength(1);
});
