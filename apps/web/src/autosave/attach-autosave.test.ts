import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachAutosave } from './attach-autosave.ts';
import type { SaveFailure, SaveState } from './autosave.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = Object.assign(new EventTarget(), { document: page });

beforeEach(() => {
  page.visibilityState = 'visible';
  vi.stubGlobal('window', view);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** An autosave in a state, attached to the page, and the calls that the page's events cause. */
function attach(state: SaveState = { kind: 'idle' }) {
  const done: string[] = [];
  const stop = attachAutosave({
    start: () => {},
    stop: () => {},
    saveNow: async () => {},
    flush: () => void done.push('save'),
    flushOnLeave: () => void done.push('save on leaving'),
    state: () => state,
    subscribe: () => () => {},
  });
  const hide = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const leave = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    view.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  return { done, stop, hide, leave, leaveField: () => page.dispatchEvent(new Event('focusout')) };
}

const failed = (failure: SaveFailure): SaveState => ({ kind: 'failed', error: new Error('No.'), failure });

test('leaving a field, hiding or leaving the page and the network coming back save; after stopping nothing does', () => {
  const { done, stop, hide, leave, leaveField } = attach();
  const all = () => {
    leaveField();
    for (const visibility of ['hidden', 'visible']) hide(visibility);
    for (const name of ['pagehide', 'online']) view.dispatchEvent(new Event(name));
  };
  all();
  const each = ['save', 'save on leaving', 'save on leaving', 'save'];
  expect([done, leave()]).toEqual([each, false]);
  stop();
  all();
  expect(done).toEqual(each);
});

test.each([
  ['for now', 'retry', true],
  ['because the server is busy', 'busy', true],
  ['without a session', 'no-session', false],
  ['of a locked application', 'locked', false],
] as const)(
  'while saving fails %s, leaving a field tries nothing, and whether the browser asks before the page is left: %s %s',
  (_, failure, isAsked) => {
    const { done, stop, leave, leaveField } = attach(failed(failure));
    leaveField();
    expect([done, leave()]).toEqual([[], isAsked]);
    stop();
  },
);
