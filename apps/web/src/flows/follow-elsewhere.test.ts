import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@partner/form.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import type { SaveState } from '../autosave/autosave.ts';
import { createClock } from '../manual-clock.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createStorage } from '../tab-storage.testing.ts';
import { followElsewhere } from './refresh-application.ts';

const ADA = 'ada.testperson@mail.example';
const PAUSE_MS = 5000;

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = new EventTarget();
/** What this tab tells the browser's other tabs, and how one of them tells it something. */
let told: string[] = [];
let channels: EventTarget[] = [];

class Channel extends EventTarget {
  constructor() {
    super();
    channels.push(this);
  }
  postMessage(message: string) {
    told.push(message);
  }
  close() {
    channels = channels.filter((channel) => channel !== this);
  }
}

beforeEach(() => {
  told = [];
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
    hearOfSave: () => channels.map((channel) => channel.dispatchEvent(new Event('message'))),
  };
}

test('[D3] a returning applicant sees in the tab what was saved elsewhere, polled at most every five seconds', async () => {
  const { clock, refresh, comeBack, show, stop } = openTab();
  for (const look of [comeBack, () => show('visible'), comeBack]) look();
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
  const { clock, refresh, show, hearOfSave, stop } = openTab();
  hearOfSave();
  await clock.advance(PAUSE_MS);
  expect(refresh).toHaveBeenCalledTimes(1);
  show('hidden');
  expect(clock.waiting()).toBe(0);
  hearOfSave();
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
])('%s has nothing to look for', async (_, options, change) => {
  const { clock, snapshot, refresh, comeBack, stop } = openTab(options);
  snapshot.set(change);
  comeBack();
  await clock.advance(PAUSE_MS);
  expect(refresh).not.toHaveBeenCalled();
  stop();
});

test('[D3] each save notifies the other tabs once, and failed look-ups before it are repeated', async () => {
  const { clock, answers, refresh, become, comeBack, stop } = openTab();
  become({ kind: 'saved', at: 1 });
  expect([told, clock.waiting()]).toEqual([['saved'], 0]);
  refresh.mockResolvedValueOnce(false);
  answers.change('city', 'Sampleton');
  comeBack();
  await clock.advance(PAUSE_MS);
  for (const state of [{ kind: 'saving' }, { kind: 'saved', at: 2 }] as const) become(state);
  expect([told, clock.waiting()]).toEqual([['saved', 'saved'], 0]);
  const sent = answers.unsaved();
  if (sent) answers.acknowledge(sent);
  become({ kind: 'saved', at: 2 });
  expect(told).toHaveLength(2);
  become({ kind: 'saved', at: 3 });
  await clock.advance(PAUSE_MS);
  expect([told.length, refresh.mock.calls.length]).toEqual([3, 2]);
  stop();
});

test('a look that fails is taken again when somebody comes back', async () => {
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
  'a tab that has stopped following looks for nothing; while it waited to look: %s',
  (isWaiting) => {
    const { clock, become, comeBack, show, hearOfSave, stop } = openTab();
    if (isWaiting) comeBack();
    stop();
    comeBack();
    show('visible');
    hearOfSave();
    become({ kind: 'saved', at: 1 });
    expect([clock.waiting(), told, channels]).toEqual([0, [], []]);
  },
);
