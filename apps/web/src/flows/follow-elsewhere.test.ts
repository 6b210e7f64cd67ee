import { englishForm } from '@firstyear/form-engine/testing';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { createStorage } from '@firstyear/ui/storage.testing.ts';
import { definition } from '@partner/form.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import type { SaveState } from '../autosave/autosave.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { followElsewhere } from './refresh-application.ts';

const ADA = 'ada.testperson@mail.example';
const PAUSE_MS = 5000;

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = new EventTarget();
/** The messages that this tab posts to the browser's other tabs, and the channels on which it receives theirs. */
let posted: string[] = [];
let channels: EventTarget[] = [];

class Channel extends EventTarget {
  constructor() {
    super();
    channels.push(this);
  }
  postMessage(message: string) {
    posted.push(message);
  }
  close() {
    channels = channels.filter((channel) => channel !== this);
  }
}

beforeEach(() => {
  posted = [];
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function openTab({ isLoggedIn = true } = {}) {
  const clock = createClock();
  const answers = createAnswerStore(englishForm(definition), () => new Date(clock.now()));
  const snapshot = createSnapshotStore({ is_logged_in: isLoggedIn, username: ADA, web_status: 'started' });
  let state: SaveState = { kind: 'idle' };
  const saves = new Set<() => void>();
  const refresh = vi.fn(async () => true);
  const stop = followElsewhere(
    {
      answers,
      outbox: answers.outbox,
      snapshot,
      visit: { ...FIRST_VISIT },
      autosave: {
        state: () => state,
        subscribe: (listener) => {
          saves.add(listener);
          return () => saves.delete(listener);
        },
      },
      queries: { current: null },
      navigator: { go: null },
      tabStorage: createStorage(),
      clock,
    },
    refresh,
  );
  return {
    clock,
    answers,
    snapshot,
    refresh,
    stop,
    become: (next: SaveState) => {
      state = next;
      for (const listener of saves) listener();
    },
    comeBack: () => view.dispatchEvent(new Event('focus')),
    show: (visibilityState: 'visible' | 'hidden') => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    receiveSave: () => channels.map((channel) => channel.dispatchEvent(new Event('message'))),
  };
}

test('[D3] a returning applicant sees in the tab what was saved elsewhere, polled at most every five seconds', async () => {
  const { clock, refresh, comeBack, show, stop } = openTab();
  for (const returnToTab of [comeBack, () => show('visible'), comeBack]) returnToTab();
  await clock.advance(PAUSE_MS - 1);
  expect(refresh).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await clock.advance(60_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  comeBack();
  await clock.advance(0);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test('[D3] answers saved in another tab are loaded too, but a hidden tab makes no calls', async () => {
  const { clock, refresh, show, receiveSave, stop } = openTab();
  receiveSave();
  await clock.advance(PAUSE_MS);
  expect(refresh).toHaveBeenCalledTimes(1);
  show('hidden');
  expect(clock.waiting()).toBe(0);
  receiveSave();
  await clock.advance(PAUSE_MS);
  expect(refresh).toHaveBeenCalledTimes(1);
  show('visible');
  await clock.advance(PAUSE_MS);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test.each([
  ['a visitor', { isLoggedIn: false }, {}],
  ['an applicant who has submitted', {}, { web_status: 'submitted' as const }],
])('%s refreshes nothing', async (_, options, change) => {
  const { clock, snapshot, refresh, comeBack, stop } = openTab(options);
  snapshot.set(change);
  comeBack();
  await clock.advance(PAUSE_MS);
  expect(refresh).not.toHaveBeenCalled();
  stop();
});

test('[D3] each save notifies the other tabs once, and failed refreshes before it are retried', async () => {
  const { clock, answers, refresh, become, comeBack, stop } = openTab();
  become({ kind: 'saved', at: 1 });
  expect([posted, clock.waiting()]).toEqual([['saved'], 0]);
  refresh.mockResolvedValueOnce(false);
  answers.change('city', 'Sampleton');
  comeBack();
  await clock.advance(PAUSE_MS);
  for (const state of [{ kind: 'saving' }, { kind: 'saved', at: 2 }] as const) become(state);
  expect([posted, clock.waiting()]).toEqual([['saved', 'saved'], 0]);
  const sent = answers.outbox.unsaved();
  if (sent) answers.outbox.acknowledge(sent);
  become({ kind: 'saved', at: 2 });
  expect(posted).toHaveLength(2);
  become({ kind: 'saved', at: 3 });
  await clock.advance(PAUSE_MS);
  expect([posted.length, refresh.mock.calls.length]).toEqual([3, 2]);
  stop();
});

test('a refresh that fails is retried when somebody comes back', async () => {
  const { clock, refresh, comeBack, stop } = openTab();
  refresh.mockRejectedValueOnce(new Error('The network is down.'));
  comeBack();
  await clock.advance(PAUSE_MS);
  comeBack();
  await clock.advance(PAUSE_MS);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test.each([true, false])(
  'a tab that has stopped following refreshes nothing; with a refresh scheduled: %s',
  (isWaiting) => {
    const { clock, become, comeBack, show, receiveSave, stop } = openTab();
    if (isWaiting) comeBack();
    stop();
    comeBack();
    show('visible');
    receiveSave();
    become({ kind: 'saved', at: 1 });
    expect([clock.waiting(), posted, channels]).toEqual([0, [], []]);
  },
);
