import { type Answers, momentOf } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers } from '@firstyear/freshman/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { ENGLISH } from '@firstyear/words';
import { submitting } from '@firstyear/words/submitting';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { SUBMITTING_KEY } from '../answers/tab-storage.ts';
import { request } from '../api/client.ts';
import { ServerError } from '../api/errors.ts';
import { uploadMutationKey } from '../api/queries.ts';
import type { QueryClientRef } from '../api/query-client-ref.ts';
import { BUSY, type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createSubmission } from './submission.ts';

const form = englishForm(definition);
const WORDS = submitting.in(ENGLISH);
const COMPLETE = completeAnswers(form, {}, momentOf(new Date('2026-11-21T12:00:00Z')));
const NOT_COMPLETE: ScriptedResponse = [422, { code: 'not_complete', message: 'Some questions still need an answer.' }];
const NOT_READY: ScriptedResponse = [409, { code: 'document_not_ready', message: 'Your transcript is not ready.' }];
const SUBMITTED_BODY = {
  message: 'Done.',
  confirmation_number: 'FY27-TEST-TEST',
  answer: {},
  submitted_at: '2026-11-21T12:00:00.000Z',
};
const SUBMITTED: ScriptedResponse = [200, SUBMITTED_BODY];

const view = new EventTarget();
beforeEach(() => {
  vi.stubGlobal('window', view);
});
// The next test file runs in the same process.
afterEach(() => {
  clearToasts();
  vi.unstubAllGlobals();
});

/** A complete application whose owner presses Submit Application. */
function pressSubmit(
  respond: (count: number) => ScriptedResponse,
  typed: Answers = {},
  saveNow = async () => {},
  isLoggedIn = true,
  conversion: () => { readonly status: string; readonly message?: string } = () => ({ status: 'UNPROCESSED' }),
) {
  let count = 0;
  const queries: QueryClientRef = { current: null };
  const headers: Headers[] = [];
  scriptNetwork(({ path, headers: sent }) => {
    if (path.startsWith('/api/pdf/document-answer/')) return [200, conversion()];
    if (path !== '/api/submit') return [200, { message: 'Saved.' }];
    headers.push(sent);
    count += 1;
    return respond(count);
  });
  const clock = createClock();
  const forgetQueries = vi.fn();
  const refresh = vi.fn(async () => {});
  const [go, stop] = [vi.fn(), vi.fn()];
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'));
  answers.loadSaved(COMPLETE);
  answers.changeMany(typed);
  const snapshot = createSnapshotStore({
    is_logged_in: isLoggedIn,
    username: 'ada@mail.example',
    web_status: 'validating',
  });
  const visit = { ...FIRST_VISIT };
  const tries: (() => void)[] = [];
  const history = { entry: 'one' };
  const tabStorage = createStorage();
  const submission = createSubmission({
    partner: { ...partner, failed_submit_page: 'education' },
    snapshot,
    visit,
    answers,
    outbox: answers.outbox,
    autosave: { saveNow, stop },
    tabStorage,
    waiting: createValue<string | null>(null),
    validationReporter: { report: async () => {}, watch: () => () => {} },
    go,
    words: (area) => area.in(ENGLISH),
    after: clock.after,
    random: () => 0.5,
    waitForConnection: () => new Promise((resolve) => tries.push(resolve)),
    queries,
    forgetQueries,
    refresh,
    currentEntry: () => history.entry,
  });
  const tryAgain = async () => {
    await eventually(() => expect(tries).toHaveLength(1));
    tries.pop()?.();
  };
  const done = submission.submitApplication();
  return {
    submission,
    history,
    go,
    stop,
    snapshot,
    visit,
    answers,
    outbox: answers.outbox,
    clock,
    done,
    tryAgain,
    queries,
    forgetQueries,
    refresh,
    headers,
    tabStorage,
    count: () => count,
  };
}

test('a submission waits for a document in conversion, says so, and continues when it is ready', async () => {
  const { submission, snapshot, visit, clock, done, count } = pressSubmit((times) =>
    times < 4 ? NOT_READY : SUBMITTED,
  );
  for (let asked = 1; asked < 4; asked += 1) {
    await eventually(() => expect(submission.waiting.get()).toContain('your document'));
    await eventually(() => expect(count()).toBe(asked));
    await eventually(() => expect(clock.waiting()).toBe(1));
    await clock.advance(2_000);
  }
  await done;
  expect(count()).toBe(4);
  expect(submission.waiting.get()).toBeNull();
  expect(snapshot.get().web_status).toBe('submitted');
  expect(visit.receipt).toEqual({ confirmation_number: 'FY27-TEST-TEST', submitted_at: '2026-11-21T12:00:00.000Z' });
  expect(currentToasts()).toEqual([]);
});

test('a submission that waits for a document ends when its conversion fails, and can be repeated without it', async () => {
  let isOpen = true;
  const { submission, snapshot, clock, done, count } = pressSubmit(
    () => (isOpen ? NOT_READY : SUBMITTED),
    {},
    async () => {},
    true,
    () => (isOpen ? { status: 'IN_PROGRESS' } : { status: 'FAILED', message: 'This file is damaged.' }),
  );
  await eventually(() => expect(clock.waiting()).toBe(1));
  isOpen = false;
  await clock.advance(2_000);
  await done;
  expect(count()).toBe(1);
  expect(snapshot.get().web_status).toBe('validating');
  const message = WORDS.documentFailed({ label: 'High school transcript', message: 'This file is damaged.' });
  expect(currentToasts()).toMatchObject([{ kind: 'error', message }]);
  await submission.submitApplication();
  expect(snapshot.get().web_status).toBe('submitted');
});

test('a submission waits for an upload that runs on this page, and ends when it fails', async () => {
  for (const hasFailed of [false, true]) {
    const client = new QueryClient();
    const mutationKey = uploadMutationKey('transcript');
    const upload = (mutationFn: () => Promise<void>) =>
      client
        .getMutationCache()
        .build(client, { mutationKey, mutationFn })
        .execute(undefined)
        .catch(() => undefined);
    // What failed before is none that it waits for.
    await upload(() => Promise.reject(new Error('Earlier.')));
    const tab = pressSubmit(() => SUBMITTED);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    void promise.catch(() => undefined);
    tab.queries.current = client;
    const uploaded = Promise.all([upload(() => promise.catch(() => undefined)), upload(() => promise)]);
    await eventually(() => expect(tab.submission.waiting.get()).toContain('your document'));
    expect(tab.count()).toBe(0);
    if (hasFailed) reject(new Error('No connection.'));
    else resolve();
    await uploaded;
    await tab.clock.advance(2_000);
    await tab.done;
    expect(tab.count()).toBe(hasFailed ? 0 : 1);
    expect(tab.snapshot.get().web_status).toBe(hasFailed ? 'validating' : 'submitted');
  }
  expect(currentToasts()[0]?.message).toContain('High school transcript: ');
});

test('a submission names the form of its page; where another one serves, the page reloads, and nothing is submitted', async () => {
  const { snapshot, refresh, done, headers } = pressSubmit(() => [409, { code: 'form_changed', message: 'Changed.' }]);
  await done;
  expect(headers.map((sent) => sent.get('form-release'))).toEqual(['']);
  expect(refresh).toHaveBeenCalledExactlyOnceWith(true);
  expect(snapshot.get().web_status).toBe('validating');
  // This server sent the same form again.
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Changed.' }]);
});

test('after a minute the page says which document is not ready, and the applicant can press again', async () => {
  let isReady = false;
  const { submission, snapshot, clock, done, count } = pressSubmit(() => (isReady ? SUBMITTED : NOT_READY));
  for (let asked = 1; asked <= 30; asked += 1) {
    await eventually(() => expect(count()).toBe(asked));
    await eventually(() => expect(clock.waiting()).toBe(1));
    await clock.advance(2_000);
  }
  await done;
  expect(count()).toBe(31);
  expect(submission.waiting.get()).toBeNull();
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Your transcript is not ready.' }]);
  expect(snapshot.get().web_status).toBe('validating');
  isReady = true;
  await submission.submitApplication();
  expect(snapshot.get().web_status).toBe('submitted');
});

test('[D4] a submission that a busy server refuses, or that gets no response, is retried automatically, and the page says why', async () => {
  const responses: (() => ScriptedResponse)[] = [
    () => BUSY,
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => [502, 'Bad Gateway'],
    () => SUBMITTED,
  ];
  const tab = pressSubmit((count) => responses[count - 1]?.() ?? SUBMITTED);
  const { submission, clock, count } = tab;
  await eventually(() => expect([submission.waiting.get(), clock.waiting()]).toEqual([WORDS.busy, 1]));
  await clock.advance(1249);
  expect(count()).toBe(1);
  await clock.advance(1);
  await eventually(() => expect([count(), submission.waiting.get()]).toEqual([2, WORDS.away]));
  await tab.tryAgain();
  await eventually(() => expect([count(), clock.waiting()]).toEqual([3, 1]));
  expect(currentToasts()).toEqual([]);
  await submission.submitApplication();
  expect(count()).toBe(3);
  await clock.advance(30_000);
  await tab.done;
  expect([count(), submission.waiting.get(), tab.snapshot.get().web_status]).toEqual([4, null, 'submitted']);
});

test('a save that a busy server refuses is retried without another press', async () => {
  let isBusy = true;
  const refusal = new ServerError('Busy.', { status: 503, code: 'overloaded' });
  const { clock, done, count } = pressSubmit(
    () => SUBMITTED,
    { city: 'Faketown' },
    () => (isBusy ? Promise.reject(refusal) : Promise.resolve()),
  );
  await eventually(() => expect(clock.waiting()).toBe(1));
  isBusy = false;
  await clock.advance(2000);
  await done;
  expect(count()).toBe(1);
});

test('[SESSION-05] a submission that waits ends with its session', async () => {
  const { submission, visit, clock, done, count } = pressSubmit(() => BUSY);
  await eventually(() => expect(clock.waiting()).toBe(1));
  visit.isEnding = true;
  await clock.advance(2000);
  await done;
  expect([count(), submission.waiting.get(), currentToasts()]).toEqual([1, null, []]);
});

test('an error stays until the retry, whatever other calls get a response', async () => {
  let response: ScriptedResponse = [500, { message: 'Not now.' }];
  const { submission, done } = pressSubmit(() => response);
  await done;
  await request('activity');
  expect(currentToasts()).toMatchObject([{ message: 'Not now.' }]);
  response = [500, { message: 'Still not.' }];
  await submission.submitApplication();
  expect(currentToasts()).toMatchObject([{ message: 'Still not.' }]);
  response = SUBMITTED;
  await submission.submitApplication();
  expect(currentToasts()).toEqual([]);
});

test('[D20] after submitting, the page shows the submitted answers, also those that it did not have', async () => {
  const { answers, done, forgetQueries } = pressSubmit(() => [
    200,
    { ...SUBMITTED_BODY, answer: { first_name: 'Ada', transcript: 'ANSWERED' } },
  ]);
  await done;
  expect(answers.getState().answers).toMatchObject({ first_name: 'Ada', transcript: 'ANSWERED' });
  expect(forgetQueries).toHaveBeenCalledTimes(1);
});

test('[D4] a submission that got no response is shown, but never with an answer typed after it', async () => {
  const locked = new ServerError('Your application has been submitted.', { status: 409, code: 'locked' });
  const refuse = () => Promise.reject(locked);
  const press = (typed: Answers) => pressSubmit(() => SUBMITTED, typed, refuse);
  const before = press({});
  await before.done;
  expect([before.count(), before.snapshot.get().web_status, currentToasts()]).toEqual([1, 'submitted', []]);
  const { visit, done, count } = press({ city: 'Faketown' });
  await done;
  expect(count()).toBe(0);
  expect(visit.submitted).toBeNull();
  expect(currentToasts()).toMatchObject([{ message: locked.message }]);
});

test('answers that another tab has saved are not called missing: the page refreshes before it shows errors', async () => {
  const { submission, snapshot, answers, refresh, clock, count } = pressSubmit(() => [500, { message: 'Not now.' }]);
  await eventually(() => expect(count()).toBe(1));
  expect(refresh).not.toHaveBeenCalled();
  clearToasts();
  const { first_name: _, ...behind } = answers.getState().answers;
  answers.loadSaved(behind);
  refresh.mockImplementation(async () => answers.loadSaved({ ...behind, first_name: 'Ada' }));
  await submission.submitApplication();
  expect(refresh).toHaveBeenCalledTimes(1);
  expect([count(), submission.attempts.get().count, snapshot.get().web_status]).toEqual([2, 0, 'validating']);
  expect(clock.waiting()).toBe(0);
});

test('[STATE-09] answers that the server reports as missing are shown, though this tab has them, on the configured page; an applicant who left the page stays', async () => {
  const { submission, history, answers, refresh, go, done, count } = pressSubmit(() => NOT_COMPLETE);
  refresh.mockImplementation(async () => answers.loadSaved({}));
  await done;
  expect([count(), submission.attempts.get()]).toEqual([1, { count: 1, page: 'education' }]);
  expect(go.mock.calls).toEqual([['/education']]);
  expect(currentToasts()).toEqual([]);
  refresh.mockImplementation(async () => void Object.assign(history, { entry: 'another' }));
  await submission.submitApplication();
  expect([submission.attempts.get(), go.mock.calls.length]).toEqual([{ count: 2, page: null }, 1]);
  // This tab finds nothing missing.
  refresh.mockImplementation(async () => answers.loadSaved(COMPLETE));
  await submission.submitApplication();
  expect(currentToasts()).toMatchObject([{ kind: 'error', message: 'Some questions still need an answer.' }]);
});

test('nothing is submitted while the saved answers are not known', async () => {
  let isPartial = true;
  const tab = pressSubmit(
    () => SUBMITTED,
    {},
    async () => {
      if (isPartial) throw new ServerError('Not now.', { status: 500 });
    },
  );
  await tab.done;
  clearToasts();
  isPartial = false;
  const { answers } = tab.answers.getState();
  tab.answers.awaitSaved();
  const done = tab.submission.submitApplication();
  await eventually(() => expect(tab.submission.waiting.get()).toBe(WORDS.away));
  expect(tab.count()).toBe(0);
  tab.answers.loadSaved(answers);
  await tab.tryAgain();
  await done;
  expect(tab.count()).toBe(1);
});

test('[ROLE-02] a visitor who presses Submit is led to the Sign Up card, and nothing is sent', async () => {
  const { go, done, count } = pressSubmit(() => SUBMITTED, {}, undefined, false);
  await done;
  expect([go.mock.calls[0]?.[0], count()]).toEqual(['/signup', 0]);
});

test('[D4] after a submission nothing more is saved', async () => {
  const { stop, done } = pressSubmit(() => SUBMITTED);
  await done;
  expect(stop).toHaveBeenCalledTimes(1);
});

test('while a submission waits, the browser asks before the page goes, and the tab notes it for the next load', async () => {
  const leave = () => !view.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const tab = pressSubmit((count) => (count === 1 ? BUSY : SUBMITTED));
  await eventually(() => expect(tab.clock.waiting()).toBe(1));
  expect([leave(), tab.tabStorage.getItem(SUBMITTING_KEY)]).toEqual([true, 'ada@mail.example']);
  await tab.clock.advance(2000);
  await tab.done;
  expect([leave(), tab.tabStorage.getItem(SUBMITTING_KEY)]).toEqual([false, null]);
});

test('a submission whose session ends by itself stays noted in the tab for its applicant', async () => {
  const tab = pressSubmit(() => BUSY);
  await eventually(() => expect(tab.clock.waiting()).toBe(1));
  tab.snapshot.set({ is_logged_in: false });
  await tab.clock.advance(2000);
  await tab.done;
  expect(tab.tabStorage.getItem(SUBMITTING_KEY)).toBe('ada@mail.example');
});
