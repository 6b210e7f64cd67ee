import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { definition } from '@partner/form.ts';
import { expect, test } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { createLogout } from './log-out.ts';
import { createOtherTabs } from './other-tabs.ts';
import { createSession } from './session.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createCarrier, createUnfinishedLogout } from './stored.ts';
import { FIRST_VISIT } from './visit.ts';

const form = englishForm(definition);
const NOW = new Date('2026-11-20T12:00:00Z');

/** A tab of this browser, with its own end of the channel. */
function openTab(username: string, storage: Storage | null = null) {
  const snapshot = createSnapshotStore({ is_logged_in: username !== '', username });
  const answers = createAnswerStore(form, () => NOW, storage);
  if (username !== '') answers.owner.signIn(username);
  const events: string[] = [];
  const session = createSession({
    snapshot,
    visit: { ...FIRST_VISIT },
    owner: answers.owner,
    outbox: answers.outbox,
    autosave: { stop: () => {}, saveNow: async () => {} },
    forgetQueries: () => {},
    localStorage: null,
    otherTabs: createOtherTabs(),
    unfinishedLogout: createUnfinishedLogout(null),
    waitForConnection: () => new Promise(() => {}),
    carrier: createCarrier(storage),
    submissionWaiting: createValue<string | null>(null),
    noteSubmission: () => {},
    failure: createValue<unknown>(undefined),
    go: (to) => void events.push(to),
    reload: () => void events.push('reload'),
  });
  const stop = session.followOtherTabs();
  return { session, snapshot, answers, events, stop };
}

test('a logout that gives up unsaved answers ends the session in three tabs, and no typed answer stays in any', async () => {
  scriptNetwork(() => [200, {}]);
  const tabs = [1, 2, 3].map(() => openTab('ada@mail.example'));
  for (const { answers } of tabs) answers.change('first_name', 'Ada');
  if (tabs[0]) await createLogout(tabs[0].session.logoutParts).logOut();
  await tabs[0]?.session.pendingLogout.get()?.();
  await eventually(() => expect(tabs.map(({ events }) => events)).toEqual([['/login'], ['/login'], ['/login']]));
  for (const { snapshot, answers, stop } of tabs) {
    expect(snapshot.get()).toMatchObject({ is_logged_in: false, username: '' });
    expect(answers.getState().answers).toEqual({});
    stop();
  }
});

test('a login in one of three tabs reloads the two others, but not one that is a visitor', async () => {
  const [own, other, third] = [openTab(''), openTab('ada@mail.example'), openTab('ada@mail.example')];
  const visitor = openTab('');
  own.session.begin();
  await eventually(() => expect([other.events, third.events]).toEqual([['reload'], ['reload']]));
  expect([own.events, visitor.events]).toEqual([[], []]);
  for (const { stop } of [own, other, third, visitor]) stop();
});

function bringBack(persisted: boolean): void {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
}

test.each([
  ['of an applicant', 'ada@mail.example', null, ['reload']],
  ['of a visitor whose answers wait in the tab', '', sessionStorage, ['reload']],
  ['of a visitor whose answers are in memory alone', '', null, []],
])(
  '[D1] a page %s that the browser brings back as it was left shows nothing stale',
  (_, username, storage, expected) => {
    const { session, events, stop } = openTab(username, storage);
    const stopFollowing = session.followRestoring();
    bringBack(false);
    expect(events).toEqual([]);
    bringBack(true);
    expect(events).toEqual(expected);
    document.documentElement.style.visibility = '';
    stopFollowing();
    bringBack(true);
    expect(events).toEqual(expected);
    stop();
  },
);
