import { type Answers, applicationForm, momentOf } from '@firstyear/application-form';
import { completeAnswers } from '@firstyear/application-form/testing';
import { partner } from '@partner';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { ServerError } from '../api/errors.ts';
import { eventually } from '../eventually.testing.ts';
import { createClock } from '../manual-clock.testing.ts';
import { type Reply, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import type { Visit } from '../session/visit.ts';
import { clearToasts, currentToasts } from '../ui/toast-store.ts';
import { createSubmission } from './submission.ts';

const form = applicationForm(partner);
const NOT_READY: Reply = [409, { code: 'document_not_ready', message: 'Your transcript is not ready.' }];
const SUBMITTED: Reply = [
  200,
  { message: 'Done.', confirmation_number: 'FY27-TEST-TEST', submitted_at: '2026-11-21T12:00:00.000Z' },
];

// The next file is in the same process.
afterEach(clearToasts);

/** A complete application whose owner presses Submit Application. */
function pressSubmit(reply: (count: number) => Reply, typed: Answers = {}, saveNow = async () => {}) {
  let count = 0;
  scriptNetwork(({ path }) => {
    if (path !== '/api/submit') return [200, { message: 'Saved.' }];
    count += 1;
    return reply(count);
  });
  const clock = createClock();
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'));
  answers.loadSaved(completeAnswers(partner, {}, momentOf(new Date('2026-11-21T12:00:00Z'))));
  answers.changeMany(typed);
  const snapshot = createSnapshotStore({ is_logged_in: true, username: 'ada@mail.example', web_status: 'validating' });
  const visit: Pick<Visit, 'submitted' | 'receipt'> = { submitted: null, receipt: null };
  const submission = createSubmission({
    partner,
    snapshot,
    visit,
    answers,
    autosave: { saveNow, stop: () => {} },
    validationReporter: { report: async () => {}, watch: () => () => {} },
    go: vi.fn(),
    after: clock.after,
    currentEntry: () => 'one',
  });
  return { submission, snapshot, visit, clock, done: submission.submitApplication(), count: () => count };
}

test('a submission waits for a document that is being converted, says so, and goes on when it is ready', async () => {
  const { submission, snapshot, visit, clock, done, count } = pressSubmit((times) =>
    times < 4 ? NOT_READY : SUBMITTED,
  );
  for (let asked = 1; asked < 4; asked += 1) {
    await eventually(() => expect(submission.isWaiting.get()).toBe(true));
    await eventually(() => expect(count()).toBe(asked));
    await eventually(() => expect(clock.waiting()).toBe(1));
    await clock.advance(2_000);
  }
  await done;
  expect(count()).toBe(4);
  expect(submission.isWaiting.get()).toBe(false);
  expect(snapshot.get().web_status).toBe('submitted');
  expect(visit.receipt).toEqual({ confirmationNumber: 'FY27-TEST-TEST', submittedAt: '2026-11-21T12:00:00.000Z' });
  expect(currentToasts()).toEqual([]);
});

test('after a minute the applicant is told which document is not ready, and can press again', async () => {
  let isReady = false;
  const { submission, snapshot, clock, done, count } = pressSubmit(() => (isReady ? SUBMITTED : NOT_READY));
  for (let asked = 1; asked <= 30; asked += 1) {
    await eventually(() => expect(count()).toBe(asked));
    await eventually(() => expect(clock.waiting()).toBe(1));
    await clock.advance(2_000);
  }
  await done;
  expect(count()).toBe(31);
  expect(submission.isWaiting.get()).toBe(false);
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Your transcript is not ready.' }]);
  expect(snapshot.get().web_status).toBe('validating');
  isReady = true;
  await submission.submitApplication();
  expect(snapshot.get().web_status).toBe('submitted');
});

test('that a submission has heard nothing back is said until it is tried again, whatever else gets a response', async () => {
  let reply: () => Reply = () => {
    throw new TypeError('Failed to fetch');
  };
  const { submission, done } = pressSubmit(() => reply());
  await done;
  await request('activity');
  expect(currentToasts()).toMatchObject([{ message: expect.stringContaining("We didn't hear back") }]);
  reply = () => [500, { message: 'Not now.' }];
  await submission.submitApplication();
  expect(currentToasts()).toMatchObject([{ message: 'Not now.' }]);
  reply = () => SUBMITTED;
  await submission.submitApplication();
  expect(currentToasts()).toEqual([]);
});

test('an answer that was typed after a submission of which nothing was heard back is never passed off as a part of it', async () => {
  const locked = new ServerError('Your application has been submitted.', { status: 409, code: 'locked' });
  const { visit, done, count } = pressSubmit(
    () => SUBMITTED,
    { city: 'Faketown' },
    () => Promise.reject(locked),
  );
  await done;
  expect(count()).toBe(0);
  expect(visit.submitted).toBeNull();
  expect(currentToasts()).toMatchObject([{ message: locked.message }]);
});
