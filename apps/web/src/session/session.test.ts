import { MARKER_COOKIE } from '@firstyear/api-contract/cookies';
import { logout } from '@firstyear/api-contract/identity';
import { currentToasts, showError } from '@firstyear/ui/toast-store.ts';
import { describe, expect, test, vi } from 'vitest';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { ADA, FORGETS, MARKERS_REMOVED, openTab, page, stubPage, toLogin } from './open-tab.testing.ts';
import { EMPTY_SNAPSHOT } from './snapshot.ts';
import { FIRST_VISIT, recordEvent } from './visit.ts';

stubPage();

describe('a logout', () => {
  test('[REDIR-08, API-14] saves, tells the server, forgets everything and goes to the Log In card without a message', async () => {
    const calls = scriptNetwork(() => [200, {}]);
    const tab = openTab();
    showError('Something that only concerns whoever was here.');
    await tab.session.logOut();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([`${logout.method} ${logout.path}`]);
    expect(tab.events).toEqual(['tells save', 'saves', ...FORGETS, 'answers go', 'tells logout']);
    expect(tab.gone).toEqual(toLogin());
    expect(tab.snapshot.get()).toEqual(EMPTY_SNAPSHOT);
    expect(page.set).toEqual(MARKERS_REMOVED);
    expect(currentToasts()).toEqual([]);
    expect(tab.failure.get()).toBeUndefined();
  });

  test('for inactivity keeps unsaved answers, and remembers the applicant and the page', async () => {
    scriptNetwork(() => [200, {}]);
    const tab = openTab({ visit: { submitted: 'Sent.', readToken: 'abc', hasLanded: true } });
    await tab.session.logOut('inactive');
    expect(tab.events).toContain('answers wait');
    expect(tab.events).not.toContain('answers go');
    expect(tab.gone).toEqual(toLogin({ ended: 'inactive' }));
    expect(tab.visit).toEqual({
      ...FIRST_VISIT,
      isEnding: true,
      hasArrived: true,
      interrupted: { username: ADA, page: '/education' },
    });
  });

  test('everywhere ends the sessions of all browsers, and this one like any other', async () => {
    const asked: string[] = [];
    scriptNetwork((call) => {
      asked.push(`${call.method} ${call.path}`);
      return [200, {}];
    });
    const tab = openTab();
    await tab.session.logOutEverywhere();
    expect(asked).toEqual(['POST /api/logout-everywhere']);
    expect(tab.gone).toEqual(toLogin());
    expect(tab.snapshot.get()).toEqual(EMPTY_SNAPSHOT);
    expect(tab.visit.interrupted).toBeNull();
  });

  test.each([
    ['that was requested forgets the page, and a submission that waits', undefined, 'Busy.', null],
    ['for inactivity remembers both', 'inactive', 'Busy.', ADA],
    ['for inactivity remembers no submission where none waits', 'inactive', null, null],
  ] as const)('%s', async (_, reason, waiting, noted) => {
    scriptNetwork(() => [200, {}]);
    const tab = openTab();
    tab.submissionWaiting.set(waiting);
    await tab.session.logOut(reason);
    await tab.session.pendingLogout.get()?.();
    expect(tab.noted).toEqual([noted]);
    expect(tab.visit.interrupted === null).toBe(reason === undefined);
  });

  test('for inactivity before any form page leaves no page to return to', async () => {
    scriptNetwork(() => [200, {}]);
    const tab = openTab({ visit: { lastPath: null } });
    await tab.session.logOut('inactive');
    expect(tab.visit.interrupted).toBeNull();
  });

  test.each([
    ['a fault of the server', [500, { message: 'x', code: 'unexpected' }], true],
    ['a session that is over already', [401, { message: 'x', code: 'unauthorized' }], false],
  ] satisfies readonly (readonly [string, ScriptedResponse, boolean])[])(
    '[ERR-21] ends the session here also after %s; the error boundary gets only faults',
    async (_, response, isReported) => {
      scriptNetwork(() => response);
      const tab = openTab();
      await tab.session.logOut();
      expect(tab.snapshot.get()).toEqual(EMPTY_SNAPSHOT);
      expect(tab.gone).toEqual(toLogin());
      expect(tab.failure.get() !== undefined).toBe(isReported);
    },
  );

  test('waits at most three seconds for the last save, and not for a failed one', async () => {
    scriptNetwork(() => [200, {}]);
    vi.useFakeTimers();
    try {
      const slow = openTab({ saveNow: () => new Promise(() => {}) });
      const ended = slow.session.logOut();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(slow.gone).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await ended;
      expect(slow.gone).toEqual(toLogin());
      const failing = openTab({ saveNow: () => Promise.reject(new Error('no connection')) });
      await failing.session.logOut();
      expect(failing.gone).toEqual(toLogin());
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['a busy server', 503, 200, false],
    ['a server that cannot be reached', 502, 200, false],
    ['a server that stays busy, which is asked no third time', 503, 503, true],
  ])('[ERR-21] deferred by %s retries once before it ends here', async (_, first, then, isReported) => {
    const statuses = [first, then];
    const calls = scriptNetwork(() => [statuses.shift() ?? 500, {}]);
    vi.useFakeTimers();
    try {
      const tab = openTab();
      const ended = tab.session.logOut();
      await vi.advanceTimersByTimeAsync(999);
      expect([calls.length, tab.gone]).toEqual([1, []]);
      await vi.advanceTimersByTimeAsync(501);
      await ended;
      expect(calls).toHaveLength(2);
      expect(tab.gone).toEqual(toLogin());
      expect(tab.failure.get() !== undefined).toBe(isReported);
    } finally {
      vi.useRealTimers();
    }
  });

  test('requested twice happens once', async () => {
    const calls = scriptNetwork(() => [200, {}]);
    const tab = openTab();
    await Promise.all([tab.session.logOut(), tab.session.logOut()]);
    expect(calls).toHaveLength(1);
    expect(tab.gone).toHaveLength(1);
  });
});

describe('a call that is refused because the session is over', () => {
  test('[ERR-05] ends it with the message, once, and typed answers wait', () => {
    const tab = openTab();
    tab.session.endUnauthorized();
    tab.session.endUnauthorized();
    expect(tab.gone).toEqual(toLogin({ ended: 'invalid' }));
    expect(tab.events).toEqual([...FORGETS, 'answers wait']);
    expect(tab.visit.interrupted).toEqual({ username: ADA, page: '/education' });
  });

  test('ends it with the words of a server that found another account, whose own marker stays', () => {
    const tab = openTab();
    tab.session.endUnauthorized('Another account is logged in.');
    expect(tab.gone).toEqual(toLogin({ error: 'Another account is logged in.' }));
    expect(tab.events).toEqual([...FORGETS, 'answers wait']);
    expect(page.set).toEqual([]);
  });

  test('ends it with a note about a change that got no response', () => {
    const tab = openTab({ visit: { unansweredChange: 'Please try the new password first.' } });
    tab.session.endUnauthorized();
    expect(tab.gone).toEqual(toLogin({ ended: 'invalid', error: 'Please try the new password first.' }));
    expect(tab.visit.unansweredChange).toBeNull();
  });

  test('ends once, also when calls that it cancels are refused in turn', () => {
    let refuse = () => {};
    const tab = openTab({ onForgotten: () => refuse() });
    refuse = tab.session.endUnauthorized;
    tab.session.endUnauthorized();
    expect(tab.gone).toEqual(toLogin({ ended: 'invalid' }));
  });

  test('says nothing to a visitor, nor while a logout is in flight', () => {
    const visitor = openTab({ username: '' });
    visitor.session.endUnauthorized();
    const leaving = openTab({ visit: { isEnding: true } });
    leaving.session.endUnauthorized();
    expect([visitor.gone, leaving.gone]).toEqual([[], []]);
  });
});

test('[SESSION-01] a login starts over, forgets the data fetched for a visitor, keeps the interrupted page and notifies the other tabs', () => {
  const interrupted = { username: ADA, page: '/education' };
  const tab = openTab({ username: '', visit: { interrupted, hasLanded: true, isEnding: true, submitted: 'Sent.' } });
  tab.snapshot.set({ has_changed_page: true });
  tab.session.begin();
  expect(tab.events).toEqual(['queries are forgotten', 'tells login']);
  expect(tab.visit).toEqual({ ...FIRST_VISIT, interrupted, hasArrived: true });
  expect(tab.snapshot.get()).toMatchObject({ is_logged_in: true, has_changed_page: false });
});

describe('messages from other tabs', () => {
  test('a login reloads this tab, a logout ends its session at once and keeps nothing', () => {
    const first = openTab();
    const stop = first.session.followOtherTabs();
    first.receive('login');
    expect(first.events).toEqual(['reloads']);
    stop();
    expect(first.events).toEqual(['reloads', 'follows no longer']);
    const second = openTab();
    second.session.followOtherTabs();
    second.receive('logout');
    expect(second.events).toEqual([...FORGETS, 'answers go']);
    expect(second.gone).toEqual(toLogin());
    expect(second.visit.interrupted).toBeNull();
  });

  test('[D3] a logout keeps the unsaved answers of this tab and says so; one that gives them up leaves nothing, also of an ended session', () => {
    const [kept, lost, ended] = [{}, {}, { username: '' }].map((tab) => openTab({ hasUnsaved: () => true, ...tab }));
    for (const tab of [kept, lost, ended]) tab?.session.followOtherTabs();
    kept?.receive('logout');
    lost?.receive('lose');
    ended?.receive('lose');
    expect(kept?.events).toEqual([...FORGETS, 'answers wait']);
    expect(kept?.gone).toEqual(toLogin({ ended: 'endedElsewhere' }));
    expect(lost?.events).toEqual([...FORGETS, 'answers go']);
    expect(lost?.gone).toEqual(toLogin());
    expect(ended?.events).toEqual(['answers go']);
  });

  test('do nothing to a visitor', () => {
    const tab = openTab({ username: '' });
    tab.session.followOtherTabs();
    tab.receive('login');
    tab.receive('logout');
    expect([tab.events, tab.gone]).toEqual([[], []]);
  });
});

describe('[D1] a page that the browser brings back as it was left', () => {
  function bringBack(tab: ReturnType<typeof openTab>, persisted: boolean) {
    const target = new EventTarget();
    vi.stubGlobal('window', target);
    const stop = tab.session.followRestoring();
    const show = () => target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    show();
    stop();
    show();
    return { reloads: tab.events.length, visibility: page.documentElement.style.visibility };
  }

  test.each([
    ['an applicant', { username: ADA }, ''],
    ['a visitor whose answers wait in the tab', { username: '', survivesReload: true }, ''],
    ['somebody who has logged in in another tab', { username: '' }, `theme=dark; ${MARKER_COOKIE}=1`],
  ])('is hidden and reloaded for %s', (_, options, cookie) => {
    page.kept = cookie;
    expect(bringBack(openTab(options), true)).toEqual({ reloads: 1, visibility: 'hidden' });
  });

  test('stays for a visitor whose answers are in memory alone, and when it was loaded from the network', () => {
    expect(bringBack(openTab({ username: '' }), true)).toEqual({ reloads: 0, visibility: '' });
    expect(bringBack(openTab(), false)).toEqual({ reloads: 0, visibility: '' });
  });
});

test('Back before the Log In card is drawn ends the wait for it, but not a logout in flight', () => {
  const target = new EventTarget();
  vi.stubGlobal('window', target);
  const ended = openTab({ username: '', visit: { isEnding: true } });
  const leaving = openTab({ visit: { isEnding: true } });
  const stops = [ended, leaving].map((tab) => tab.session.followBack());
  target.dispatchEvent(new Event('popstate'));
  expect([ended.visit.isEnding, leaving.visit.isEnding]).toEqual([false, true]);
  recordEvent(ended.visit, { isEnding: true });
  for (const stop of stops) stop();
  target.dispatchEvent(new Event('popstate'));
  expect(ended.visit.isEnding).toBe(true);
});
