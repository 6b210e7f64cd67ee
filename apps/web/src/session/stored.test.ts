import { BLOCKED_STORAGE, createStorage } from '@firstyear/ui/storage.testing.ts';
import { expect, test } from 'vitest';
import { createSnapshotStore, EMPTY_SNAPSHOT } from './snapshot.ts';
import { createCarrier, createTabApplicant, forgetActivity } from './stored.ts';

const STATE = { answers: { first_name: 'Ada' }, username: 'ada@mail.example', success: 'Sent.' };

test('[REDIR-03, D1] nothing about a person goes into a history entry; the address waits in the tab for the next card', () => {
  const storage = createStorage();
  expect(createCarrier(storage).unload(STATE)).toEqual({ success: 'Sent.' });
  expect(createCarrier(storage).username()).toBe('ada@mail.example');
  // A name of our own: other programs may keep things in the same storage.
  expect([...storage.items.keys()]).toEqual(['firstyear.carried-username']);
});

test('[D1] a navigation without an email address forgets the previous one', () => {
  const storage = createStorage();
  const carrier = createCarrier(storage);
  carrier.unload(STATE);
  carrier.unload({ error: null });
  expect(carrier.username()).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('[REDIR-11] without storage the history entry carries everything', () => {
  const carrier = createCarrier(null);
  expect(carrier.unload(STATE)).toEqual(STATE);
  expect(carrier.username()).toBeUndefined();
});

const NAME = 'ada.testperson@mail.example';

test('after a reload a tab knows whose application it has shown', () => {
  const storage = createStorage();
  const before = createSnapshotStore({ is_logged_in: true });
  createTabApplicant(storage, before);
  before.set({ username: NAME, web_status: 'started' });
  expect(createTabApplicant(storage, createSnapshotStore({ is_logged_in: true })).username()).toBe(NAME);
});

test.each([
  ['the end of the session', EMPTY_SNAPSHOT],
  ['a submission', { web_status: 'submitted' } as const],
  ['the service view', { is_service_user: true, is_logged_in: false }],
])('[SESSION-05] %s leaves no name in the tab', (_, change) => {
  const storage = createStorage();
  const snapshot = createSnapshotStore({ is_logged_in: true, username: NAME, web_status: 'started' });
  expect(createTabApplicant(storage, snapshot).username()).toBe(NAME);
  snapshot.set(change);
  expect(storage.items.size).toBe(0);
});

test('a page without a session forgets whose the tab was', () => {
  const storage = createStorage();
  createTabApplicant(storage, createSnapshotStore({ is_logged_in: true, username: NAME }));
  expect(createTabApplicant(storage, createSnapshotStore()).username()).toBeNull();
});

test('a storage that is blocked is no error', () => {
  expect(createTabApplicant(BLOCKED_STORAGE, createSnapshotStore()).username()).toBeNull();
  expect(createTabApplicant(null, createSnapshotStore()).username()).toBeNull();
  forgetActivity(BLOCKED_STORAGE);
});
