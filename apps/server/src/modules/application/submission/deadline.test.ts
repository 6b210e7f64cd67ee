import { profile, submit } from '@firstyear/api-contract/application';
import { extendDeadline } from '@firstyear/api-contract/desk';
import type { PartnerConfig, Term } from '@firstyear/partner-config';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../process/durations.ts';
import { suiteApp, testApp } from '../../../testing/app.ts';
import { TestClock } from '../../../testing/clock.ts';
import { newColleague } from '../../accounts/staff/staff.testing.ts';
import { type Applicant, fillIn, logIn, newApplicant } from '../row/applicant.testing.ts';
import { endConversion, upload } from '../uploads/uploading.testing.ts';

const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');

/** The first term closes at 23:59 in New York on the day when these tests' clocks begin; the second one opens a day later. */
const CLOSING: Term = {
  entry_term: 'fall_2027',
  opens: '2026-08-01T09:00-04:00',
  closes: '2026-11-21T23:59-05:00',
  late: 'refused',
  dates: [],
};
const COMING: Term = {
  ...CLOSING,
  entry_term: 'fall_2028',
  opens: '2026-11-22T09:00-05:00',
  closes: '2027-11-22T09:00-05:00',
};
const strict: PartnerConfig = { ...partner, terms: [CLOSING, COMING] };

/** Fifteen seconds before the end of the last minute. */
const LAST_MOMENT = '2026-11-22T04:59:45Z';
/** From then on, a submission arrives too late. */
const TOO_LATE_MS = 5 * MINUTE_MS + 15_000;

const clock = new TestClock(LAST_MOMENT);
const server = await suiteApp({ clock, deps: { partner: strict } });

async function applicantFor(entry_term: string): Promise<Applicant> {
  const ada = await newApplicant(server);
  await fillIn(server, ada, { entry_term });
  return ada;
}

/** Submits some time later, in a new session. */
async function submitLater(applicant: Applicant, milliseconds: number) {
  clock.advance(milliseconds);
  try {
    return await (await logIn(server, applicant.accountId)).call(submit);
  } finally {
    clock.advance(-milliseconds);
  }
}

const CLOSED = {
  status: 409,
  body: {
    code: 'term_closed',
    message:
      'Applications for Fall 2027 closed on November 21, 2026 at 11:59 PM Eastern Time. Your answers are saved: you can choose another term on the first page, or write to admissions@larkmoor.example.',
  },
};

test('a submission in the last minute counts, and may arrive five minutes late', async () => {
  expect((await (await applicantFor('fall_2027')).call(submit)).status).toBe(200);
  const late = await applicantFor('fall_2027');
  expect((await submitLater(late, TOO_LATE_MS - 1)).status).toBe(200);
});

test('after that, a submission for the term is refused in words that say what to do; for another term it is accepted', async () => {
  const ada = await applicantFor('fall_2027');
  expect(await submitLater(ada, TOO_LATE_MS)).toMatchObject(CLOSED);
  await fillIn(server, ada, { entry_term: 'spring_2028' });
  expect((await submitLater(ada, 6 * MINUTE_MS)).status).toBe(200);
});

test('a submission received in time counts, even if it waits for a document until the term has closed', async () => {
  const ada = await applicantFor('fall_2027');
  await upload(server, ada, PDF, 'transcript.pdf');
  expect(await ada.call(submit)).toMatchObject({ status: 409, body: { code: 'document_not_ready' } });
  expect(await submitLater(ada, 30 * MINUTE_MS)).toMatchObject({ status: 409, body: { code: 'document_not_ready' } });
  await endConversion(server, ada.applicationId);
  expect((await submitLater(ada, 60 * MINUTE_MS)).status).toBe(200);
});

test('it counts for an hour; one received too late never counts', async () => {
  const early = await applicantFor('fall_2027');
  await upload(server, early, PDF, 'transcript.pdf');
  await early.call(submit);
  await endConversion(server, early.applicationId);
  expect(await submitLater(early, 61 * MINUTE_MS)).toMatchObject(CLOSED);

  const late = await applicantFor('fall_2027');
  await upload(server, late, PDF, 'transcript.pdf');
  expect(await submitLater(late, 6 * MINUTE_MS)).toMatchObject(CLOSED);
});

test("an applicant's extended deadline is in their profile, and counts like that of the term", async () => {
  const ada = await applicantFor('fall_2027');
  const until = '2026-11-23T04:59:00.000Z';
  const payload = { until, reason: 'asked for by phone' };
  await (await newColleague(server, 'clerk')).call(extendDeadline, { params: { id: ada.applicationId }, payload });
  expect((await ada.call(profile)).body.extended_until).toBe(until);
  expect(await submitLater(ada, DAY_MS + 6 * MINUTE_MS)).toMatchObject({
    status: 409,
    body: { code: 'term_closed', message: expect.stringContaining('closed on November 22, 2026 at 11:59 PM') },
  });
  expect((await submitLater(ada, DAY_MS + 5 * MINUTE_MS)).status).toBe(200);
});

test('before a term opens a submission for it is refused, and the answers stay', async () => {
  const ada = await applicantFor('fall_2028');
  const opensIn = Date.parse('2026-11-22T14:00:00Z') - Date.parse(LAST_MOMENT);
  expect(await submitLater(ada, opensIn - 1)).toMatchObject({
    status: 409,
    body: { code: 'term_not_open', message: expect.stringContaining('November 22, 2026 at 9:00 AM Eastern Time') },
  });
  expect((await submitLater(ada, opensIn)).status).toBe(200);
});

test('a university that accepts late applications closes for nobody', async () => {
  const open = await testApp({
    clock: new TestClock('2040-01-01T00:00:00Z'),
    deps: { partner: { ...partner, terms: [{ ...CLOSING, late: 'accepted' }] } },
  });
  onTestFinished(() => open.stop());
  const ada = await newApplicant(open);
  await fillIn(open, ada, { entry_term: 'fall_2027' });
  expect((await ada.call(submit)).status).toBe(200);
});
