import { answer, profile, submit } from '@firstyear/api-contract/application';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { choiceWithdrawn, dropped, reworked } from '@firstyear/form-engine/releases';
import type { PartnerConfig } from '@firstyear/partner-config';
import { partner } from '@firstyear/partners/larkmoor/partner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { TestClock } from '../../../testing/clock.ts';
import { type Applicant, fillIn, logIn, newApplicant } from '../row/applicant.testing.ts';
import { at, changed } from './next-release.testing.ts';

/** The term closes at 11:59 PM in New York; these tests begin a minute before, eight minutes after the release. */
const TEN_TO_MIDNIGHT = '2026-11-22T04:50:00Z';
const TWO_TO_MIDNIGHT = '2026-11-22T04:58:00Z';
const strict: PartnerConfig = {
  ...partner,
  terms: [
    {
      entry_term: 'fall_2027',
      opens: '2026-08-01T09:00-04:00',
      closes: '2026-11-21T23:59-05:00',
      late: 'refused',
      dates: [],
    },
  ],
};
const NIGHT = 'freshman-night';
/** Adds a required question, makes another required and withdraws a choice of it, and drops a question. */
const next = changed(
  [
    {
      id: NIGHT,
      changes: [choiceWithdrawn('marital_status', ['widowed']), reworked('marital_status'), dropped('preferred_name')],
    },
  ],
  ['{"value":"widowed","label":"Widowed"}', '{"gone":true}'],
  ['"key":"marital_status"', '"key":"marital_status","required":true'],
  ['{"kind":"text","key":"preferred_name"', '{"kind":"text","required":true,"key":"motto"'],
);

let old: TestApp;
let now: TestApp;
beforeAll(async () => {
  const clock = new TestClock(TEN_TO_MIDNIGHT);
  old = await testApp({ clock, deps: { partner: strict } });
  now = await testApp({
    clock,
    deps: { partner: strict },
    database: old.database,
    config: old.deps.config,
    form: next,
  });
  clock.advance(Date.parse(TWO_TO_MIDNIGHT) - Date.parse(TEN_TO_MIDNIGHT));
});
afterAll(async () => {
  await now.app.close();
  await now.jobs.stop();
  await old.stop();
});

const WIDOWED = { entry_term: 'fall_2027', marital_status: 'widowed', preferred_name: 'Addie' };
const NEW_PAGE = { headers: { [FORM_RELEASE_HEADER]: NIGHT } };

async function complete(): Promise<Applicant> {
  const ada = await newApplicant(old);
  await fillIn(old, ada, WIDOWED);
  return ada;
}

/** Runs calls some minutes later, in a new session. */
async function later<T>(applicant: Applicant, minutes: number, act: (client: Applicant) => Promise<T>): Promise<T> {
  old.clock.advance(minutes * 60_000);
  try {
    return await act({ ...applicant, ...(await logIn(now, applicant.accountId)) });
  } finally {
    old.clock.advance(-minutes * 60_000);
  }
}

test('an applicant who submits from an outdated page hears that the form changed, keeps every answer, and is still in time with the new ones', async () => {
  const ada = await complete();
  expect(await at(now, ada).call(submit)).toMatchObject({ status: 409, body: { code: 'form_changed' } });
  const { body } = await at(now, ada).call(profile);
  expect(body).toMatchObject({ release: NIGHT, answer: { entry_term: 'fall_2027', marital_status: '' } });
  // The page reloads, and the missing answer is given after the term has closed.
  const sent = await later(ada, 31, async (page) => {
    expect(await page.call(submit, NEW_PAGE)).toMatchObject({ status: 422, body: { code: 'not_complete' } });
    await page.call(answer, { payload: { marital_status: 'single', motto: 'Onward' }, ...NEW_PAGE });
    return page.call(submit, NEW_PAGE);
  });
  expect(sent).toMatchObject({ status: 200, body: { answer: { marital_status: 'single', motto: 'Onward' } } });
});

test('that lasts an hour and needs a complete application: pressing the button alone extends no deadline', async () => {
  const slow = await complete();
  await at(now, slow).call(submit);
  const TERM_CLOSED = { status: 409, body: { code: 'term_closed' } };
  expect(await later(slow, 62, (page) => page.call(submit, NEW_PAGE))).toMatchObject(TERM_CLOSED);
  const unfinished = await complete();
  await unfinished.call(answer, { payload: { first_name: '' } });
  expect(await at(now, unfinished).call(submit)).toMatchObject({ status: 409, body: { code: 'form_changed' } });
  expect(await later(unfinished, 31, (page) => page.call(submit, NEW_PAGE))).toMatchObject(TERM_CLOSED);
});

test('an applicant who has answered all questions of the new form can submit from an outdated page, with the new form', async () => {
  const ada = await newApplicant(old);
  await fillIn(old, ada, { ...WIDOWED, marital_status: 'single' });
  await at(now, ada).call(answer, { payload: { motto: 'Onward' }, ...NEW_PAGE });
  const { status, body } = await at(now, ada).call(submit);
  expect(status).toBe(200);
  expect(body.answer).toMatchObject({ marital_status: 'single', motto: 'Onward' });
  expect(body.answer).not.toHaveProperty('preferred_name');
});

test('an older server refuses a submission from a page of the new form, whose answers it would omit', async () => {
  const ada = await complete();
  expect(await ada.call(submit, NEW_PAGE)).toMatchObject({ status: 409, body: { code: 'form_changed' } });
  expect((await ada.call(submit)).status).toBe(200);
});
