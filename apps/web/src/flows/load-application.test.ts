import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { ENGLISH } from '@firstyear/words';
import { submitting } from '@firstyear/words/submitting';
import { definition } from '@partner/form.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { SUBMITTING_KEY } from '../answers/tab-storage.ts';
import { BUSY, type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createApplicationLoad } from './load-application.ts';
import { LEFT_FORM_KEY } from './newer-form.ts';

const ADA = 'ada.testperson@mail.example';
const form = englishForm(definition);

const statuses = (...all: readonly string[]) =>
  all.map((web_status) => ({ web_status, created_at: '2026-11-21T12:00:00.000Z' }));

const PROFILE = {
  username: ADA,
  answer: { first_name: 'Ada', middle_name: 'Old' },
  web_status: statuses('started'),
  last_page: '/about',
  successful_login: [],
  document_answer: {},
};
const profileOf = (username: string, web_status = PROFILE.web_status): ScriptedResponse => [
  200,
  { ...PROFILE, username, web_status },
];

/** A reloaded page in a tab that has typed a middle name that is not saved. */
function reload({
  tabOf,
  respond,
  random = 0,
}: {
  tabOf: string | null;
  respond: (path: string) => ScriptedResponse | 'offline' | Promise<ScriptedResponse | 'offline'>;
  random?: number;
}) {
  const clock = createClock();
  const calls = scriptNetwork(async ({ path }) => {
    const response = await respond(path);
    if (response === 'offline') throw new TypeError('Failed to fetch');
    return response;
  });
  const kept = { owner: ADA, answers: { middle_name: { value: 'Quill', at: 1 } }, drafts: {} };
  const storage = createStorage({ 'firstyear.unsaved-answers': JSON.stringify(kept) });
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'), storage);
  const snapshot = createSnapshotStore({ is_logged_in: true });
  const isPartial = createValue(false);
  const submissionWaiting = createValue<string | null>(null);
  const start = vi.fn();
  const tries: (() => void)[] = [];
  const visit = { ...FIRST_VISIT };
  const { loadOnce, deferred, news } = createApplicationLoad({
    place: () => ({ url: new URL('http://localhost/about'), state: null }),
    snapshot,
    visit,
    answers,
    autosave: { start },
    tabApplicant: { username: () => tabOf },
    tabStorage: storage,
    saves: { put: null },
    isPartial,
    submissionWaiting,
    waitForConnection: () => new Promise((resolve) => tries.push(resolve)),
    logout: null,
    after: clock.after,
    random: () => random,
  });
  const tryAgain = async () => {
    await eventually(() => expect(tries).toHaveLength(1));
    tries.pop()?.();
  };
  const names = () => ['first_name', 'middle_name'].map((key) => answers.inputValue(key));
  const tabs = () => answers.getState().tabs;
  return {
    tabs,
    answers,
    load: loadOnce(),
    calls,
    visit,
    snapshot,
    isPartial,
    submissionWaiting,
    start,
    tryAgain,
    names,
    clock,
    deferred,
    news,
    storage,
  };
}

const EMPTY: ScriptedResponse = [200, {}];

test('[D1] without a connection the form has the answers of this tab; once connected, the saved ones are merged', async () => {
  let isOffline = true;
  const tab = reload({
    tabOf: ADA,
    respond: (path) => (isOffline ? 'offline' : path === '/api/profile' ? profileOf(ADA) : EMPTY),
  });
  await tab.load;
  expect([tab.isPartial.get(), tab.names(), tab.snapshot.get().username]).toEqual([true, ['', 'Quill'], ADA]);
  await tab.tryAgain();
  await tab.tryAgain();
  isOffline = false;
  await tab.tryAgain();
  await eventually(() => expect(tab.isPartial.get()).toBe(false));
  expect(tab.names()).toEqual(['Ada', 'Quill']);
  expect(tab.start).toHaveBeenCalledTimes(2);
  expect(currentToasts()).toEqual([]);
});

test('changes by releases are announced, and new questions are marked', async () => {
  const changes = { added: ['middle_name'], needed: [], taken: [] };
  const response: ScriptedResponse = [200, { ...PROFILE, changes }];
  const tab = reload({ tabOf: ADA, respond: (path) => (path === '/api/profile' ? response : EMPTY) });
  await tab.load;
  expect(tab.news.get()).toMatchObject({ left: undefined, changes });
  expect(['middle_name', 'first_name'].map((key) => tab.news.get()?.mark(key))).toEqual(['new', '']);
});

test('[SESSION-05] answers that this tab keeps of one person are never shown to another', async () => {
  let isOffline = true;
  const other = 'bo.testperson@mail.example';
  const tab = reload({
    tabOf: ADA,
    respond: (path) => (isOffline ? 'offline' : path === '/api/profile' ? profileOf(other) : EMPTY),
  });
  await tab.load;
  isOffline = false;
  await tab.tryAgain();
  await eventually(() => expect(tab.isPartial.get()).toBe(false));
  expect([tab.snapshot.get().username, tab.names()]).toEqual([other, ['Ada', 'Old']]);
});

test('a session that has ended when the connection is back is no longer polled', async () => {
  let isOffline = true;
  const tab = reload({
    tabOf: ADA,
    respond: () => (isOffline ? 'offline' : [401, { message: 'Please log in again.' }]),
  });
  await tab.load;
  isOffline = false;
  await tab.tryAgain();
  await eventually(() => expect(tab.isPartial.get()).toBe(false));
  expect(tab.start).toHaveBeenCalledTimes(1);
});

test.each([
  ['a tab that has shown nobody', null, 'offline' as const],
  ['a server that fails', ADA, [500, { message: 'No.' }] as const],
])('%s shows no form', async (_, tabOf, response) => {
  const tab = reload({ tabOf, respond: () => response });
  await expect(tab.load).rejects.toThrow();
  expect([tab.isPartial.get(), tab.names()]).toEqual([false, ['', '']]);
});

test.each([
  ['the profile', profileOf(ADA)],
  ['word that the connection is gone', 'offline' as const],
])('[SESSION-05] %s that comes after the session has ended is given to nobody', async (_, late) => {
  const response = Promise.withResolvers<ScriptedResponse | 'offline'>();
  const tab = reload({ tabOf: ADA, respond: (path) => (path === '/api/profile' ? response.promise : EMPTY) });
  await eventually(() => expect(tab.calls.map(({ path }) => path)).toContain('/api/profile'));
  Object.assign(tab.visit, FIRST_VISIT, { isEnding: true });
  response.resolve(late);
  await expect(tab.load).rejects.toMatchObject({ name: 'SessionOver' });
  expect([tab.names(), tab.isPartial.get(), tab.snapshot.get().username]).toEqual([['', ''], false, '']);
  expect(tab.start).not.toHaveBeenCalled();
});

const countOf = (calls: readonly { readonly path: string }[], path: string) =>
  calls.filter((call) => call.path === path).length;

test.each([
  ['busy', 'busy', BUSY],
  ['without its database', 'away', [503, { code: 'database_gone', message: 'Gone.' }]],
  ['away behind a proxy', 'away', [502, 'Bad Gateway']],
  ['slow behind a proxy', 'away', [504, 'Gateway Timeout']],
] as const)(
  'a server that is %s is asked again after growing waits, and the page says so until it comes',
  async (_, why, refusal) => {
    let isDeferred = true;
    const tab = reload({
      tabOf: ADA,
      random: 0.5,
      respond: (path) => (isDeferred ? refusal : path === '/api/profile' ? profileOf(ADA) : EMPTY),
    });
    const profiles = () => countOf(tab.calls, '/api/profile');
    await eventually(() => expect([tab.clock.waiting(), tab.deferred.get()]).toEqual([1, why]));
    for (const [failures, delay] of [1000, 2000, 4000].entries()) {
      await tab.clock.advance(delay * 1.25 - 1);
      expect(profiles()).toBe(failures + 1);
      await tab.clock.advance(1);
      await eventually(() => expect([profiles(), tab.clock.waiting()]).toEqual([failures + 2, 1]));
    }
    expect([tab.isPartial.get(), tab.names()]).toEqual([false, ['', '']]);
    isDeferred = false;
    await tab.clock.advance(10_000);
    await tab.load;
    expect([tab.names(), tab.deferred.get()]).toEqual([['Ada', 'Quill'], null]);
    expect(tab.start).toHaveBeenCalledTimes(1);
    expect(currentToasts()).toEqual([]);
  },
);

test('tabs and numbers of entries that a busy server defers are retried, not taken as none', async () => {
  let isBusy = true;
  const tabs = (): ScriptedResponse => (isBusy ? BUSY : [200, { hs_record: 'upload' }]);
  const tab = reload({
    tabOf: ADA,
    respond: (path) => (path === '/api/profile' ? profileOf(ADA) : path === '/api/tabs' ? tabs() : EMPTY),
  });
  await eventually(() => expect([tab.clock.waiting(), tab.deferred.get()]).toEqual([1, 'busy']));
  await tab.clock.advance(999);
  expect(countOf(tab.calls, '/api/tabs')).toBe(1);
  expect(tab.start).not.toHaveBeenCalled();
  isBusy = false;
  await tab.clock.advance(1);
  await tab.load;
  expect(tab.start).toHaveBeenCalledTimes(1);
  expect(tab.tabs()).toMatchObject({ hs_record: 'upload' });
  expect(['/api/profile', '/api/tabs', '/api/add-another'].map((path) => countOf(tab.calls, path))).toEqual([1, 2, 1]);
  expect(currentToasts()).toEqual([]);
});

test('[SESSION-05] logging out while waiting for a busy server ends the retries, and no message stays', async () => {
  const tab = reload({ tabOf: ADA, respond: () => BUSY });
  await eventually(() => expect(tab.clock.waiting()).toBe(1));
  const asked = tab.calls.length;
  tab.visit.isEnding = true;
  tab.snapshot.set({ is_logged_in: false });
  expect(tab.deferred.get()).toBeNull();
  await expect(tab.load).rejects.toMatchObject({ name: 'SessionOver' });
  await tab.clock.advance(60_000);
  expect([tab.calls.length, tab.clock.waiting(), tab.deferred.get()]).toEqual([asked, 0, null]);
});

test('[SESSION-05] a logout that takes longer than the wait leaves no message behind', async () => {
  const tab = reload({ tabOf: ADA, respond: () => BUSY });
  await eventually(() => expect(tab.clock.waiting()).toBe(1));
  tab.visit.isEnding = true;
  const ended = expect(tab.load).rejects.toMatchObject({ name: 'SessionOver' });
  await tab.clock.advance(1000);
  await ended;
  expect([tab.clock.waiting(), tab.deferred.get()]).toEqual([0, null]);
});

test('[ERR-20] a failed profile is reported at once, even if the server defers the tabs, and nothing is retried', async () => {
  const tab = reload({
    tabOf: ADA,
    respond: (path) => (path === '/api/profile' ? [500, { message: 'No.' }] : BUSY),
  });
  await expect(tab.load).rejects.toThrow('No.');
  const asked = tab.calls.length;
  await tab.clock.advance(60_000);
  expect([tab.calls.length, tab.clock.waiting(), tab.deferred.get()]).toEqual([asked, 0, null]);
});

test('[API-03] tabs that fail once are not refetched, and the form has its default tabs', async () => {
  const tab = reload({
    tabOf: ADA,
    respond: (path) =>
      path === '/api/profile' ? profileOf(ADA) : path === '/api/tabs' ? [500, { message: 'No tabs.' }] : EMPTY,
  });
  await tab.load;
  await tab.clock.advance(60_000);
  expect(countOf(tab.calls, '/api/tabs')).toBe(1);
  expect(tab.names()).toEqual(['Ada', 'Quill']);
  expect(currentToasts()).toMatchObject([{ message: 'No tabs.' }]);
  clearToasts();
});

test('[D1] a form shown without a connection says that the server is busy, once it waits for that', async () => {
  let response: ScriptedResponse | 'offline' = 'offline';
  const tab = reload({ tabOf: ADA, respond: () => response });
  await tab.load;
  expect([tab.isPartial.get(), tab.deferred.get()]).toEqual([true, null]);
  response = BUSY;
  await tab.tryAgain();
  await eventually(() => expect([tab.isPartial.get(), tab.deferred.get()]).toEqual([true, 'busy']));
  tab.visit.isEnding = true;
  tab.snapshot.set({ is_logged_in: false });
  await eventually(() => expect([tab.isPartial.get(), tab.deferred.get()]).toEqual([false, null]));
});

const withStatuses = (...all: readonly string[]) => profileOf(ADA, statuses(...all));

test.each([
  [[], 1],
  [['started'], 0],
])('[STATE-03] with the statuses %j "started" is posted %i times', async (all, times) => {
  const tab = reload({ tabOf: ADA, respond: (path) => (path === '/api/profile' ? withStatuses(...all) : EMPTY) });
  await tab.load;
  await eventually(() => expect(countOf(tab.calls, '/api/web-status')).toBe(times));
  expect(tab.snapshot.get().web_status).toBe('started');
  expect(tab.calls.find(({ path }) => path === '/api/web-status')?.body).toEqual(
    times === 0 ? undefined : { web_status: 'started' },
  );
  expect(tab.start).toHaveBeenCalledTimes(1);
});

test('a submitted application is shown as it was sent: nothing is saved, and typed answers are gone', async () => {
  const submitted = withStatuses('started', 'validating', 'submitted');
  const tab = reload({ tabOf: ADA, respond: (path) => (path === '/api/profile' ? submitted : EMPTY) });
  await tab.load;
  expect([tab.snapshot.get().web_status, tab.names()]).toEqual(['submitted', ['Ada', 'Old']]);
  expect(tab.start).not.toHaveBeenCalled();
  expect(countOf(tab.calls, '/api/web-status')).toBe(0);
});

test('[ADD-01] the numbers of components are loaded with the application', async () => {
  const respond = (path: string): ScriptedResponse =>
    path === '/api/profile' ? profileOf(ADA) : path === '/api/add-another' ? [200, { jobs: 3 }] : EMPTY;
  const tab = reload({ tabOf: ADA, respond });
  await tab.load;
  expect(tab.answers.getState().addAnother).toEqual({ jobs: 3 });
});

test('[STATE-03] a failure to post "started" is reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    clearToasts();
  });
  const tab = reload({
    tabOf: ADA,
    respond: (path) =>
      path === '/api/profile' ? withStatuses() : path === '/api/web-status' ? [500, { message: 'Not now.' }] : EMPTY,
  });
  await tab.load;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(currentToasts()).toMatchObject([{ message: 'Not now.' }]);
});

test.each([
  [
    'is not submitted, says so once',
    ...([withStatuses('started', 'validating'), false] as const),
    [{ message: submitting.in(ENGLISH).dropped }],
  ],
  ['was reloaded for a newer form, leaves it to the news of that', withStatuses('started', 'validating'), true, []],
  ['was submitted nevertheless, says nothing', withStatuses('started', 'validating', 'submitted'), false, []],
])('a page that was left while its submission waited, and %s', async (_what, application, isNewForm, toasts) => {
  onTestFinished(clearToasts);
  const tab = reload({ tabOf: ADA, respond: (path) => (path === '/api/profile' ? application : EMPTY) });
  tab.storage.setItem(SUBMITTING_KEY, ADA);
  const left = { release: 'n-1', at: Date.now(), isSubmitting: true };
  if (isNewForm) tab.storage.setItem(LEFT_FORM_KEY, JSON.stringify(left));
  await tab.load;
  expect(currentToasts()).toHaveLength(toasts.length);
  expect(currentToasts()).toMatchObject(toasts);
  expect(tab.storage.getItem(SUBMITTING_KEY)).toBeNull();
});

test('a page that submits by itself while it waits for the saved answers does not say that it was left', async () => {
  onTestFinished(clearToasts);
  let isOffline = true;
  const tab = reload({
    tabOf: ADA,
    respond: (path) => (isOffline ? 'offline' : path === '/api/profile' ? withStatuses('started') : EMPTY),
  });
  await tab.load;
  tab.storage.setItem(SUBMITTING_KEY, ADA);
  tab.submissionWaiting.set('Away.');
  isOffline = false;
  await tab.tryAgain();
  await eventually(() => expect(tab.isPartial.get()).toBe(false));
  expect([currentToasts(), tab.storage.getItem(SUBMITTING_KEY)]).toEqual([[], ADA]);
});

test('the submission of another applicant, whose session ended in this tab, is not mentioned', async () => {
  const tab = reload({ tabOf: null, respond: (path) => (path === '/api/profile' ? withStatuses('started') : EMPTY) });
  tab.storage.setItem(SUBMITTING_KEY, 'bo.testperson@mail.example');
  await tab.load;
  expect([currentToasts(), tab.storage.getItem(SUBMITTING_KEY)]).toEqual([[], null]);
});
