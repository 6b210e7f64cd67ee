import { applicationForm } from '@firstyear/application-form';
import { partner } from '@partner';
import { expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { eventually } from '../eventually.testing.ts';
import { type Reply, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createStorage } from '../tab-storage.testing.ts';
import { currentToasts } from '../ui/toast-store.ts';
import { createValue } from '../ui/value-store.ts';
import { createApplicationLoad } from './load-application.ts';

const ADA = 'ada.testperson@mail.example';
const form = applicationForm(partner);

const profileOf = (username: string): Reply => [
  200,
  {
    username,
    answer: { first_name: 'Ada', middle_name: 'Old' },
    web_status: [{ web_status: 'started', created_at: '2026-11-21T12:00:00.000Z' }],
    last_page: '/about',
    successful_login: [],
    document_answer: {},
  },
];

/** A page that is loaded anew in a tab which has typed a middle name that is not saved. */
function reload({
  tabOf,
  reply,
}: {
  tabOf: string | null;
  reply: (path: string) => Reply | 'offline' | Promise<Reply | 'offline'>;
}) {
  const calls = scriptNetwork(async ({ path }) => {
    const given = await reply(path);
    if (given === 'offline') throw new TypeError('Failed to fetch');
    return given;
  });
  const kept = { owner: ADA, answers: { middle_name: { value: 'Quill', at: 1 } }, drafts: {} };
  const storage = createStorage({ 'firstyear.unsaved-answers': JSON.stringify(kept) });
  const answers = createAnswerStore(form, () => new Date('2026-11-21T12:00:00Z'), storage);
  const snapshot = createSnapshotStore({ is_logged_in: true });
  const isPartial = createValue(false);
  const start = vi.fn();
  const tries: (() => void)[] = [];
  const visit = { ...FIRST_VISIT };
  const { loadOnce } = createApplicationLoad({
    place: () => ({ url: new URL('http://localhost/about'), state: null }),
    snapshot,
    visit,
    answers,
    autosave: { start },
    tabApplicant: { username: () => tabOf },
    isPartial,
    waitForConnection: () => new Promise((resolve) => tries.push(resolve)),
  });
  const tryAgain = async () => {
    await eventually(() => expect(tries).toHaveLength(1));
    tries.pop()?.();
  };
  const names = () => ['first_name', 'middle_name'].map((key) => answers.inputValue(key));
  return { load: loadOnce(), calls, visit, snapshot, isPartial, start, tryAgain, names };
}

const EMPTY: Reply = [200, {}];

test('[D1] without a connection the form has what this tab keeps; with it the saved answers lie below', async () => {
  let isOffline = true;
  const tab = reload({
    tabOf: ADA,
    reply: (path) => (isOffline ? 'offline' : path === '/api/profile' ? profileOf(ADA) : EMPTY),
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

test('[SESSION-05] what this tab keeps of one person is never given to another', async () => {
  let isOffline = true;
  const other = 'bo.testperson@mail.example';
  const tab = reload({
    tabOf: ADA,
    reply: (path) => (isOffline ? 'offline' : path === '/api/profile' ? profileOf(other) : EMPTY),
  });
  await tab.load;
  isOffline = false;
  await tab.tryAgain();
  await eventually(() => expect(tab.isPartial.get()).toBe(false));
  expect([tab.snapshot.get().username, tab.names()]).toEqual([other, ['Ada', 'Old']]);
});

test('a session that is over when the connection is back is looked for no longer', async () => {
  let isOffline = true;
  const tab = reload({
    tabOf: ADA,
    reply: () => (isOffline ? 'offline' : [401, { message: 'Please log in again.' }]),
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
])('%s shows no form', async (_, tabOf, reply) => {
  const tab = reload({ tabOf, reply: () => reply });
  await expect(tab.load).rejects.toThrow();
  expect([tab.isPartial.get(), tab.names()]).toEqual([false, ['', '']]);
});

test.each([
  ['the profile', profileOf(ADA)],
  ['word that the connection is gone', 'offline' as const],
])('[SESSION-05] %s that comes after the session has ended is given to nobody', async (_, late) => {
  const reply = Promise.withResolvers<Reply | 'offline'>();
  const tab = reload({ tabOf: ADA, reply: (path) => (path === '/api/profile' ? reply.promise : EMPTY) });
  await eventually(() => expect(tab.calls.map(({ path }) => path)).toContain('/api/profile'));
  Object.assign(tab.visit, FIRST_VISIT, { isEnding: true });
  reply.resolve(late);
  await expect(tab.load).rejects.toMatchObject({ name: 'SessionOver' });
  expect([tab.names(), tab.isPartial.get(), tab.snapshot.get().username]).toEqual([['', ''], false, '']);
  expect(tab.start).not.toHaveBeenCalled();
});
