import { expect, test } from 'vitest';
import { snapshotOf, statusOf } from './profile.ts';
import { createSnapshotStore, EMPTY_SNAPSHOT, hasSessionCookie } from './snapshot.ts';

const items = (...statuses: string[]) =>
  statuses.map((web_status) => ({ web_status, created_at: '2026-11-20T12:00:00Z' }));
const profile = {
  username: 'ada.testperson@mail.example',
  last_page: '/education',
  successful_login: ['2026-11-18T09:00:00Z', '2026-11-20T12:00:00Z'],
  web_status: items('started'),
  answer: {},
  document_answer: {},
};

test('[DATA-01] the snapshot before login: no status, nothing changed, all seven keys', () => {
  expect(createSnapshotStore().get()).toEqual({
    web_status: null,
    last_page: '',
    is_logged_in: false,
    username: '',
    is_service_user: false,
    num_logins: 1,
    has_changed_page: false,
  });
});

test.each([
  [[], 'none'],
  [['started', 'started'], 'started'],
  [['started', 'validating', 'foo'], 'validating'],
  [['started', 'validating', 'submitted'], 'submitted'],
  [['foo', 'bar'], 'none'],
] as const)(
  '[STATE-01, STATE-02] the count of distinct recognized statuses decides: %j is %s',
  (statuses, expected) => {
    expect(statusOf(items(...statuses))).toBe(expected);
  },
);

test('[DATA-03] the number of logins is the length of the list, at least 1', () => {
  expect(snapshotOf(profile).num_logins).toBe(2);
  expect(snapshotOf({ ...profile, successful_login: [] }).num_logins).toBe(1);
});

test('a profile says who is logged in and which page was last', () => {
  expect(snapshotOf(profile)).toMatchObject({
    is_logged_in: true,
    username: 'ada.testperson@mail.example',
    last_page: '/education',
    web_status: 'started',
  });
});

test.each([
  ['', false],
  ['theme=dark', false],
  ['x__Host-adm.marker=1', false],
  ['theme=dark; __Host-adm.marker=1', true],
  ['plain-cookies=1', false],
  ['plain-cookies=1; adm.marker=1', true],
] as const)('[SESSION-02] logged in by the cookies %j: %s', (cookie, isLoggedIn) => {
  expect(hasSessionCookie(cookie)).toBe(isLoggedIn);
});

test('a change of the snapshot notifies its listeners until they unsubscribe', () => {
  const store = createSnapshotStore();
  let notifications = 0;
  const stop = store.subscribe(() => {
    notifications += 1;
  });
  store.set({ has_changed_page: true });
  stop();
  store.set({ has_changed_page: false });
  expect(notifications).toBe(1);
  expect(store.get()).toEqual(EMPTY_SNAPSHOT);
});
